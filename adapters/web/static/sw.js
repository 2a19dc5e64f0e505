// Works for the page while it is closed: it shows a question that has come.

self.addEventListener("push", (event) => event.waitUntil(showQuestion(event)));
self.addEventListener("notificationclick", (event) => event.waitUntil(openPage(event)));

// A new question takes the place of an older one. Whoever is looking at the page sees it there.
async function showQuestion(event) {
  const { title, body } = event.data.json();
  const open = await self.clients.matchAll({ type: "window" });
  if (open.some((each) => each.visibilityState === "visible" && each.focused)) return;
  await self.registration.showNotification(title, { body, tag: "question", renotify: true, icon: "/static/preview.png" });
}

async function openPage(event) {
  event.notification.close();
  const [open] = await self.clients.matchAll({ type: "window" });
  await (open ? open.focus() : self.clients.openWindow("/"));
}
