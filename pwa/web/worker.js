// Runs Python in a worker. What Flutter sends before Python is there waits for it.
//
// What Python says leaves after what it has written before, which the page commits first.

import { openDatabase, WAITING } from "./database.js";
import { unpackFetched, watchFailing, watchFetching } from "./fetching.js";
import { collectGarbage } from "./garbage.js";
import { KeptFiles } from "./kept_files.js";
import { keepPython, keptPython, letGo, memoryOf, putInto } from "./kept_python.js";
import { LaterPart } from "./later_wasm.js";
import { loadPyodide } from "./pyodide/pyodide.js";

const PYTHON = {
  indexURL: new URL("pyodide/", import.meta.url).href,
  stdLibURL: new URL("python.zip", import.meta.url).href,
};
const KEEP_THE_REST = `
from pathlib import Path
from pwa import rest
write_the_rest = rest.keep(Path(rest.__loader__.archive))
`;
const FOLDER = "/data";
/** So many milliseconds after the start, work for the next one does not disturb. */
const LATER = 3_000;
const LIFE = `knoddel lives ${crypto.randomUUID()}`;
const NEWER = ["FromTheFuture", "VersionError"];

/** What Python does not run until the app is there. */
const rarelyRun = new LaterPart("pyodide/pyodide.asm.later.wasm");
/** The module `flet_js`. Flet adds `start_connection` and `send`; the app `hear`, `open_code`. */
const python = {};
/** Python's memory if it is new, until it is kept. */
let memory;
let doing = "starting";
/** Whether Python has failed within a run: what that has written is told to nobody, as it is a part. */
let isBroken = false;
/** Whether the page wants no more of this worker. */
let isOver = false;
let tellPage;
/** The page's address, the device's languages in order of preference, and its text scale. */
const page = new Promise((resolve) => (tellPage = resolve));
let tellClosed;
let tellRead;

function tell(tells, more = {}) {
  self.postMessage({ tells, ...more });
}

function fail(why, error) {
  const isNewer = NEWER.includes(error?.type ?? error?.name);
  const [detail] = String(error).trim().split("\n").slice(-1); // the rest is a traceback
  if (doing !== "starting" && error instanceof WebAssembly.RuntimeError) {
    tell("trapped", { why, detail });
  } else {
    tell("failed", isNewer ? { why: "newer" } : { why, detail });
  }
}

function tellChanged(files) {
  if (isBroken) {
    return;
  }
  const moved = files.filter(([, content]) => content).map(([, { buffer }]) => buffer);
  self.postMessage({ tells: "changed", files }, moved);
}

async function start() {
  const isFirstVisit = self.name === "first";
  if (isFirstVisit) {
    watchFetching((bytes) => tell("fetched", { bytes }));
    unpackFetched();
  }
  watchFailing(fail);
  rarelyRun.join();
  const pyodide = await startPython();
  rarelyRun.check();
  pyodide._module.API.on_fatal = () => (isBroken = true);
  const fetching = isFirstVisit && rarelyRun.fetch();
  if (isOver) {
    return;
  }
  tell("phase", { name: "opening" });
  doing = "storage";
  const database = await openDatabase();
  doing = "unreadable";
  const files = await KeptFiles.mount(pyodide.FS, FOLDER, database, tellChanged, !isFirstVisit);
  database.close();
  doing = "opening";
  const said = [];
  /** Tell at once what one run has said, or the page draws a frame with a part of it. */
  const tellSaid = () => {
    const told = said.splice(0);
    const bytes = told.filter((one) => one instanceof Uint8Array);
    self.postMessage({ tells: "said", said: told }, bytes.map(({ buffer }) => buffer));
  };
  const say = async (one) => {
    await undefined; // the run is over then
    await files.told;
    said.push(one);
    if (said.length === 1) {
      queueMicrotask(tellSaid); // all else of this run comes before it
    }
  };
  python.to_screen = (message) => {
    say(message.toJs());
  };
  python.failed = (text) => {
    isBroken = true;
    fail(doing, text);
  };
  python.sound = (text) => say({ tells: "sound", ...JSON.parse(text) });
  python.vibrate = () => {
    say({ tells: "vibrate" });
  };
  python.read_codes = (text) => {
    tell("read", { wanted: JSON.parse(text) });
    return new Promise((resolve) => (tellRead = resolve));
  };
  python.bring_waiting = async () => {
    const closed = new Promise((resolve) => (tellClosed = resolve));
    tell("close"); // the page writes the file until then
    const { waiting, isUnreadable } = await closed;
    if (isUnreadable) {
      files.distrust(WAITING);
      return;
    }
    files.bring(WAITING, waiting);
    if (!waiting) {
      doing = "stopped"; // the page shows what is drawn
    }
  };
  python.shown = () => {
    doing = "stopped"; // the only failure possible from now on
    say({ tells: "shown" });
    setTimeout(workAhead, LATER);
  };
  const { address, languages, textScale } = await page;
  python.documentUrl = address;
  python.languages = JSON.stringify(languages);
  python.text_scale = textScale;
  pyodide.registerJsModule("flet_js", python);
  await fetching;
  await pyodide.runPythonAsync("in_browser.start()");
  await python.start_connection(python.to_screen);
  tell("phase", { name: "drawing" });
}

