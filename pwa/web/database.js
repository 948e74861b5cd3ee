// The browser's database: the path of each file, and its bytes.

const DATABASE = "knoddel";

const FILES = "files";

/** What was tapped on the page before Python was there. */
export const WAITING = "/waiting.json";

/** Open the database. Rejects if the browser stores nothing, as in some private windows. */
export function openDatabase() {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(FILES);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/**
 * Read all files: pairs of path and bytes, without bytes if a file is not wanted (`isWanted(path)`),
 * or cannot be read. Rejects if they cannot be listed.
 */
export async function readFiles(database, isWanted) {
  const paths = await listed(database);
  const wanted = paths.filter(isWanted);
  const contents = await readTogether(database, wanted).catch(() => readEach(database, wanted));
  return paths.map((path) => [path, contents.get(path)]);
}

function listed(database) {
  return new Promise((resolve, reject) => {
    const request = database.transaction(FILES).objectStore(FILES).getAllKeys();
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

function readTogether(database, paths) {
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(FILES);
    const files = transaction.objectStore(FILES);
    const contents = new Map();
    for (const path of paths) {
      files.get(path).onsuccess = ({ target }) => contents.set(path, target.result);
    }
    transaction.oncomplete = () => resolve(contents);
    transaction.onabort = () => reject(transaction.error);
  });
}

/** One that cannot be read aborts its transaction. */
async function readEach(database, paths) {
  const contents = new Map();
  for (const path of paths) {
    contents.set(path, await readFile(database, path).catch(() => undefined));
  }
  return contents;
}

/** Read the bytes of one file; undefined if there is none. */
export function readFile(database, path) {
  return new Promise((resolve, reject) => {
    const request = database.transaction(FILES).objectStore(FILES).get(path);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/**
 * Store files in one transaction, which is flushed to the disk: `[path, bytes]`, or `[path]` to
 * delete one. Rejects if nothing was stored.
 */
export function writeFiles(database, files) {
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(FILES, "readwrite", { durability: "strict" });
    let reason; // WebKit does not say it of a transaction that was to be committed
    transaction.oncomplete = resolve;
    transaction.onerror = ({ target }) => (reason ??= target.error);
    transaction.onabort = () => reject(transaction.error ?? reason);
    try {
      put(files, transaction.objectStore(FILES));
      transaction.commit(); // by itself it would wait for the page, which may be busy
    } catch (error) {
      reject(error);
      transaction.abort(); // else the files put before would be committed
    }
  });
}

function put(files, store) {
  for (const [path, content] of files) {
    if (content) {
      store.put(content, path);
    } else {
      store.delete(path);
    }
  }
}
