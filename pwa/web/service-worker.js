// Keeps the whole app on the device, one version at a time.
//
// The build puts two constants in front of this: VERSION, and FILES, a list of [path, integrity].
// A version is complete and right in every byte before it is used, so that it never mixes with
// another; until then, and if fetching it ends halfway, the version before goes on working.

const PREFIX = `knoddel ${self.registration.scope} `;
const CACHE = PREFIX + VERSION;
const KIT = new URL(self.location).searchParams.get("canvaskit");
const NEEDED = FILES.filter(([path]) => !path.startsWith("canvaskit/") || isOfKit(path));

function isOfKit(path) {
  return path.startsWith("canvaskit/chromium/") === (KIT === "chromium");
}

self.addEventListener("install", (event) => event.waitUntil(fetchAll()));
self.addEventListener("activate", (event) => event.waitUntil(takeOver()));
self.addEventListener("fetch", (event) => event.respondWith(answer(event.request)));
self.addEventListener("message", ({ data }) => {
  if (data === "take over") {
    self.skipWaiting();
  }
});

/** Fetch what this version needs; what the version before has in common with it is kept. */
async function fetchAll() {
  const cache = await caches.open(CACHE);
  const before = await known();
  for (const [path, integrity] of NEEDED) {
    const address = new URL(path, self.registration.scope).href;
    if (await cache.match(address)) {
      continue;
    }
    const same = before.get(integrity);
    await cache.put(address, same ? await same() : await fetchExactly(address, integrity));
  }
  await cache.put(listAddress(), new Response(JSON.stringify(NEEDED)));
}

/** Fetch a file that has exactly these bytes; rejects if the server has others. */
async function fetchExactly(address, integrity) {
  const response = await fetch(address, { integrity }).catch(() =>
    fetch(address, { integrity, cache: "reload" }),
  );
  if (!response.ok || response.redirected) {
    throw new TypeError(`${address}: ${response.status}`);
  }
  return response;
}

/** Return how to get a file of an earlier version, by the integrity of its bytes. */
async function known() {
  const files = new Map();
  for (const name of await ours()) {
    const cache = await caches.open(name);
    const list = await cache.match(listAddress());
    for (const [path, integrity] of list ? await list.json() : []) {
      const address = new URL(path, self.registration.scope).href;
      files.set(integrity, () => cache.match(address));
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

/** Be the version at work. What others have left is thrown away, unless the next is on its way. */
async function takeOver() {
  for (const name of self.registration.installing ? [] : await ours()) {
    if (name !== CACHE) {
      await caches.delete(name);
    }
  }
  await self.clients.claim();
}

/** Answer from the cache. Nothing leaves for any other address, whoever asks. */
async function answer(request) {
  const address = new URL(request.url);
  if (address.origin !== self.location.origin) {
    return Response.error();
  }
  const cache = await caches.open(CACHE);
  const wanted = request.mode === "navigate" ? self.registration.scope : request;
  return (await cache.match(wanted, { ignoreSearch: true })) ?? fetch(request);
}
