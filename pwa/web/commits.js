// Commits what Python has written to IndexedDB, and tells the page only then what Python said after
// it: what is shown is saved.
//
// The page does this and not the worker, because the worker waits for files that it reads late. In
// WebKit such a read waits for the transactions of the waiting worker, for ever.

import { openDatabase, readFile, writeFiles } from "./database.js";

/** A commit that takes so many milliseconds is told of: a tap without an answer is tapped again. */
const SLOW = 600;
/** After so many milliseconds it may never end. */
const HANGING = 10_000;

/** The commits of one worker, in order. After one that failed there is no other. */
export class Commits {
  #database;
  #latest = Promise.resolve();
  #pending = 0;
  #slow = 0;
  #tells;

  /**
   * `tells` has functions: `lost(error)`, after which nothing is committed; `closed()`, when the
   * browser has closed the database while nothing was pending; `slow(isHanging)`; and `done()`, when
   * nothing is slow any more.
   */
  constructor(tells) {
    this.#tells = tells;
    this.#database = openDatabase().then((database) => {
      database.onclose = () => this.#pending || tells.closed();
      return database;
    });
    this.#database.catch(() => {}); // told of when something is to be stored
  }

  /** Resolves when nothing is pending, also if a commit failed. */
  get settled() {
    return this.#latest.catch(() => {});
  }

  /** Call `act` when everything stored before is on the disk; never if that failed. */
  after(act) {
    if (this.#pending) {
      this.#latest.then(act, () => {});
    } else {
      act();
    }
  }

  /** Return the bytes of a file; undefined if there is none. */
  async read(path) {
    return readFile(await this.#database, path);
  }

  /** Store the files that one run has changed, or none: `[path, bytes]`, or `[path]` without one. */
  store(files) {
    const settled = this.#watch();
    this.#pending += 1;
    this.#latest = this.#latest.then(async () => writeFiles(await this.#database, files));
    this.#latest.then(
      () => {
        this.#pending -= 1;
        settled();
      },
      (error) => {
        settled();
        this.#tells.lost(error);
      },
    );
  }

  /** Tell if a commit takes long; call the returned function when it does not any more. */
  #watch() {
    const { slow, done } = this.#tells;
    let isSlow = false;
    const tell = (isHanging) => {
      this.#slow += isSlow ? 0 : 1;
      isSlow = true;
      slow(isHanging);
    };
    const timers = [setTimeout(tell, SLOW, false), setTimeout(tell, HANGING, true)];
    return () => {
      timers.forEach(clearTimeout);
      this.#slow -= isSlow ? 1 : 0;
      if (isSlow && !this.#slow) {
        done();
      }
    };
  }
}
