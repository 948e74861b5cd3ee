// Imports the app, and then every module of a built app's archive: node import_all.mjs FOLDER

import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [folder] = process.argv.slice(2);
const { instantiate } = WebAssembly;
WebAssembly.instantiate = async (...wanted) => {
  const result = await instantiate(...wanted);
  const { exports: first } = result.instance ?? result;
  const bring = () => {
    const content = readFileSync(`${folder}/pyodide/pyodide.asm.later.wasm`);
    new WebAssembly.Instance(new WebAssembly.Module(content), { first });
  };
  first.later?.set(0, forTables(bring));
  return result;
};

/** Return a function as one that can stand in a table. */
function forTables(called) {
  const module = Uint8Array.from([
    0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 2, 5, 1, 0, 0, 0, 0, 7, 4, 1, 0, 0, 0,
  ]);
  return new WebAssembly.Instance(new WebAssembly.Module(module), { "": { "": called } }).exports[""];
}

const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide/pyodide.js`));
const python = await loadPyodide({
  indexURL: `${folder}/pyodide`,
  stdLibURL: `${folder}/python.zip`,
});
python.registerJsModule("flet_js", {});
const told = python.runPython(`
import importlib, json, sys
from pathlib import PurePath
from zipfile import ZipFile

from pwa import ready_made

compiled = []

def listen(event, told):
    if event == "compile" and "__create_fn__" in str(told[0]):
        compiled.append(str(told[0]))

sys.addaudithook(listen)
ready_made.use_archive()
importlib.import_module("pwa.in_browser")
compiled_at_start = [*compiled]

archive = next(path for path in sys.path if path.endswith(".zip"))
files = [PurePath(name) for name in ZipFile(archive).namelist() if name.endswith(".pyc")]
modules = [".".join(file.with_suffix("").parts).removesuffix(".__init__") for file in files]
failed = {}
for module in modules:
    try:
        importlib.import_module(module)
    except ImportError as error:
        failed[module] = str(error)
json.dumps({"modules": modules, "failed": failed, "compiled": compiled_at_start})
`);
console.log(told);
