// Stores the whole app on the device, one version at a time.
//
// The build adds constants before this code: VERSION; ENDING, of the names of packed files; OF_KITS,
// what only some browsers need: their kit, by path; FILES and WHEN_NEEDED, lists of
// [path, integrity]. Then it adds what unpacks packed files, which are stored unpacked.
// A version is used only when it is complete and all hashes are right, so versions never mix.
// Until then, and if the download is interrupted, the version before is used. A file of WHEN_NEEDED
// is stored when it is requested for the first time; versions share it as long as it is the same.

const PREFIX = `knoddel ${self.registration.scope} `;
const CACHE = PREFIX + VERSION;
const SHARED = `when needed: ${PREFIX}`;
const KEPT_FILE = new URL("kept-file", self.registration.scope).href;
const KIT = new URL(self.location).searchParams.get("canvaskit") === "chromium" ? "wasm" : "script";
const { unpacked } = self.unpacking;
const NEEDED = FILES.filter(([path]) => (OF_KITS[path] ?? KIT) === KIT);

self.addEventListener("install", (event) => event.waitUntil(fetchAll()));
self.addEventListener("activate", (event) => event.waitUntil(takeOver()));
self.addEventListener("fetch", (event) => event.respondWith(answer(event.request)));
self.addEventListener("message", ({ data }) => {
  if (data === "take over") {
    self.skipWaiting();
  }
});

/** Download the files of this version; unchanged ones are copied from the version before. */
async function fetchAll() {
  const cache = await caches.open(CACHE);
  const before = await known(await ours());
  for (const [path, integrity] of NEEDED) {
    const address = addressOf(path);
    if (await cache.match(address)) {
      continue;
    }
    const same = await before.get(integrity)?.();
    await cache.put(address, same ?? (await download(path, integrity)));
  }
  await cache.put(listAddress(), new Response(JSON.stringify(NEEDED)));
}

/** Return the address of a file, as pages ask for it: unpacked. */
function addressOf(path) {
  const { href } = new URL(path, self.registration.scope);
  return isPacked(path) ? href.slice(0, -ENDING.length) : href;
}

function isPacked(path) {
  return path.endsWith(ENDING);
}

/** Download a file of this version, and unpack it if it is packed. */
async function download(path, integrity) {
  const { href } = new URL(path, self.registration.scope);
  const response = await fetchExactly(href, integrity);
  return isPacked(path) ? unpacked(response, addressOf(path)) : response;
}

/** Download a file with this hash; rejects if the server's file has another. */
async function fetchExactly(address, integrity) {
  const response = await fetch(address, { integrity }).catch(() =>
    fetch(address, { integrity, cache: "reload" }),
  );
  if (!response.ok || response.redirected) {
    throw new TypeError(`${address}: ${response.status}`);
  }
  return response;
}

/** Return functions that get the files of these versions, by integrity. */
async function known(names) {
  const files = new Map();
  for (const name of names) {
    const cache = await caches.open(name);
    const list = await cache.match(listAddress());
    for (const [path, integrity] of list ? await list.json() : []) {
      files.set(integrity, () => cache.match(addressOf(path)));
    }
  }
  return files;
}

function listAddress() {
  return new URL("files.json", self.registration.scope).href;
}

async function ours() {
  return (await caches.keys()).filter((name) => name.startsWith(PREFIX));
}

/** Become the active version. Delete other versions, unless the next is being installed. */
async function takeOver() {
  for (const name of self.registration.installing ? [] : await ours()) {
    if (name !== CACHE) {
      await caches.delete(name);
    }
  }
  await self.clients.claim();
}

/** Return a file from the cache that all versions share; download it if it is not there. */
async function whenNeeded(address, integrity) {
  const cache = await caches.open(SHARED);
  const key = `${address}?${integrity}`;
  const kept = await cache.match(key);
  if (kept) {
    return kept;
  }
  const response = await fetchExactly(address, integrity);
  await cache.put(key, response.clone());
  return response;
}

/**
 * Return a file that the app keeps in its database, for the app's worker waits for it. This script
 * is no module, so it cannot import database.js.
 */
async function keptFile(path) {
  const opening = indexedDB.open("knoddel", 1);
  opening.onupgradeneeded = () => opening.transaction.abort(); // there is no database
  const database = await result(opening);
  try {
    const content = await result(database.transaction("files").objectStore("files").get(path));
    return content ? new Response(content) : Response.error();
  } finally {
    database.close();
  }
}

function result(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** Answer from the cache. Requests to other hosts are always refused. */
async function answer(request) {
  const address = new URL(request.url);
  if (address.origin !== self.location.origin) {
    return Response.error();
  }
  if (address.href.startsWith(`${KEPT_FILE}?`) && request.mode !== "navigate") {
    return keptFile(decodeURIComponent(address.search.slice(1)));
  }
  for (const [path, integrity] of WHEN_NEEDED) {
    if (address.href === new URL(path, self.registration.scope).href) {
      return whenNeeded(address.href, integrity);
    }
  }
  const cache = await caches.open(CACHE);
  const wanted = request.mode === "navigate" ? self.registration.scope : request;
  return (await cache.match(wanted, { ignoreSearch: true })) ?? fetchAnew(request);
}

/** Download a file that is not stored, or no more; of another version there are other files. */
function fetchAnew(request) {
  const isWanted = request.method === "GET";
  const file = isWanted && FILES.find(([path]) => addressOf(path) === request.url);
  return file ? download(...file) : fetch(request);
}
