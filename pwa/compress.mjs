// Writes NAME.gz and NAME.br beside each file of a folder: node compress.mjs FOLDER
//
// Files that hardly get smaller, such as pictures, are left alone.

import { readdir, readFile, writeFile } from "node:fs/promises";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const [folder] = process.argv.slice(2);
const WORTH_IT = 0.95;
const FORMATS = {
  gz: (content) => promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION }),
  br: (content) =>
    promisify(brotliCompress)(content, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
      },
    }),
};

const found = await readdir(folder, { recursive: true, withFileTypes: true });
const files = found.filter((each) => each.isFile()).map(({ parentPath, name }) => `${parentPath}/${name}`);

for (const file of files) {
  const content = await readFile(file);
  const each = Object.entries(FORMATS).map(async ([ending, compress]) => {
    const compressed = await compress(content);
    if (compressed.length < content.length * WORTH_IT) await writeFile(`${file}.${ending}`, compressed);
  });
  await Promise.all(each);
}
