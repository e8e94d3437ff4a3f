/* global FILES -- the build puts the list in */
// The small service worker: everything that was built is kept at hand, so that the score pad, the rules and the lessons
// work without a connection. The game's own requests are never kept: a table shows what is, or says that it cannot.
//
// A new worker does not push the old one aside: it waits, with its own files already kept, until no page is left that the
// old one serves. So the files of the build that an open page belongs to are always there, with or without a connection.

const PREFIX = "wonderland-";
const CACHE = `${PREFIX}VERSION`;
const KEPT = FILES;
/** Milliseconds that a page may take to come from the network, where there is one at hand. */
const NETWORK_TIMEOUT_MS = 3000;

self.addEventListener("install", (event) => {
  // All of it or nothing: a cache that has the page has everything that the page needs.
  const files = ["/", ...KEPT.filter((file) => file !== "/index.html")];
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(files)));
});

self.addEventListener("activate", (event) => event.waitUntil(dropOtherBuilds().then(() => self.clients.claim())));

async function dropOtherBuilds() {
  const others = (await caches.keys()).filter((name) => name !== CACHE);
  await Promise.all(others.map((name) => caches.delete(name)));
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin || pathname.startsWith("/api")) return;
  if (request.mode === "navigate") event.respondWith(page(event));
  // Files of any build: a page may be newer than the worker that serves it.
  else if (KEPT.includes(pathname) || pathname.startsWith("/assets/")) event.respondWith(file(request));
});

async function file(request) {
  const own = await (await caches.open(CACHE)).match(request, { ignoreSearch: true });
  return own ?? (await caches.match(request, { ignoreSearch: true })) ?? fetch(request);
}

/** The newest page where there is a server; the kept one where there is none, or only a proxy, or one that takes too long. */
async function page(event) {
  const LATE = "late";
  const network = fetch(event.request);
  const answer = network.catch(() => null);
  const first = await Promise.race([answer, new Promise((done) => setTimeout(done, NETWORK_TIMEOUT_MS, LATE))]);
  if (first !== LATE && first?.status < 500) return first;
  const kept = await keptPage();
  if (!kept) return network;
  // What comes late may be of another build. A page alone would be of no use without its files: they are all fetched.
  if (first === LATE) event.waitUntil(answer.then((came) => came && self.registration.update()).catch(() => null));
  return kept;
}

/** Of the newest build that is kept: a worker that waits has fetched all of its files. */
async function keptPage() {
  for (const name of (await caches.keys()).filter((name) => name.startsWith(PREFIX)).reverse()) {
    const found = await (await caches.open(name)).match("/");
    if (found) return found;
  }
}

// Somebody has pressed "it is your turn": the table's window comes to the front, or is opened.
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(showTable(event.notification.data?.path ?? "/"));
});

async function showTable(path) {
  const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const open = windows.find(({ url }) => new URL(url).pathname === path);
  return open ? open.focus() : self.clients.openWindow(path);
}
