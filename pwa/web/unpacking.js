// Unpacks the files that the build packs with Zstandard. Pages and workers import this, after what it
// needs (fzstd); the service worker, which is no module, has it in itself.

globalThis.unpacking = {
  /** What the name of a packed file ends with. */
  ENDING: ".zst",

  /** Return a response with the file of an address, which is unpacked while it arrives. */
  unpacked({ body }, address) {
    const orFail = (step) => {
      try {
        step();
      } catch (error) {
        throw new TypeError(`${address}: ${error.message}`); // as when the network fails
      }
    };
    let file;
    const stream = new TransformStream({
      start: (controller) => {
        file = new fzstd.Decompress((chunk) => controller.enqueue(chunk));
      },
      transform: (chunk) => orFail(() => file.push(chunk)),
      flush: () => orFail(() => file.push(new Uint8Array(0), true)),
    });
    const type = address.endsWith(".wasm") ? "application/wasm" : "application/octet-stream";
    return new Response(body.pipeThrough(stream), { headers: { "content-type": type } });
  },
};
