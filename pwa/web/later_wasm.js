// The part of a WebAssembly module that a start does not run (see later_wasm.py). The module cannot wait
// for what it calls: so the part is brought at once when it is called, or loaded before that.

import { fetchHeld, readNow } from "./fetching.js";
import { JOINTS } from "./parts.js";

/** A module that makes of a function of JavaScript one that can stand in a table. */
const FOR_TABLES = Uint8Array.from([
  ...[0, 97, 115, 109, 1, 0, 0, 0],
  ...[1, 4, 1, 96, 0, 0], // the type of a function that takes and returns nothing
  ...[2, 5, 1, 0, 0, 0, 0], // import a function
  ...[7, 4, 1, 0, 0, 0], // export it
]);
/** As they are before others tell the page of their failures: to load a part later may fail. */
const { fetch: plainFetch } = globalThis;
const { compileStreaming } = WebAssembly;

export class LaterPart {
  #path;
  #fetching;
  #held;
  /** What the module exports, until it has its later part. */
  #first;
  #isOfAnother = false;

  constructor(path) {
    this.#path = path;
  }

  /** Belong to the module that is instantiated next. If the part is being fetched, that waits for it. */
  join() {
    for (const name of ["instantiate", "instantiateStreaming"]) {
      const plain = WebAssembly[name];
      WebAssembly[name] = async (...wanted) => {
        const result = await plain(...wanted);
        const { exports } = result.instance ?? result;
        if (exports.later) {
          await this.#fetching;
          this.#first = exports;
          this.#isOfAnother = !exports[JOINTS[this.#path]];
          bringWhenCalled(exports, () => this.#bring());
        }
        return result;
      };
    }
  }

  /** Fetch the part, so that it is there when it is called, whatever happens until then. */
  fetch() {
    this.#fetching = fetchHeld(this.#path).then((held) => (this.#held = held));
    return this.#fetching;
  }

  /** Throw if the module is of another version: a server may have moved to it meanwhile. */
  check() {
    if (this.#isOfAnother) {
      throw new TypeError(`${this.#path}: of another version`);
    }
  }

  /** Load the part beside all else. If that fails, it is brought when it is called. */
  async load() {
    try {
      const response = this.#held?.response() ?? (await plainFetch(this.#path));
      this.#link(await compileStreaming(response));
    } catch {
      // it is brought when it is called
    }
  }

  #bring() {
    this.#link(new WebAssembly.Module(this.#held?.content() ?? readNow(this.#path)));
  }

  #link(module) {
    if (this.#first) {
      link(this.#first, module);
      this.#first = this.#fetching = this.#held = undefined;
    }
  }
}

/** Let a module that exports `first` call `bring()` when its later part is missing. */
export function bringWhenCalled(first, bring) {
  const forTables = new WebAssembly.Module(FOR_TABLES);
  first.later.set(0, new WebAssembly.Instance(forTables, { "": { "": bring } }).exports[""]);
}

/** Give a module that exports `first` its later part. */
export function link(first, module) {
  return new WebAssembly.Instance(module, { first });
}
