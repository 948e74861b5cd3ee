// Runs pack.py in the Python that the app will have: node pack.mjs PYODIDE REQUEST
//
// REQUEST is JSON with what pack.pack() takes, and the host's folders by the names that they
// shall have there.

import { pathToFileURL } from "node:url";

const [pyodideFolder, request] = process.argv.slice(2);
const { mounted, ...wished } = JSON.parse(request);

const { loadPyodide } = await import(pathToFileURL(`${pyodideFolder}/pyodide.mjs`));
const python = await loadPyodide({ indexURL: pyodideFolder });
for (const [name, folder] of Object.entries(mounted)) {
  python.FS.mkdirTree(name);
  python.mountNodeFS(name, folder);
}
python.registerJsModule("flet_js", {}); // what the app imports of the page that it will be in
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
