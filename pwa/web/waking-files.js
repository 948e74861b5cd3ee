/* Reads and writes the browser's files for the slate before Python is there. */
globalThis.wakingFiles = (() => {
  "use strict";

  const { must } = globalThis.wakingReading;

  const DATABASE = "knoddel";
  const STORE = "files";
  const SNAPSHOT = "/waking.json";
  const GRAPH = "/ahead.json";
  const WAITING = "/waiting.json";
  const OWN_DATA = /^\/(?:evenings\/|(?:library|book)\.(?:json|previous)$|(?:waiting|not-written)\.json$)/;
  const HANGS = 10_000; /* milliseconds after which the database is taken to hang */

  function settled(request) {
    return new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  }

  async function opened(use) {
    const opening = indexedDB.open(DATABASE); // of any version; a new one gets the store
    opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
    const database = await settled(opening);
    try {
      return await use(database);
    } finally {
      database.close();
    }
  }

  const stored = (read) => opened((database) => read(database.transaction(STORE).objectStore(STORE)));
  const keptFiles = (...paths) => stored((files) => filesIn(files, paths));
  const filesIn = (files, paths) => Promise.all(paths.map((path) => settled(files.get(path))));

  /* The snapshot, what waits, and the graph, which is read apart: without one the slate is drawn all the same. */
  const drawnFirst = () => opened((database) => {
    const read = async (...paths) => filesIn(database.transaction(STORE).objectStore(STORE), paths);
    return Promise.all([read(SNAPSHOT, WAITING), read(GRAPH).catch(() => [])]);
  });

  /* Store the taps that wait in place of those that did; resolves to what is on the disk then. Rejects
     if another page has changed them, or may: this one may have slept since it was tapped on. */
  const keepWaiting = (before, taps, mayWrite) => opened(async (database) => {
    must(mayWrite());
    const transaction = database.transaction(STORE, "readwrite", { durability: "strict" });
    const stored = new Promise((resolve, reject) => {
      transaction.oncomplete = resolve;
      transaction.onabort = () => reject(transaction.error);
    });
    stored.catch(() => {}); // it is told below, if nothing else is
    const files = transaction.objectStore(STORE);
    must(String(await settled(files.get(WAITING))) === String(before));
    const content = taps.length ? new TextEncoder().encode(JSON.stringify(taps)) : undefined;
    if (content) files.put(content, WAITING);
    else files.delete(WAITING);
    await stored;
    return content;
  });

  /* What the database answers. Rejects if it does not answer for long: it may never do. */
  function answered(asked) {
    return new Promise((resolve, reject) => {
      setTimeout(reject, HANGS, "");
      asked.then(resolve, reject);
    });
  }

  /* All stored files in base64, by path, and the paths of those that cannot be read. */
  async function backup() {
    const paths = await answered(stored((files) => settled(files.getAllKeys())));
    const files = {};
    const unread = [];
    for (const path of paths.filter((one) => OWN_DATA.test(one))) {
      const [content] = await answered(keptFiles(path).catch(() => []));
      if (content) files[path] = base64(content);
      else unread.push(path);
    }
    return { content: JSON.stringify({ format: "knoddel-files", version: 1, files }, null, 1), unread };
  }

  function base64(bytes) {
    let characters = "";
    for (const byte of new Uint8Array(bytes)) characters += String.fromCharCode(byte);
    return btoa(characters);
  }

  return { drawnFirst, keepWaiting, backup };
})();
