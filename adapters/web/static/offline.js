// What this browser can show without a connection: the page as it was loaded last, and the lines that came since. The
// service worker (sw.js) keeps the page; it all goes when somebody signs out, or has everything deleted.
import { tell } from "./composer.js";
import { all, numberOf, onShown, show } from "./history.js";

const KEPT = "raconteur-page"; // the same in sw.js
const LINES = "/kept-lines";
const MOST = 50;
let timer = 0;

async function keepLines() {
  const lines = [...all()]
    .slice(-MOST)
    .filter((line) => numberOf(line) && !line.querySelector("textarea"))
    .map((line) => ({ n: numberOf(line), key: line.dataset.key, html: line.outerHTML, who: line.matches(".me") ? "me" : "bot" }));
  const cache = await caches.open(KEPT);
  // Only behind a page that is kept: there it was made sure whose it is.
  if (!(await cache.match("/"))) return;
  await cache.put(LINES, new Response(JSON.stringify({ chat: document.body.dataset.chat, lines })));
}

async function showKept() {
  const found = await (await caches.open(KEPT)).match(LINES);
  const { chat, lines } = found ? await found.json() : {};
  if (chat !== document.body.dataset.chat) return;
  lines.forEach(show);
  tell("kept");
}

export async function forgetKept() {
  clearTimeout(timer);
  await globalThis.caches?.delete(KEPT);
}

export function readsOffline() {
  if (!globalThis.caches || !navigator.serviceWorker) return;
  navigator.serviceWorker.register("/static/sw.js", { scope: "/" }).catch(() => {});
  if (document.body.dataset.kept) {
    showKept().catch(() => {});
    return;
  }
  onShown(() => {
    clearTimeout(timer);
    timer = setTimeout(() => keepLines().catch(() => {}), 400);
  });
}
