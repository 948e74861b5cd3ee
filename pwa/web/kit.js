// Which of the two kits of Flutter this browser takes: "wasm", with which Chromium starts sooner, or
// "script", which runs everywhere.

/**
 * The service worker's address by the kit that it stores. It is that of earlier versions: at another
 * one, the service worker would be offered as a newer version.
 */
export const STORED_BY = {
  wasm: "service-worker.js?canvaskit=chromium",
  script: "service-worker.js?canvaskit=full",
};
/** The shortest WebAssembly with a type that needs garbage collection. */
const COLLECTED = [0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 95, 1, 120, 0];

/** What has been stored by the script kit's service worker stays, for it can always be run. */
export const kit = !isStored("script") && isWasmDrawn() ? "wasm" : "script";

/**
 * Return whether the kit is stored, or can be downloaded: a browser in which WebGL fails needs
 * another one than it has stored.
 */
export function isAvailable() {
  if (kit === "wasm" || !isStored("wasm")) {
    return true;
  }
  return fetch("main.dart.js", { method: "HEAD" }).then(
    ({ ok }) => ok,
    () => false,
  );
}

function isStored(one) {
  const worker = navigator.serviceWorker?.controller;
  return worker?.scriptURL === new URL(STORED_BY[one], document.baseURI).href;
}

/** Return whether Flutter's loader takes what is compiled to WebAssembly. */
function isWasmDrawn() {
  const isChromium = navigator.vendor === "Google Inc." || navigator.userAgent.includes("Edg/");
  const hasItsParts = Intl.v8BreakIterator && Intl.Segmenter && globalThis.ImageDecoder;
  return (
    isChromium &&
    hasItsParts &&
    globalThis.WebAssembly?.validate(Uint8Array.from(COLLECTED)) &&
    canDrawWithWebGL()
  );
}

function canDrawWithWebGL() {
  const canvas = Object.assign(document.createElement("canvas"), { width: 1 });
  return ["webgl2", "webgl"].some((kind) => canvas.getContext(kind));
}
