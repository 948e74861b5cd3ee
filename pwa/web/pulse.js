// Notices when Python does not answer: it computes for long, or for ever. The screen looks alive then,
// but nothing that is tapped is written.

/** So many milliseconds after a message the worker is asked whether it still hears. */
const QUIET = 2_000;
/** Without an answer for so many milliseconds, that is told: what is tapped then is written late. */
const SILENT = 1_000;
/** After so many more milliseconds it may never answer. */
const HANGING = 7_000;

/** Asks one worker. It answers an `ask` when it has heard all that was sent before. */
export class Pulse {
  #ask;
  #tells;
  #timer;
  #isSentSince = false;

  /** `tells` has functions: `silent(mayNeverEnd)`; and `answers()`, when it answers after that. */
  constructor(ask, tells) {
    this.#ask = ask;
    this.#tells = tells;
  }

  /** The worker was sent something. */
  sent() {
    this.#isSentSince = true;
    this.#timer ??= setTimeout(() => this.#asks(), QUIET);
  }

  /** The worker has answered what it was asked. */
  answered() {
    const wasSent = this.#isSentSince;
    this.end();
    this.#tells.answers();
    if (wasSent) {
      this.sent();
    }
  }

  /** Ask no more. */
  end() {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#isSentSince = false;
  }

  #asks() {
    this.#isSentSince = false;
    this.#ask();
    this.#timer = setTimeout(() => this.#isLate(), SILENT);
  }

  #isLate() {
    this.#tells.silent(false);
    this.#timer = setTimeout(() => this.#tells.silent(true), HANGING);
  }
}
