// What the person did and the server has not confirmed yet. Each deed has an id of its own, so that it is taken once
// however often it is sent; they go out one after another, also after a reload and after a day without connection.
import { keep, kept, onKept } from "./keeping.js";

const PAUSES = [1, 2, 5, 10, 30];
const PATIENCE = 30_000;
let failures = 0;
let timer = 0;
let running = false;
let notify = () => {};
let survives = true;
let tell = () => {};

export const deeds = () => kept("outbox", []);

function replace(change) {
  survives = keep("outbox", change(deeds()));
  notify(deeds(), { survives });
}

function newId() {
  return crypto.randomUUID?.() ?? [...crypto.getRandomValues(new Uint8Array(16))].map((b) => b.toString(16).padStart(2, "0")).join("");
}

// `path` is /say, /press or /edit; `body` what it takes beside the id.
export function put(path, body) {
  const deed = { id: newId(), path, body, at: new Date().toISOString() };
  replace((all) => [...all, deed]);
  flush();
  return deed;
}

export function drop(id) {
  replace((all) => all.filter((deed) => deed.id !== id));
}

// Calls `then` with the deeds that wait, at once and at each change; `trouble` with the name of a word, or "".
export function watch(then, trouble) {
  notify = (all, how = { survives }) => {
    then(all);
    if (!how.survives) trouble("full");
  };
  onKept("outbox", () => notify(deeds()));
  window.addEventListener("online", flush);
  document.addEventListener("visibilitychange", () => document.hidden || flush());
  tell = trouble;
  notify(deeds());
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

async function empty() {
  for (let next = waiting(); next; next = waiting()) {
    const outcome = await send(next);
    if (outcome === "later") {
      tell("offline");
      const pause = PAUSES[Math.min(failures++, PAUSES.length - 1)];
      timer = setTimeout(flush, pause * 1000);
      return;
    }
    if (outcome === "shut") {
      tell("shut");
      return;
    }
    failures = 0;
    tell("");
    // A button that cannot be pressed any more is nothing to keep.
    if (outcome === "taken" || next.path === "/press") drop(next.id);
    else replace((all) => all.map((deed) => (deed.id === next.id ? { ...deed, refused: outcome } : deed)));
  }
}

const waiting = () => deeds().find((deed) => !deed.refused);

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
