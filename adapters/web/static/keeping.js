// What this browser keeps for a chat, in its local storage: what was not sent yet, and the draft.
// Where nothing can be kept (private windows, a full disk) it lives as long as the page is open.
const place = (name) => `raconteur-${document.body.dataset.chat}-${name}`;
const memory = new Map();

export function kept(name, otherwise) {
  try {
    const text = localStorage.getItem(place(name));
    if (text !== null) return JSON.parse(text);
  } catch {
    // Read from memory instead.
  }
  return memory.has(name) ? memory.get(name) : otherwise;
}

// Returns whether it will survive a reload.
export function keep(name, value) {
  try {
    if (value === null) localStorage.removeItem(place(name));
    else localStorage.setItem(place(name), JSON.stringify(value));
    memory.delete(name);
    return true;
  } catch {
    memory.set(name, value);
    try {
      localStorage.removeItem(place(name)); // else an older one would come back
    } catch {
      // There is nothing to remove.
    }
    return false;
  }
}

export function onKept(name, then) {
  window.addEventListener("storage", (event) => event.key === place(name) && then());
}

export function setLook(look) {
  const root = document.documentElement;
  if (look === "auto") delete root.dataset.look;
  else root.dataset.look = look;
  try {
    localStorage.setItem("raconteur-look", look);
  } catch {
    // It holds until the page is closed.
  }
}
