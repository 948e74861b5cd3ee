// Runs Python in a worker. It starts at once, before Flutter, and waits for the connection.
//
// Python's messages to the screen leave only when everything that Python has written before is on
// the disk: what is shown is saved.

import { openDatabase } from "./database.js";
import { watchFailing, watchFetching } from "./fetching.js";
import { KeptFiles } from "./kept_files.js";
import { loadPyodide } from "./pyodide/pyodide.js";

const FOLDER = "/data";
/** What was tapped on the page before Python was there. */
const WAITING = "/waiting.json";
const LIFE = `knoddel lives ${crypto.randomUUID()}`;
const NEWER = ["FromTheFuture", "VersionError"];
/** What a failed write means, by the error's name; any other is "lost". */
const LOSSES = { QuotaExceededError: "full", AbortError: "closed", InvalidStateError: "closed" };

/** Python's module `flet_js`; Flet adds `start_connection` and `send`. */
const python = {};
let doing = "starting";
let leaving = Promise.resolve();
let tellClosed;

function tell(tells, more = {}) {
  self.postMessage({ tells, ...more });
}

function fail(why, error) {
  const isNewer = NEWER.includes(error?.type ?? error?.name);
  const [detail] = String(error).trim().split("\n").slice(-1); // the rest is a traceback
  tell("failed", isNewer ? { why: "newer" } : { why, detail });
}

function lose(error) {
  fail(LOSSES[error?.name] ?? "lost", error);
}

async function start() {
  if (self.name === "first") {
    watchFetching((bytes) => tell("fetched", { bytes }));
  }
  watchFailing(fail);
  const pyodide = await loadPyodide({
    indexURL: new URL("pyodide/", import.meta.url).href,
    stdLibURL: new URL("python.zip", import.meta.url).href,
  });
  tell("phase", { name: "opening" });
  doing = "storage";
  const database = await openDatabase();
  doing = "unreadable";
  const files = await KeptFiles.mount(pyodide.FS, FOLDER, database, lose);
  doing = "opening";
  const whenKept = (leave) => {
    leaving = leaving.then(() => files.kept).then(leave);
  };
  python.to_screen = (message) => {
    const bytes = message.toJs();
    whenKept(() => self.postMessage(bytes, [bytes.buffer]));
  };
  python.failed = (text) => fail(doing, text);
  python.sound = (text) => tell("sound", JSON.parse(text));
  python.bring_waiting = async () => {
    const closed = new Promise((resolve) => (tellClosed = resolve));
    tell("close"); // the page writes the file until then
    await closed;
    await files.bring(WAITING);
  };
  python.shown = () => {
    doing = "stopped"; // the only failure possible from now on
    whenKept(() => tell("shown"));
  };
  pyodide.registerJsModule("flet_js", python);
  await pyodide.runPythonAsync("from pwa import ready_made; ready_made.use_archive()");
  await pyodide.runPythonAsync("from pwa import in_browser; in_browser.start()");
}

self.onunhandledrejection = ({ reason }) => fail(doing, reason);

tell("running");

// However the worker ends, the page notices: it then gets this lock.
navigator.locks.request(LIFE, () => {
  tell("lives", { lock: LIFE });
  return new Promise(() => {});
});

const started = start();
started.catch((error) => fail(doing, error));

self.onmessage = async ({ data }) => {
  try {
    await started;
    await hear(data);
  } catch (error) {
    fail("stopped", error);
  }
};

async function hear(data) {
  if (data instanceof Uint8Array) {
    python.send(data);
  } else if (data.closed) {
    tellClosed();
  } else {
    python.documentUrl = data.connect;
    await python.start_connection(python.to_screen);
    tell("connected");
  }
}
