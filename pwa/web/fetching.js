// Reports the progress of downloading the app, in compressed bytes.

import { PARTS } from "./parts.js";

const BASE = new URL(".", import.meta.url).href;

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
 * Call `tell(why, error)` if a part of the app cannot be downloaded or started in this page or
 * worker. Without some parts Pyodide and Flutter continue; for others they wait forever.
 */
export function watchFailing(tell) {
  const { fetch: plainFetch } = globalThis;
  const { instantiateStreaming } = WebAssembly;
  const told = (error) => {
    tell(error instanceof TypeError ? "fetching" : "starting", error);
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
  WebAssembly.instantiateStreaming = (...wanted) => instantiateStreaming(...wanted).catch(told);
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
