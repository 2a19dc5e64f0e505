// What the person did and the server has not confirmed yet. Each deed has an id of its own, so that it is taken once
// however often it is sent; they go out one after another, also after a reload and after a day without connection.
import { forget, keep, kept, names, onKept } from "./keeping.js";

const PLACE = "deed-";
const PAUSES = [1, 2, 5, 10, 30];
const PATIENCE = 30_000;
const WORDS = ["/say", "/edit"]; // what is kept although it was refused
let failures = 0;
let timer = 0;
let running = false;
let show = () => {};
let tell = () => {};

// In the order in which they were done.
export function deeds() {
  const found = names(PLACE).map((name) => kept(name, null));
  return found.filter(Boolean).sort((one, other) => one.order - other.order);
}

function newId() {
  const bytes = () => [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0"));
  return crypto.randomUUID?.() ?? bytes().join(""); // the former is there on https and localhost alone
}

function hold(deed) {
  if (!keep(PLACE + deed.id, deed)) tell("full");
  show(deeds());
}

// `path` is that of a deed, such as /say or /press; `body` what it takes beside the id.
export function put(path, body) {
  const last = deeds().at(-1)?.order ?? 0;
  hold({ id: newId(), path, body, at: Date.now(), order: Math.max(Date.now(), last + 1) });
  flush();
}

export function drop(id) {
  forget(PLACE + id);
  show(deeds());
}

// Calls `showing` with the deeds that wait, at once and at each change; `telling` with the name of a word, or "".
export function watch(showing, telling) {
  show = showing;
  tell = telling;
  onKept(PLACE, () => show(deeds()));
  addEventListener("online", flush);
  document.addEventListener("visibilitychange", () => document.hidden || flush());
  show(deeds());
  flush();
}

export function flush() {
  clearTimeout(timer);
  if (running) return;
  running = true;
  // Of several tabs one sends; the others see what is left.
  const work = navigator.locks ? navigator.locks.request(`raconteur-${document.body.dataset.chat}`, empty) : empty();
  work.finally(() => (running = false));
}

const waiting = () => deeds().find((deed) => !deed.refused);

async function empty() {
  for (let next = waiting(); next; next = waiting()) {
    const outcome = await send(next);
    if (outcome === "later") {
      tell("offline");
      timer = setTimeout(flush, 1_000 * PAUSES[Math.min(failures++, PAUSES.length - 1)]);
      return;
    }
    failures = 0;
    tell(outcome === "shut" ? "shut" : "");
    if (outcome === "shut") {
      // What can be read without a connection goes with the key; what was not sent stays (offline.js, sw.js).
      globalThis.caches?.delete("raconteur-page");
      return;
    }
    // A button that cannot be pressed any more is nothing to keep.
    if (outcome === "taken" || !WORDS.includes(next.path)) drop(next.id);
    else hold({ ...next, refused: outcome });
  }
}

// "taken", "later", "shut" (the cookie opens nothing any more), or the name of the word that says why not.
async function send({ id, path, body }) {
  try {
    const answer = await fetch(path, {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-Raconteur": "1" },
      body: JSON.stringify({ id, ...body }),
      signal: AbortSignal.timeout?.(PATIENCE),
    });
    if (answer.ok) return "taken";
    if (answer.status === 401 || answer.status === 403) return "shut";
    if (answer.status === 413) return "too-long";
    return answer.status >= 500 || answer.status === 408 || answer.status === 429 ? "later" : "refused";
  } catch {
    return "later";
  }
}
