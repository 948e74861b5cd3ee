// Runs pack.py in the app's own Python: node pack.mjs PYODIDE REQUEST
//
// REQUEST is JSON with the arguments of pack.pack(), and the host's folders by the paths where they
// are mounted.

import { pathToFileURL } from "node:url";

const [pyodideFolder, request] = process.argv.slice(2);
const { mounted, ...wished } = JSON.parse(request);

const { loadPyodide } = await import(pathToFileURL(`${pyodideFolder}/pyodide.mjs`));
const python = await loadPyodide({
  indexURL: pyodideFolder,
  env: { PYTHONNODEBUGRANGES: "1" }, // an error shows lines, but no columns where no source is
});
for (const [name, folder] of Object.entries(mounted)) {
  python.FS.mkdirTree(name);
  python.mountNodeFS(name, folder);
}
python.registerJsModule("flet_js", {}); // the module that the page provides to the app
python.globals.set("wished", JSON.stringify(wished));
python.runPython(`
import json, sys
from pathlib import Path

wished = json.loads(wished)
sys.path += wished["folders"]
from pwa.pack import methods_in, pack

target, folders = Path(wished.pop("target")), [Path(each) for each in wished.pop("folders")]
pack(target=target, folders=folders, methods=methods_in(wished["roots"]), **wished)
`);
