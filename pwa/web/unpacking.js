// Unpacks the files that the build packs with Zstandard. Pages and workers import this, after what it
// needs (fzstd); the service worker, which is no module, has it in itself.

globalThis.unpacking = {
  /** What the name of a packed file ends with. */
  ENDING: ".zst",

  /**
   * Return a response with the file of an address, which is unpacked while it arrives. What is cut off
   * or damaged breaks off as if the network failed.
   */
  unpacked({ body }, address) {
    let file;
    let isEmpty = true;
    const push = (chunk, isLast) => {
      try {
        file.push(chunk, isLast);
      } catch (error) {
        throw new TypeError(`${address}: ${error.message}`);
      }
    };
    const stream = new TransformStream({
      start(controller) {
        file = new fzstd.Decompress((chunk) => chunk.length && controller.enqueue(chunk));
      },
      transform(chunk) {
        isEmpty = false;
        push(chunk, false);
      },
      flush() {
        if (isEmpty) {
          throw new TypeError(`${address}: empty`); // which fzstd takes for an empty file
        }
        push(new Uint8Array(0), true);
      },
    });
    const type = address.endsWith(".wasm") ? "application/wasm" : "application/octet-stream";
    return new Response(body.pipeThrough(stream), { headers: { "content-type": type } });
  },
};
