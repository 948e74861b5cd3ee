// Stores the whole app on the device, one version at a time.
//
// The build adds constants before this code: VERSION; ENDING, of the names of packed files; OF_KITS,
// what only some browsers need: their kit, by path; FILES and WHEN_NEEDED, lists of
// [path, integrity]. Then it adds what unpacks packed files, which are stored unpacked.
// A version is used only when it is complete and all hashes are right, so versions never mix.
// Until then, and if the download is interrupted, the version before is used. A file of WHEN_NEEDED
// is stored when it is requested for the first time; versions share it as long as it is the same.
// What a server says about a file is not stored with it: it may be wrong, and no hash covers it.
//
// Firefox keeps a page that has been left, which is 100 MB, for half a minute, unless the next one is
// in another process. That is so if only one of them is isolated from pages of other origins. So
// whenever the page is asked for, it is stored anew as the other kind. Where several tabs load by
// turns, and after an update, a page may be of the same kind as the one before: no harm is done.

const PREFIX = `knoddel ${self.registration.scope} `;
const CACHE = PREFIX + VERSION;
const SHARED = `when needed: ${PREFIX}`;
const KEPT_FILE = hrefOf("kept-file");
const KIT = new URL(self.location).searchParams.get("canvaskit") === "chromium" ? "wasm" : "script";
const { unpacked } = self.unpacking;
const NEEDED = FILES.filter(([path]) => (OF_KITS[path] ?? KIT) === KIT);
/** The types of files for which browsers insist on them, by the ending of the name. */
const TYPES = {
  css: "text/css",
  html: "text/html",
  js: "text/javascript",
  json: "application/json",
  png: "image/png",
  svg: "image/svg+xml",
  wasm: "application/wasm",
};
const ANY_TYPE = "application/octet-stream";
/** What isolates a page: these headers, and that of the worker that the page starts. */
const OPENER = "cross-origin-opener-policy";
const OF_WORKER = { "cross-origin-embedder-policy": "require-corp" };
const OF_PAGE = { ...OF_WORKER, [OPENER]: "same-origin" };
const WORKER = "worker.js";
const IS_FIREFOX = navigator.userAgent.includes("Gecko/");
/** What a page asks for when it is opened; behind it stand `?` and `#`, but no more of a path. */
const PAGE = ["", "index.html"].map(hrefOf);

self.addEventListener("install", (event) => event.waitUntil(fetchAll()));
self.addEventListener("activate", (event) => event.waitUntil(takeOver()));
self.addEventListener("fetch", (event) => event.respondWith(answer(event)));
self.addEventListener("message", ({ data }) => {
  if (data === "take over") {
    self.skipWaiting();
  }
});

/** Store the files of this version, and give the space back if there is not enough. */
async function fetchAll() {
  const cache = await caches.open(CACHE);
  try {
    await fill(cache);
  } catch (error) {
    if (error.name === "QuotaExceededError" && !(await cache.match(listAddress()))) {
      await caches.delete(CACHE); // unless it is complete, for another kit
    }
    throw error;
  }
}

/** Download the files of this version; unchanged ones are copied from the version before. */
async function fill(cache) {
  const before = await known(await ours());
  for (const [path, integrity] of NEEDED) {
    const address = addressOf(path);
    if (await cache.match(address)) {
      continue;
    }
    const same = await before.get(integrity)?.();
    await cache.put(address, same ? plain(same, path) : await download(path, integrity));
  }
  await cache.put(listAddress(), new Response(JSON.stringify(NEEDED)));
}

function hrefOf(path) {
  return new URL(path, self.registration.scope).href;
}

/** Return the address of a file, as pages ask for it: unpacked. */
function addressOf(path) {
  const href = hrefOf(path);
  return isPacked(path) ? href.slice(0, -ENDING.length) : href;
}

function isPacked(path) {
  return path.endsWith(ENDING);
}

/** Download a file of this version, and unpack it if it is packed. */
async function download(path, integrity) {
  const response = await fetchExactly(hrefOf(path), integrity);
  return isPacked(path) ? unpacked(response, addressOf(path)) : plain(response, path);
}

/** Return a response with the content alone: without its address, and without headers like Vary. */
function plain(response, path, more = IS_FIREFOX && path === WORKER ? OF_WORKER : {}) {
  const name = path === "./" ? "index.html" : addressOf(path);
  const type = TYPES[name.split(".").pop()] ?? ANY_TYPE;
  return new Response(response.body, { headers: { "content-type": type, ...more } });
}

/** Return the page as the other kind than it is: isolated, or not. */
function otherKind(page) {
  return plain(page, "./", page.headers.has(OPENER) ? {} : OF_PAGE);
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
  return hrefOf("files.json");
}

async function ours() {
  return (await caches.keys()).filter((name) => name.startsWith(PREFIX));
}

/** Become the active version. Delete other versions, unless the next is being installed. */
async function takeOver() {
  const { installing, waiting } = self.registration;
  const others = (await ours()).filter((name) => name !== CACHE);
  for (const name of installing || waiting ? [] : others) {
    await caches.delete(name);
  }
  await self.clients.claim();
  if (others.length) {
    const pages = await self.clients.matchAll();
    pages.forEach((page) => page.postMessage("taken over")); // one that is loaded now gets it later
  }
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
    return content ? new Response(content, { headers: { "kept-file": "" } }) : Response.error();
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
async function answer(event) {
  const { request } = event;
  const { origin, pathname, search } = new URL(request.url);
  if (origin !== self.location.origin) {
    return Response.error();
  }
  if (request.method !== "GET") {
    return fetch(request);
  }
  const address = origin + pathname;
  const isPage = request.mode === "navigate";
  if (address === KEPT_FILE && search && !isPage) {
    return keptFile(decodeURIComponent(search.slice(1)));
  }
  for (const [path, integrity] of WHEN_NEEDED) {
    if (address === hrefOf(path)) {
      return whenNeeded(address, integrity);
    }
  }
  if (isPage && PAGE.includes(address)) {
    const page = await stored(self.registration.scope, event);
    if (IS_FIREFOX) {
      event.waitUntil(store(self.registration.scope, otherKind(page.clone())));
    }
    return page;
  }
  return stored(address, event);
}

/** Return a file of this version. */
async function stored(address, event) {
  const cache = await caches.open(CACHE);
  return (await cache.match(address)) ?? fetchAnew(address, event);
}

/**
 * Download a file that is not stored, or no more, and store it: of another version there are other
 * files. All that is none of the app's is the server's to answer.
 */
async function fetchAnew(address, event) {
  const file = FILES.find(([path]) => addressOf(path) === address);
  if (file) {
    const response = await download(...file);
    event.waitUntil(store(address, response.clone()));
    return response;
  }
  const packed = FILES.find(([path]) => hrefOf(path) === address);
  return packed ? fetchExactly(address, packed[1]) : fetch(event.request);
}

/** Store a file for the next start, if there is space. */
async function store(address, response) {
  const cache = await caches.open(CACHE);
  await cache.put(address, response).catch(() => {});
}
