// The browser's database: the path of each file, and its bytes.

const DATABASE = "knoddel";

export const FILES = "files";

/** Open the database. Rejects if the browser stores nothing, as in some private windows. */
export function openDatabase() {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(FILES);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** Read all files in one transaction: pairs of path and bytes, without bytes if not `isWanted`. */
export function readFiles(database, isWanted) {
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(FILES);
    const files = transaction.objectStore(FILES);
    const paths = files.getAllKeys();
    const contents = new Map();
    paths.onsuccess = () => {
      for (const path of paths.result.filter(isWanted)) {
        files.get(path).onsuccess = ({ target }) => contents.set(path, target.result);
      }
    };
    transaction.oncomplete = () =>
      resolve(paths.result.map((path) => [path, contents.get(path)]));
    transaction.onabort = () => reject(transaction.error);
  });
}

/** Read the bytes of one file; undefined if there is none. */
export function readFile(database, path) {
  return new Promise((resolve, reject) => {
    const request = database.transaction(FILES).objectStore(FILES).get(path);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
