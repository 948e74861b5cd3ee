// Tells how much of the app has been fetched, in bytes as they come over the network.

import { PARTS } from "./parts.js";

/** Call `tell(bytes)` for what arrives of the large parts, from now on, in this page or worker. */
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
        tell(partAt(name)?.sent ?? 0); // scripts come all at once
      }
    }
  }).observe({ type: "resource", buffered: true });
}

function partAt(address) {
  const base = new URL(".", import.meta.url).href;
  return address.startsWith(base) ? PARTS[address.slice(base.length)] : undefined;
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