/** Start Python with all modules imported. */
async function startPython() {
  try {
    const [kept, program] = await Promise.all([keptPython(), import("./pyodide/pyodide.asm.js")]);
    if (kept) {
      return await pyodideWith(kept, program.default);
    }
  } catch {
    // what was kept is of no use
  }
  const pyodide = await loadPyodide({ ...PYTHON, _makeSnapshot: true });
  await pyodide.runPythonAsync("from pwa import ready_made; ready_made.use_archive()");
  await pyodide.runPythonAsync("from pwa import in_browser; in_browser.import_the_rest()");
  await pyodide.runPythonAsync(KEEP_THE_REST);
  memory = memoryOf(pyodide);
  return pyodide;
}

/** Start Python with the memory that was kept, which is copied when Python is compiled. */
async function pyodideWith(kept, create) {
  const pyodide = await loadPyodide({
    ...PYTHON,
    createPyodideModule: async (settings) => {
      const [module] = await Promise.all([create(settings), kept.filled]);
      putInto(module, kept);
      return module;
    },
    stdLibURL: import.meta.url, // any file: Python's memory has what is left of the archive
    _loadSnapshot: kept.content,
  });
  letGo(kept.content);
  await pyodide.runPythonAsync("write_the_rest()");
  return pyodide;
}

/** Do what the next start needs, and what may be called at any time. */
async function workAhead() {
  await keepMemory();
  await rarelyRun.load();
}

/** Keep the memory of a start that imported everything; without it the next start is as slow. */
async function keepMemory() {
  if (memory) {
    const keeping = keepPython(memory);
    memory = undefined;
    await keeping.catch(() => {});
  }
}

self.onunhandledrejection = ({ reason }) => fail(doing, reason);
self.onerror = (_message, _file, _line, _column, error) => {
  fail(doing, error);
  return true; // the page need not be told by the browser, too
};

tell("running");

// However the worker ends, the page notices: it then gets this lock.
navigator.locks.request(LIFE, () => {
  tell("lives", { lock: LIFE });
  return new Promise(() => {});
});

const started = start();
started.catch((error) => fail(doing, error));

self.onmessage = async ({ data }) => {
  if (data.over) {
    isOver = true;
    if (doing === "starting") {
      await started.catch(() => {}); // WebKit may crash if Python is being compiled
    }
    tell("over");
    self.close();
    return;
  }
  if (data.page) {
    tellPage(data.page);
    return;
  }
  try {
    await started;
  } catch {
    return; // which has been told
  }
  if (!isOver) {
    await hear(data).catch((error) => fail(doing, error));
  }
};

async function hear(data) {
  if (data instanceof Uint8Array) {
    python.hear(data);
  } else if (data.closed) {
    tellClosed(data);
  } else if (data.read) {
    tellRead(JSON.stringify(data.read));
  } else if (data.code) {
    python.open_code(data.code);
  } else if (data.collect) {
    collectGarbage();
  } else if (data.ask) {
    tell("answers"); // all that was sent before has been heard
  }
}
