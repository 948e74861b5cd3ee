// Starts the two halves of the app in parallel, Python in a worker and Flutter on this page, and
// shows the progress on the first picture of the slate (waking.js).

import { alone, isBeingLeft, whenPutAside } from "./alone.js";
import { canStartAnew, startAnew, whyAnew } from "./anew.js";
import { Commits } from "./commits.js";
import { keepCompiled } from "./compiled.js";
import { unpackFetched, watchFailing, watchFetching, whyFailed } from "./fetching.js";
import { loadLaterParts, startFlutter } from "./flutter_half.js";
import { keepUnshownCodes, takeFragments, unshownCodes } from "./fragments.js";
import { drawAtOnce } from "./frames.js";
import { collectGarbage, collectInWebKit, whenQuiet } from "./garbage.js";
import { hold, letGo, watchTaps } from "./holding.js";
import { isAvailable, kit } from "./kit.js";
import { forgetPython } from "./kept_python.js";
import "./context_lost.js";
import "./languages.js";
import { keepOffline, stayOneVersion, takeNewer } from "./offline.js";
import { TOTAL } from "./parts.js";
import { Pulse } from "./pulse.js";
import { recall, remember } from "./session.js";

const { waking } = globalThis;
const isFirstVisit = !navigator.serviceWorker?.controller;
const IS_FIREFOX = navigator.userAgent.includes("Gecko/");
/** Whether Flutter mostly takes longer than Python: in later starts with the kit in WebAssembly. */
const isFlutterLast = kit === "wasm" && !isFirstVisit;
/** So many milliseconds the worker has to end by itself. */
const TO_END = 3_000;
/** What the worker said last may arrive so many milliseconds after its end. */
const TO_ARRIVE = 1_000;
/** When another version takes over, the page waits so long, in milliseconds, until all is stored. */
const TO_STORE = 5_000;
/** In Firefox a page that is left may keep its lock for so many milliseconds. */
const TO_UNLOAD = 1_500;
/** So many milliseconds another tab has to give way. */
const TO_GIVE_WAY = 8_000;
/** After so many milliseconds without having started, Python starts without its memory next time. */
const STUCK = 60_000;
/** That a script cannot be loaded is told only to those who listen so. */
const CAPTURE = { capture: true };
/** The phases in which the worker compiles Python. */
const COMPILING = ["fetching", "starting"];
/** The item of the session with whether the page left last is kept for the way back. */
const KEPT = "is kept";
/** So many milliseconds the phone vibrates when a line is written, as Flutter does by itself. */
const BUZZ = 10;
/** What a failed commit means, by the error's name; any other is "lost". */
const LOSSES = { QuotaExceededError: "full", AbortError: "closed", InvalidStateError: "closed" };

let worker;
let commits;
let pulse;
let tellEnded;
const ended = new Promise((resolve) => (tellEnded = resolve)); // when the worker has ended
let hearPython;
let phase = "fetching";
let fetched = 0;
let isAlone = false; // no other page may write
let isOver = false;
let isLost = false;
let ending; // once begun, the promise that all has ended
let isLeaving = false; // for the version that has taken over
let isLeft = false; // somebody else writes now, or this page is loaded anew
let reader; // what reads QR codes, once it is wanted
let isShown = false;
let isAsked = false; // Flutter has sent something, as at a tap, since Python last said anything
let stuck;
let brought = unshownCodes();

const DO = {
  running: () => isFlutterLast || startFlutterHalf(),
  lives: ({ lock }) =>
    navigator.locks.request(lock, () => {
      setTimeout(tellEnded, TO_ARRIVE);
      stop(phase);
    }),
  fetched: ({ bytes }) => tellFetched(bytes),
  phase: ({ name }) => enter(name),
  close: () => closeKeys(onScreen()),
  shown: () => onScreen().then(showApp),
  sound: async (what) => (await import("./sounds.js")).sound(what),
  vibrate: () => navigator.vibrate?.(BUZZ),
  answers: () => pulse.answered(),
  read: async ({ wanted }) => worker.postMessage({ read: await readCodes(wanted) }),
  failed: ({ why, detail }) => stop(why === "starting" ? phase : why, detail),
  trapped: ({ why, detail }) => {
    forgetPython(); // its memory may be what is wrong
    goOnAnew(why, detail);
  },
};

