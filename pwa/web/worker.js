// Python, in a worker of its own. It starts at once, before Flutter, and waits to be connected.
//
// What Python tells the screen leaves only when everything that Python has written until then is
// on the disk: what is shown is saved.

import { watchFetching } from "./fetching.js";
import { KeptFiles } from "./kept_files.js";
import { loadPyodide } from "./pyodide/pyodide.js";

const FOLDER = "/data";

/** Python's module `flet_js`; Flet adds `start_connection` and `send`. */
const python = {};
let doing = "starting";
let leaving = Promise.resolve();

function tell(tells, more = {}) {
  self.postMessage({ tells, ...more });
}

function fail(why, error) {
  tell("failed", { why, detail: String(error) });
}

async function start() {
  if (self.name === "first") {
    watchFetching((bytes) => tell("fetched", { bytes }));
  }
  const pyodide = await loadPyodide({
    indexURL: new URL("pyodide/", import.meta.url).href,
    stdLibURL: new URL("python.zip", import.meta.url).href,
  });
  doing = "storage";
  const files = await KeptFiles.mount(pyodide.FS, FOLDER, (error) => fail("full", error));
  doing = "opening";
  tell("phase", { name: doing });
  const whenKept = (leave) => {
    leaving = leaving.then(() => files.kept).then(leave);
  };
  python.to_screen = (message) => {
    const bytes = message.toJs();
    whenKept(() => self.postMessage(bytes, [bytes.buffer]));
  };
  python.shown = () => whenKept(() => tell("shown"));
  pyodide.registerJsModule("flet_js", python);
  await pyodide.runPythonAsync("from pwa import ready_made; ready_made.use_archive()");
  await pyodide.runPythonAsync("from pwa import in_browser; in_browser.start()");
}

tell("running");
const started = start();
started.catch((error) => fail(doing, error));

self.onmessage = async ({ data }) => {
  await started;
  if (data instanceof Uint8Array) {
    python.send(data);
  } else {
    python.documentUrl = data.connect;
    await python.start_connection(python.to_screen);
    tell("connected");
  }
};
