// Runs Python programs on the files that the browser stores, as the app's worker has them.

import { openDatabase } from "./database.js";
import { KeptFiles } from "./kept_files.js";
import { loadPyodide } from "./pyodide/pyodide.js";

self.onmessage = async ({ data: program }) => {
  const pyodide = await loadPyodide({
    indexURL: new URL("pyodide/", import.meta.url).href,
    stdLibURL: new URL("python.zip", import.meta.url).href,
  });
  const files = await KeptFiles.mount(pyodide.FS, "/data", await openDatabase(), () => {}, true);
  const told = pyodide.runPython(program);
  await files.kept;
  self.postMessage(told);
};