takeFragments((text) => {
  reader?.close(); // it would lie over what the code shows
  keepBrought([...brought, text]);
  bring();
});
stayOneVersion(() => Boolean(worker), loadAnew);
addEventListener("pageshow", ({ persisted }) => persisted && location.reload()); // it holds no lock
watchTaps();
await waking.begin();
if (!globalThis.isSecureContext) {
  waking.failed("insecure");
} else if (!globalThis.WebAssembly || !globalThis.indexedDB || !navigator.locks) {
  waking.failed("browser");
} else if (!(await isAvailable())) {
  waking.failed("without_webgl");
} else {
  const hasWaited = await alone(sayElsewhere, giveWay);
  isAlone = true;
  if (hasWaited) {
    await waking.begin(); // the other tab has written
  }
  if (!isOver) {
    start();
  }
}

/** Say that another tab writes. `ask` asks it to give way; it may be asleep, or hang. */
async function sayElsewhere(ask) {
  const say = (key) => waking.says(key, [{ key: "here", action: here }]);
  const sayAfter = (delay, key) => setTimeout(() => isOver || isAlone || say(key), delay);
  const here = () => {
    ask();
    sayAfter(TO_GIVE_WAY, "elsewhere_silent");
  };
  await waking.close();
  sayAfter((await isBeingLeft()) ? TO_UNLOAD : 0, "elsewhere");
}

function start() {
  worker = new Worker("worker.js", { type: "module", name: isFirstVisit ? "first" : "" });
  const page = { address: document.URL, languages: navigator.languages, textScale: waking.textScale() };
  worker.postMessage({ page });
  commits = new Commits({
    lost,
    closed: () => goOnAnew("closed"),
    slow: (mayNeverEnd) => isShown && !isOver && hold("storing", mayNeverEnd),
    done: () => isLeaving || letGo("storing"),
  });
  pulse = new Pulse(() => worker.postMessage({ ask: true }), {
    silent: (mayNeverEnd) => hold("silent", mayNeverEnd),
    answers: () => letGo("silent"),
  });
  commits.opened.catch((error) =>
    error.name === "VersionError" ? stop("newer") : stop("storage", error),
  );
  worker.onmessage = ({ data }) => hear(data);
  worker.onerror = ({ message }) => stop(message ? "starting" : phase, message);
  if (isFirstVisit) {
    watchFetching(tellFetched);
    unpackFetched();
  } else {
    enter("starting");
  }
  watchFailing((why, error) => phase !== "stopped" && stop(why, error));
  whenPutAside(putAside);
  addEventListener("error", lookForNewerIfFatal, CAPTURE);
  addEventListener("unhandledrejection", lookForNewer, { once: true });
  addEventListener("pagehide", ({ persisted }) => remember(KEPT, persisted));
  if (recall(KEPT) === "false") {
    collectInWebKit(); // the page before is garbage
  }
  if (isFlutterLast) {
    startFlutterHalf();
  }
}

/** What Python says after it has written is heard when that is stored. */
function hear(data) {
  if (data.tells === "changed") {
    commits.store(data.files);
  } else if (data.tells === "said") {
    commits.after(() => isOver || hearSaid(data.said));
  } else {
    DO[data.tells](data);
  }
}

