// Commits what Python has written to IndexedDB, and tells the page only then what Python said after
// it: what is shown is saved.
//
// The page does this and not the worker, because the worker waits for files that it reads late. In
// WebKit such a read waits for the transactions of the waiting worker, for ever.

import { openDatabase, readFile, WAITING, writeFiles } from "./database.js";

/** Without them the next start only shows less at once: no reason to stop where space is scarce. */
const SHOWN_FIRST = ["/waking.json", "/ahead.json"];
/** A commit that takes so many milliseconds is told of: a tap without an answer is tapped again. */
const SLOW = 600;
/** After so many milliseconds it may never end. */
const HANGING = 10_000;

/** The commits of one worker, in order. After one that failed there is no other. */
export class Commits {
  #isCutOff = false;
  #latest = Promise.resolve();
  #pending = 0;
  #slow = 0;
  #tells;
  #waiting;

  /**
   * `tells` has functions: `lost(error)`, after which nothing is committed; `closed()`, when the
   * browser has closed the database while nothing was pending; `slow(isHanging)`; and `done()`, when
   * nothing is slow any more.
   */
  constructor(tells) {
    this.#tells = tells;
    /** Resolves to the database; rejects if it cannot be opened. */
    this.opened = openDatabase().then((database) => {
      database.onclose = () => this.#pending || tells.closed();
      return database;
    });
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

  /**
   * Return what waits, for Python; undefined if nothing does. When Python has written it, only that is
   * deleted.
   */
  async readWaiting() {
    this.#waiting = await readFile(await this.opened, WAITING);
    return this.#waiting;
  }

  /** Store the files that one run has changed, or none: `[path, bytes]`, or `[path]` without one. */
  store(files) {
    const settled = this.#watch();
    this.#pending += 1;
    this.#latest = this.#latest.then(() => this.#write(files));
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

  /** Begin no transaction any more: another page may write from now on. */
  cutOff() {
    this.#isCutOff = true;
  }

  async #write(files) {
    const database = await this.opened;
    if (this.#isCutOff) {
      throw new DOMException("Another page may write", "AbortError");
    }
    try {
      await writeFiles(database, files, this.#waiting);
    } catch (error) {
      if (error?.name !== "QuotaExceededError" || !files.every(([path]) => SHOWN_FIRST.includes(path))) {
        throw error;
      }
    }
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
