// Keeps Python's memory as it is when all modules are imported: later starts need not import them.

import { PYTHON } from "./parts.js";

const BASE = new URL(".", import.meta.url).href;
const CACHE = `python of ${BASE}`;
/** The memory fits only the very files that made it. */
const ADDRESS = `${BASE}python.memory?${PYTHON}`;
/** The header with the size of the content, and from where to where the free stack lay in memory. */
const LAYOUT = "layout";

/** Return Python's memory as it is now, without what is free of the stack: a quarter of it all. */
export function memoryOf(pyodide) {
  const { ___stack_low: from, _emscripten_stack_get_current: current } = pyodide._module;
  const to = current();
  const whole = pyodide.makeMemorySnapshot();
  const head = lengthOfHead(whole);
  whole.copyWithin(head + from, head + to);
  return { content: whole.subarray(0, whole.length - (to - from)), from, to };
}

/** Let Pyodide give its module this memory, and not its content as if that were all. */
export function putInto(module, { content, from, to }) {
  module.growMemory(content.length + to - from); // Pyodide expects that there is room
  const { restoreSnapshot } = module.API;
  module.API.restoreSnapshot = () => {
    const head = lengthOfHead(content);
    const told = restoreSnapshot(content.subarray(0, head));
    module.HEAPU8.set(content.subarray(head, head + from));
    module.HEAPU8.set(content.subarray(head + from), to);
    return told;
  };
}

/** Before the memory, Pyodide puts what it needs of JavaScript. */
function lengthOfHead({ buffer }) {
  return new Uint32Array(buffer, 0, 2)[1];
}

/**
 * Return the memory that was kept; undefined if there is none. Its content is read while Python is
 * compiled: it is complete when the promise `filled` resolves.
 */
export async function keptPython() {
  const response = await (await caches.open(CACHE)).match(ADDRESS);
  if (response) {
    const [size, from, to] = response.headers.get(LAYOUT).split(" ").map(Number);
    const content = new Uint8Array(size);
    const filled = fill(content, response.body.getReader());
    filled.catch(() => {}); // is handled where it is awaited, which may be too late for the browser
    return { content, from, to, filled };
  }
}

/** Keep the memory for later starts, instead of an earlier one, and let go of it. */
export async function keepPython({ content, from, to }) {
  await forgetPython();
  const headers = { [LAYOUT]: [content.length, from, to].join(" ") };
  await (await caches.open(CACHE)).put(ADDRESS, new Response(content, { headers }));
  letGo(content);
}

/** Give back a content of 30 MB at once; else it stays until much else was let go of, too. */
export function letGo(content) {
  content.buffer.transfer?.(0);
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