/** Hear what Python has said in one run: messages for the screen, and what the page is to do. */
function hearSaid(said) {
  const isForScreen = (one) => one instanceof Uint8Array;
  const hearAll = () =>
    said.forEach((one) => (isForScreen(one) ? hearPython(one) : DO[one.tells](one)));
  if (isAsked && said.some(isForScreen)) {
    isAsked = false;
    drawAtOnce(hearAll);
  } else {
    hearAll();
  }
}

/** What was tapped last is not stored. That is worse than what was told before. */
function lost(error) {
  if (isLost || isLeft) {
    return; // the first loss explains the others
  }
  isLost = true;
  letGo("storing");
  const loss = LOSSES[error?.name] ?? "lost";
  const atStart = loss === "full" ? "full_at_start" : phase;
  const why = isShown ? loss : atStart;
  if (!isOver) {
    stop(why, error ?? "");
  } else {
    waking.failed(why, error ?? "");
  }
  if (loss === "full") {
    forgetPython();
  }
}

/**
 * Load the page anew by itself, for what was shown is stored, or will be. If that was done lately, say
 * why instead. A start without a database says so, too, and one that follows such a failed start.
 */
async function goOnAnew(why, detail) {
  if (isOver) {
    return;
  }
  const mayStartAgain = isShown || (why !== "closed" && !whyAnew);
  if (mayStartAgain && canStartAnew()) {
    let hanging;
    if (isShown) {
      hold("storing", false);
      hanging = setTimeout(hold, TO_STORE, "storing", true);
    }
    await Promise.all([waking.close(), end()]);
    clearTimeout(hanging);
    if (!isLost) {
      isLeft = true;
      startAnew(why);
    }
  } else {
    stop(why, detail);
  }
}

/** The browser keeps the page for the way back, and others may write at once. */
function putAside() {
  isLeft = true;
  commits.cutOff();
  waking.leave();
  end();
}

/** Load the version that has taken over, when what was tapped is stored, or `TO_STORE` is over. */
async function loadAnew() {
  if (isLeaving) {
    return; // to load it twice would abort the first time
  }
  isLeaving = true;
  const wasLost = isLost;
  const mayWrite = worker && !COMPILING.includes(phase);
  if (isShown && !isOver) {
    hold("storing", false);
  }
  const stored = Promise.all([waking.close(), mayWrite && end()]);
  await Promise.race([stored, new Promise((resolve) => setTimeout(resolve, TO_STORE))]);
  if (isLost === wasLost) {
    isLeft = true;
    location.reload();
  }
}

/**
 * Take no taps on the waking slate any more, and tell Python what waits. If nothing does, what it has
 * drawn is shown as soon as it is on the screen, and not only when Python answers.
 */
async function closeKeys(drawn) {
  let waiting;
  try {
    await waking.close();
    waiting = await commits.readWaiting();
  } catch {
    worker.postMessage({ closed: true, isUnreadable: true });
    return;
  }
  worker.postMessage({ closed: true, waiting });
  if (!waiting) {
    await drawn;
    commits.after(showApp);
  }
}

/** Resolves when what is drawn by now has had the time to be on the screen. */
function onScreen() {
  return new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(resolve));
  });
}

/** Called at once if Flutter takes longest; else when the worker runs, whose start it would delay. */
function startFlutterHalf() {
  const disconnect = () => stop("stopped");
  const connect = (onMessage) => (hearPython = onMessage);
  startFlutter({ connect, send, disconnect }).catch((error) =>
    stop(phase === "fetching" ? whyFailed(error) : phase, error),
  );
}

function enter(name) {
  phase = name;
  clearTimeout(stuck);
  if (name === "starting") {
    stuck = setTimeout(forgetPython, STUCK);
  }
  waking.progress(phase);
}

function tellFetched(bytes) {
  fetched += bytes;
  if (phase === "fetching") {
    waking.progress(phase, Math.min(fetched, TOTAL[kit]), TOTAL[kit]);
  }
}

