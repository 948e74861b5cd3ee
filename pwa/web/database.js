// The browser's database: the path of each file, and its bytes.

const DATABASE = "knoddel";

const FILES = "files";

/** What was tapped on the page before Python was there. */
export const WAITING = "/waiting.json";

/** Open the database. Rejects if the browser stores nothing, as in some private windows. */
export async function openDatabase() {
  const request = indexedDB.open(DATABASE, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(FILES);
  return result(request);
}

/**
 * Read all files: pairs of path and bytes, without bytes if a file is not wanted (`isWanted(path)`),
 * or cannot be read. Rejects if they cannot be listed.
 */
export async function readFiles(database, isWanted) {
  try {
    return await readTogether(database, isWanted);
  } catch {
    return await readEach(database, isWanted); // one that cannot be read aborts the transaction
  }
}

function readTogether(database, isWanted) {
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

async function readEach(database, isWanted) {
  const files = [];
  for (const path of await result(filesOf(database).getAllKeys())) {
    const reading = isWanted(path) ? readFile(database, path) : undefined;
    files.push([path, await reading?.catch(() => undefined)]);
  }
  return files;
}

/** Read the bytes of one file; undefined if there is none. */
export async function readFile(database, path) {
  return result(filesOf(database).get(path));
}

function filesOf(database) {
  return database.transaction(FILES).objectStore(FILES);
}

function result(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/**
 * Store files in one transaction, which is flushed to the disk: `[path, bytes]`, or `[path]` to
 * delete one. Of what waits only the taps in `written` are deleted. Rejects if nothing was stored.
 */
export function writeFiles(database, files, written) {
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(FILES, "readwrite", { durability: "strict" });
    let reason; // WebKit does not say it of a transaction that was to be committed
    transaction.oncomplete = resolve;
    transaction.onerror = ({ target }) => (reason ??= target.error);
    transaction.onabort = () => reject(transaction.error ?? reason);
    const store = transaction.objectStore(FILES);
    const commit = (all) => {
      try {
        put(all, store);
        transaction.commit(); // by itself it would wait for the page, which may be busy
      } catch (error) {
        reject(error);
        transaction.abort(); // else the files put before would be committed
      }
    };
    const others = files.filter(([path, content]) => path !== WAITING || content);
    if (written && others.length < files.length) {
      store.get(WAITING).onsuccess = ({ target }) =>
        commit([...others, [WAITING, tapsAfter(written, target.result)]]);
    } else {
      commit(files);
    }
  });
}

/**
 * Return the taps of `now` without those that were written, or undefined if none are left: a tab that
 * was just opened may have kept more, or taken some back.
 */
function tapsAfter(written, now) {
  const before = tapsIn(written);
  const after = tapsIn(now);
  const place = after.findIndex((tap, at) => tap !== before[at]);
  return place < 0 ? undefined : new TextEncoder().encode(`[${after.slice(place)}]`);
}

/** Return each tap as JSON; none if they are not valid: Python has moved those out of the way. */
function tapsIn(bytes) {
  try {
    return JSON.parse(new TextDecoder().decode(bytes)).map((tap) => JSON.stringify(tap));
  } catch {
    return [];
  }
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
