// What this browser keeps for a chat, in its local storage: what was not sent yet, and drafts. Each thing has a key of its
// own, so that two tabs never write over each other's. Where nothing can be kept (private windows, a full disk) it lives
// as long as the page is open.
const START = `raconteur-${document.body.dataset.chat}-`;
const memory = new Map();

function stored(action, otherwise) {
  try {
    return action(localStorage);
  } catch {
    return otherwise;
  }
}

export function kept(name, otherwise) {
  const text = memory.get(name) ?? stored((storage) => storage.getItem(START + name), null);
  try {
    return text === null ? otherwise : JSON.parse(text);
  } catch {
    return otherwise;
  }
}

// Returns whether it will survive a reload.
export function keep(name, value) {
  const text = JSON.stringify(value);
  memory.delete(name);
  const done = stored((storage) => (storage.setItem(START + name, text), true), false);
  if (!done) memory.set(name, text);
  return done;
}

export function forget(name) {
  memory.delete(name);
  stored((storage) => storage.removeItem(START + name));
}

// The names that begin so, in no order.
export function names(start = "") {
  const all = stored((storage) => Object.keys(storage), []).filter((key) => key.startsWith(START));
  return [...new Set([...all.map((key) => key.slice(START.length)), ...memory.keys()])].filter((name) => name.startsWith(start));
}

export function forgetAll() {
  names().forEach(forget);
}

// Calls `then` when another tab has changed something whose name begins so.
export function onKept(start, then) {
  addEventListener("storage", ({ key }) => (key === null || key.startsWith(START + start)) && then());
}

export function setLook(look) {
  const root = document.documentElement;
  if (look === "auto") delete root.dataset.look;
  else root.dataset.look = look;
  stored((storage) => storage.setItem("raconteur-look", look));
}
