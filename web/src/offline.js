/* global FILES -- the build puts the list in */
// The small service worker: everything that was built is kept at hand, so that the score pad, the rules and the lessons
// work without a connection. The game's own requests are never kept: a table shows what is, or says that it cannot.

const CACHE = "wonderland-VERSION";
const KEPT = FILES;

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(CACHE)
      .then((cache) => cache.addAll(["/", ...KEPT.filter((file) => file !== "/index.html")]))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener("activate", (event) => {
  const others = (names) => Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name)));
  event.waitUntil(
    caches
      .keys()
      .then(others)
      .then(() => self.clients.claim()),
  );
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin || pathname.startsWith("/api")) return;
  if (request.mode === "navigate") {
    // The newest page where there is a server; the kept one where there is none, or only a proxy that says so.
    const kept = () => caches.match("/");
    const newest = (page) => (page.status < 500 ? page : kept().then((old) => old ?? page));
    event.respondWith(fetch(request).then(newest, kept));
  } else if (KEPT.includes(pathname)) {
    event.respondWith(caches.match(request, { ignoreSearch: true }).then((kept) => kept ?? fetch(request)));
  }
});
