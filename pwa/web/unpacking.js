// Unpacks the files that the build packs with Zstandard, by Zstandard's own code in WebAssembly, which
// stands in `zstandard` as base64. A first visit imports this; the service worker, which is no module,
// has it in itself.

{
  /** The largest block, in bytes. */
  const SIZE = 128 * 1024;
  /** Zstandard's buffers begin with three numbers: the address of what follows, its size, the place. */
  const HEAD = 12;
  let compiled;
  /** Zstandard's functions, once a file was unpacked. */
  let loaded;

  async function load() {
    compiled ??= WebAssembly.compile(Uint8Array.from(atob(zstandard), (byte) => byte.charCodeAt()));
    const env = { emscripten_notify_memory_growth() {} };
    const { exports } = await WebAssembly.instantiate(await compiled, { env });
    loaded = exports;
    return exports;
  }

  /** Unpacks one file. */
  class Unpacking {
    #zstd;
    #context;
    #packed;
    #content;
    #missing = 1;

    constructor(zstd) {
      this.#zstd = zstd;
      this.#context = zstd.ZSTD_createDCtx();
      this.#packed = zstd.malloc(HEAD + SIZE);
      this.#content = zstd.malloc(HEAD + SIZE);
    }

    get isComplete() {
      return this.#missing === 0;
    }

    *unpack(chunk) {
      for (let at = 0; at < chunk.length; at += SIZE) {
        const part = chunk.subarray(at, at + SIZE);
        this.#bytes(this.#packed).set(part);
        this.#begin(this.#packed, part.length);
        do {
          this.#begin(this.#content, SIZE);
          this.#step();
          yield this.#bytes(this.#content).slice(0, this.#place(this.#content));
        } while (this.#place(this.#packed) < part.length); // the last byte of all is taken at the end
      }
    }

    #step() {
      const { ZSTD_decompressStream: step } = this.#zstd;
      this.#missing = step(this.#context, this.#content, this.#packed);
      if (this.#missing < 0) {
        throw new TypeError(`damaged (${-this.#missing})`);
      }
    }

    #begin(buffer, size) {
      this.#numbers(buffer).set([buffer + HEAD, size, 0]);
    }

    #place(buffer) {
      return this.#numbers(buffer)[2];
    }

    #numbers(buffer) {
      return new Uint32Array(this.#zstd.memory.buffer, buffer, 3); // another one when it has grown
    }

    #bytes(buffer) {
      return new Uint8Array(this.#zstd.memory.buffer, buffer + HEAD, SIZE);
    }
  }

  globalThis.unpacking = {
    /** Return the content of a file at once; another one must have been unpacked before. */
    unpackedAtOnce(packed) {
      const file = new Unpacking(loaded);
      const parts = [...file.unpack(packed)];
      if (!file.isComplete) {
        throw new TypeError("cut off");
      }
      const content = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
      let at = 0;
      for (const part of parts) {
        content.set(part, at);
        at += part.length;
      }
      return content;
    },

    /**
     * Return a response with the file of an address, which is unpacked while it arrives. What is cut
     * off or damaged breaks off as if the network failed.
     */
    unpacked({ body }, address) {
      let file;
      const stream = new TransformStream({
        async start() {
          file = new Unpacking(await load());
        },
        transform(chunk, controller) {
          for (const content of file.unpack(chunk)) {
            if (content.length) {
              controller.enqueue(content);
            }
          }
        },
        flush() {
          if (!file.isComplete) {
            throw new TypeError(`${address}: cut off`);
          }
        },
      });
      const type = address.endsWith(".wasm") ? "application/wasm" : "application/octet-stream";
      return new Response(body.pipeThrough(stream), { headers: { "content-type": type } });
    },
  };
}