/** Python has drawn the first page, and the screen has had time to show it; it may say so again. */
function showApp() {
  if (isOver || isShown) {
    return;
  }
  phase = "stopped"; // the only failure possible from now on
  isShown = true;
  bring();
  waking.gone();
  performance.mark("shown");
  navigator.storage?.persist?.();
  const isRead = sayWhyAnew();
  const sayThen = (key, button) => isRead.then(() => waking.says(key, [button]));
  loadLaterParts();
  whenQuiet(letGoOfGarbage);
  keepOffline(
    (load) => sayThen("update", { key: "load", action: load }),
    (again) => sayThen("not_stored", { key: "retry", action: again }),
  );
}

/** Say why the page was loaded anew, if people have to know. Resolves when that is closed. */
async function sayWhyAnew() {
  if (whyAnew === "closed" && waking.hasSnapshot() === false) {
    await waking.says("deleted");
  } else if (whyAnew && whyAnew !== "closed") {
    await waking.says("went_on");
  }
}

/** Hold only what is needed: this thread and Python's collect their garbage at the same time. */
function letGoOfGarbage() {
  worker.postMessage({ collect: true });
  collectGarbage();
}

/** Give Python what QR codes have brought, as soon as it can show it. */
function bring() {
  if (isShown && !isOver) {
    brought.forEach((code) => worker.postMessage({ code }));
    keepBrought([]);
  }
}

function keepBrought(codes) {
  brought = codes;
  keepUnshownCodes(codes);
}

function send(message) {
  isAsked = isShown;
  worker.postMessage(message, [message.buffer]);
  if (isShown && !isOver) {
    pulse.sent();
    if (IS_FIREFOX) {
      keepCompiled();
    }
  }
}

/** Return what the reader of QR codes has read, or why it has not. */
async function readCodes(wanted) {
  try {
    reader ??= await import("./reader.js");
    return await reader.read(wanted);
  } catch {
    return { ended: "unloaded" };
  }
}

/** Let another tab write. Everything shown is stored. */
async function giveWay(takeBack) {
  end();
  await waking.failed("elsewhere", "", [{ key: "here", action: takeBack }]);
  await waking.close();
  await end();
  isLeft = true;
}

/** Show why the app cannot continue: the first reason, because later ones follow from it. */
function stop(why, detail) {
  if (isOver) {
    return;
  }
  waking.failed(why, detail);
  end().then(() => isLeft || isLost || waking.begin()); // what waits can be taken back again
  if (phase !== "stopped") {
    forgetPython(); // it may be the reason
  }
  lookForNewer();
}

/** End Python, once, and wait until what it has written is stored. */
function end() {
  isOver = true;
  ending ??= endWorker();
  return ending;
}

/**
 * Let the worker end by itself, and terminate it if it hangs. While it compiles Python it is left
 * alone, because WebKit would crash, with the page: it ends before it opens the database.
 */
async function endWorker() {
  clearTimeout(stuck);
  reader?.close();
  if (!worker) {
    return;
  }
  pulse.end();
  letGo("silent");
  worker.onmessage = ({ data }) => {
    if (data.tells === "changed") {
      commits.store(data.files);
    } else if (data.tells === "over") {
      tellEnded();
    } else if (data.tells === "phase") {
      phase = data.name;
    }
  };
  worker.postMessage({ over: true });
  await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, TO_END))]);
  if (!COMPILING.includes(phase)) {
    worker.terminate();
    worker.onmessage = null; // what comes now is too late: others may write
  }
  await commits.settled;
}

/** An error of a picture, or of a script of others, is none of the start. */
function lookForNewerIfFatal({ target }) {
  if (target === window || waking.isOurScript(target)) {
    removeEventListener("error", lookForNewerIfFatal, CAPTURE); // once is enough
    lookForNewer();
  }
}

/** Load a newer version, if there is one and this one could not be started. */
function lookForNewer() {
  if (phase !== "stopped") {
    takeNewer(() => phase !== "stopped");
  }
}
