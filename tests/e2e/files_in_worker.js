// Runs Python programs on the files that the browser stores, as the app's worker has them.

import { openDatabase, writeFiles } from "./database.js";
import { KeptFiles } from "./kept_files.js";
import { LaterPart } from "./later_wasm.js";
import { loadPyodide } from "./pyodide/pyodide.js";

self.onunhandledrejection = ({ reason }) => {
  throw reason; // the page listens to errors only
};

new LaterPart("pyodide/pyodide.asm.later.wasm").join();

self.onmessage = async ({ data: program }) => {
  const pyodide = await loadPyodide({
    indexURL: new URL("pyodide/", import.meta.url).href,
    stdLibURL: new URL("python.zip", import.meta.url).href,
  });
  const database = await openDatabase();
  const changes = [];
  const tell = (files) => changes.push(files);
  const files = await KeptFiles.mount(pyodide.FS, "/data", database, tell, true);
  const told = pyodide.runPython(program);
  await files.told;
  for (const changed of changes) {
    await writeFiles(database, changed);
  }
  self.postMessage(told);
};
