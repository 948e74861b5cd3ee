// Imports the app, and then every module of a built app's archive: node import_all.mjs FOLDER

import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [folder] = process.argv.slice(2);
const { bringWhenCalled, link } = await import(pathToFileURL(`${folder}/later_wasm.js`));
const { instantiate } = WebAssembly;
WebAssembly.instantiate = async (...wanted) => {
  const result = await instantiate(...wanted);
  const { exports: first } = result.instance ?? result;
  if (first.later) {
    const later = () => readFileSync(`${folder}/pyodide/pyodide.asm.later.wasm`);
    bringWhenCalled(first, () => link(first, new WebAssembly.Module(later())));
  }
  return result;
};
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
from zipimport import zipimporter

from pwa import ready_made

compiled = []

def listen(event, told):
    if event == "compile" and "__create_fn__" in str(told[0]):
        compiled.append(str(told[0]))

sys.addaudithook(listen)
ready_made.use_archive()
importlib.import_module("pwa.in_browser").import_the_rest()
compiled_at_start = [*compiled]
read_twice = [
    name for name, module in sys.modules.items() if isinstance(module.__loader__, zipimporter)
]

archive = next(path for path in sys.path if path.endswith(".zip"))
files = [PurePath(name) for name in ZipFile(archive).namelist() if name.endswith(".pyc")]
modules = [".".join(file.with_suffix("").parts).removesuffix(".__init__") for file in files]
failed = {}
for module in modules:
    try:
        importlib.import_module(module)
    except ImportError as error:
        failed[module] = str(error)
json.dumps(
    {
        "modules": modules,
        "failed": failed,
        "compiled": compiled_at_start,
        "read_twice": read_twice,
    }
)
`);
console.log(told);
