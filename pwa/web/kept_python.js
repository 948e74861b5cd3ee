// Keeps Python's memory as it is when all modules are imported: later starts need not import them.

import { PYTHON } from "./parts.js";

const BASE = new URL(".", import.meta.url).href;
const CACHE = `python of ${BASE}`;
/** The memory fits only the very files that made it. */
const ADDRESS = `${BASE}python.memory?${PYTHON}`;
const SIZE = "size";

/**
 * Return the memory that was kept; undefined if there is none. Its content is read while Python is
 * compiled: it is complete when the promise `filled` resolves.
 */
export async function keptPython() {
  const response = await (await caches.open(CACHE)).match(ADDRESS);
  if (response) {
    const content = new Uint8Array(Number(response.headers.get(SIZE)));
    const filled = fill(content, response.body.getReader());
    filled.catch(() => {}); // is handled where it is awaited, which may be too late for the browser
    return { content, filled };
  }
}

/** Keep the memory for later starts, instead of an earlier one, and let go of it. */
export async function keepPython(memory) {
  await forgetPython();
  const response = new Response(memory, { headers: { [SIZE]: memory.length } });
  await (await caches.open(CACHE)).put(ADDRESS, response);
  letGo(memory);
}

/** Give back a memory of 30 MB at once; else it stays until much else was let go of, too. */
export function letGo(memory) {
  memory.buffer.transfer?.(0);
}

/** Forget the memory: the next start imports everything anew. */
export async function forgetPython() {
  await caches.delete(CACHE);
}

async function fill(content, reader) {
  let filled = 0;
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    content.set(read.value, filled);
    filled += read.value.length;
  }
  if (filled < content.length) {
    throw new RangeError(`${filled} of ${content.length} bytes`);
  }
}
