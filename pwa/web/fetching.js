// Reports the progress of downloading the app, in compressed bytes, and unpacks what is packed.

import { edited } from "./edited.js";
import { EDITS, ENDING, PARTS } from "./parts.js";

/** The errors of a file that breaks off; the second is Firefox's when WebAssembly is compiled. */
const BROKEN_OFF = ["TypeError", "AbortError"];

const BASE = new URL(".", import.meta.url).href;

/** Whether packed files arrive packed: on a first visit; later the service worker unpacks them. */
let isPacked = false;

/** Call `tell(bytes)` for each chunk of the large parts that arrives in this page or worker. */
export function watchFetching(tell) {
  const plainFetch = globalThis.fetch;
  globalThis.fetch = async (...wanted) => {
    const response = await plainFetch(...wanted);
    const part = partAt(response.url);
    return part && response.body ? counted(response, part, tell) : response;
  };
  new PerformanceObserver((list) => {
    for (const { name, initiatorType } of list.getEntries()) {
      if (initiatorType !== "fetch") {
        tell(partAt(name)?.sent ?? 0); // a script is reported once, when it is complete
      }
    }
  }).observe({ type: "resource", buffered: true });
}

/**
 * Fetch a file, if it is packed as it is, so that its content can be had at once: `content()` returns
 * it, `response()` returns a response with it.
 */
export async function fetchHeld(path) {
  const response = await fetch(addressOf(path));
  const held = new Uint8Array(await response.arrayBuffer());
  return {
    content: () => content(held),
    response: () => {
      const { unpacking } = globalThis;
      const again = new Response(held, { headers: { "content-type": "application/wasm" } });
      return isPacked ? unpacking.unpacked(again, path) : again;
    },
  };
}

/** Return the content of a file, for which everything waits. */
export function readNow(path) {
  const request = new XMLHttpRequest();
  request.open("GET", addressOf(path), false);
  request.responseType = "arraybuffer";
  request.send();
  return content(new Uint8Array(request.response));
}

function addressOf(path) {
  return BASE + path + (isPacked ? ENDING : "");
}

function content(held) {
  return isPacked ? globalThis.unpacking.unpackedAtOnce(held) : held;
}

/**
 * Let this page or worker get packed parts unpacked, and edited for a first visit; later the service
 * worker has them unpacked, as they are.
 */
export function unpackFetched() {
  isPacked = true;
  const plainFetch = globalThis.fetch;
  const loading = Promise.all([import("./unpacking.js"), import("./zstddec/zstandard.js")]);
  globalThis.fetch = async (...wanted) => {
    const { url } = new Request(...wanted);
    const packed = url + ENDING;
    const part = partAt(packed);
    if (!part) {
      const integrity = partAt(url)?.integrity;
      return integrity ? fetchExactly(plainFetch, url, integrity) : plainFetch(...wanted);
    }
    const response = await fetchExactly(plainFetch, packed, part.integrity);
    if (!response.ok) {
      return response;
    }
    await loading;
    const content = globalThis.unpacking.unpacked(response, url);
    const edits = EDITS[url.slice(BASE.length)];
    return edits ? edited(content, edits) : content;
  };
}

/**
 * Call `tell(why, error)` if a part of the app cannot be downloaded or started in this page or
 * worker. Without some parts Pyodide and Flutter continue; for others they wait forever.
 */
export function watchFailing(tell) {
  const { fetch: plainFetch } = globalThis;
  const told = (error) => {
    tell(whyFailed(error), error);
    throw error;
  };
  globalThis.fetch = async (...wanted) => {
    const { url } = new Request(...wanted);
    if (!url.startsWith(BASE)) {
      return plainFetch(...wanted);
    }
    const response = await plainFetch(...wanted).catch(told);
    return response.ok ? response : told(new TypeError(`${url}: ${response.status}`));
  };
  for (const name of ["compileStreaming", "instantiateStreaming"]) {
    const plain = WebAssembly[name];
    WebAssembly[name] = (...wanted) => plain(...wanted).catch(told);
  }
}

/** Return what failed when a part of the app could not be loaded: it broke off, or is wrong. */
export function whyFailed(error) {
  return BROKEN_OFF.includes(error?.name) ? "fetching" : "starting";
}

/**
 * Download a file, if there is an integrity exactly that one. What the browser still has may be of
 * another version.
 */
async function fetchExactly(fetch, address, integrity) {
  if (!integrity) {
    return fetch(address);
  }
  return fetch(address, { integrity }).catch(() => fetch(address, { integrity, cache: "reload" }));
}

function partAt(address) {
  return address.startsWith(BASE) ? PARTS[address.slice(BASE.length)] : undefined;
}

function counted(response, { size, sent }, tell) {
  const counter = new TransformStream({
    transform(chunk, controller) {
      tell((chunk.length / size) * sent);
      controller.enqueue(chunk);
    },
  });
  return new Response(response.body.pipeThrough(counter), response);
}
