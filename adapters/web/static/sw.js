// The page without a connection. Kept are our own static files, and the conversation's page as it was loaded last: no
// other page, no file and no photo. What the browser kept of the conversation goes as soon as it is signed out.
const SHELL = "raconteur-shell";
const KEPT = "raconteur-page"; // the same in offline.js

// A copy of the page that says of itself that it was kept.
async function keepPage(answer) {
  const html = await answer.clone().text();
  if (!html.includes("data-chat=")) return;
  const headers = new Headers(answer.headers);
  headers.delete("Content-Length");
  const marked = html.replace("<body ", '<body data-kept="yes" ');
  await (await caches.open(KEPT)).put("/", new Response(marked, { headers }));
}

async function page(request) {
  try {
    const answer = await fetch(request);
    if (answer.ok) await keepPage(answer);
    else if (answer.status === 401 || answer.status === 403) await caches.delete(KEPT);
    return answer;
  } catch (trouble) {
    const kept = await caches.match("/", { cacheName: KEPT });
    if (kept) return kept;
    throw trouble;
  }
}

async function file(request) {
  try {
    const answer = await fetch(request);
    if (answer.ok) await (await caches.open(SHELL)).put(request, answer.clone());
    return answer;
  } catch (trouble) {
    const kept = await caches.match(request, { cacheName: SHELL });
    if (kept) return kept;
    throw trouble;
  }
}

async function signOut(request) {
  await caches.delete(KEPT);
  return fetch(request);
}

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname, search } = new URL(request.url);
  if (origin !== self.location.origin) return;
  if (request.method === "POST" && pathname === "/devices/sign-out") event.respondWith(signOut(request));
  else if (request.method !== "GET") return;
  else if (request.mode === "navigate" && pathname === "/" && !search) event.respondWith(page(request));
  else if (pathname.startsWith("/static/") && !pathname.startsWith("/static/operator/")) event.respondWith(file(request));
});
// --- while the page is closed: it shows a question that has come --------------------------------------------------

self.addEventListener("push", (event) => event.waitUntil(showQuestion(event)));
self.addEventListener("notificationclick", (event) => event.waitUntil(openPage(event)));

// A new question takes the place of an older one. Whoever is looking at the page sees it there.
async function showQuestion(event) {
  const { title, body } = event.data.json();
  const open = await self.clients.matchAll({ type: "window" });
  if (open.some((each) => each.visibilityState === "visible" && each.focused)) return;
  await self.registration.showNotification(title, { body, tag: "question", renotify: true, icon: "/static/preview.png" });
}

// Whoever presses it comes to the question, also where they were looking at something else.
async function openPage(event) {
  event.notification.close();
  const windows = await self.clients.matchAll({ type: "window" });
  const open = windows.find(({ url }) => new URL(url).pathname === "/");
  if (!open) return void (await self.clients.openWindow("/"));
  open.postMessage("question");
  await open.focus();
}
