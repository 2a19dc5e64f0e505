// Recordings of this browser that the server has not confirmed yet. Their parts are kept in its database as they come
// from the microphone and sent one by one, so that a reload, a lost connection or a server that dies costs nothing.
// Where the browser keeps nothing (some private windows) they live as long as the page is open.
const CHAT = document.body.dataset.chat;
const LOCK = `raconteur-recordings-${CHAT}`;
const PAUSES = [1, 2, 5, 10, 30];
const PATIENCE = 60_000;
const LIVE_PATIENCE = 10_000; // for a part whose answer somebody waits for while they speak
const LIVE_PAUSE = 2; // seconds at most between two tries meanwhile
const channel = globalThis.BroadcastChannel ? new BroadcastChannel(LOCK) : null;
let changed = () => {};
let answered = () => {}; // is called with what the server says of a part of a live recording
const through = new Map(); // how many parts from the first were sent, by id
let failures = 0;
let timer = 0;
let running = false;
let again = false;
let shut = false;
export let survives = true;

// --- where they are kept -----------------------------------------------------------------------------------------

const asked = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

function opened() {
  const request = indexedDB.open("raconteur", 1);
  request.onupgradeneeded = () => {
    request.result.createObjectStore("recordings", { keyPath: "id" });
    request.result.createObjectStore("parts", { keyPath: ["id", "number"] });
  };
  return asked(request);
}

// The same in memory, for browsers that keep nothing.
function inMemory() {
  survives = false;
  const stores = { recordings: new Map(), parts: new Map() };
  const name = (key) => JSON.stringify(key);
  return {
    get: async (store, key) => structuredClone(stores[store].get(name(key))),
    all: async (store) => [...stores[store].values()].map((value) => ({ ...value })),
    put: async (store, value) => void stores[store].set(name(store === "parts" ? [value.id, value.number] : value.id), value),
    partsOf: async (id, from = 0) => [...stores.parts.values()].filter((part) => part.id === id && part.number >= from).sort((a, b) => a.number - b.number),
    drop: async (id) => {
      stores.recordings.delete(name(id));
      for (const [key, part] of stores.parts) if (part.id === id) stores.parts.delete(key);
    },
  };
}

function onDisk(database) {
  const store = (name, mode = "readonly") => database.transaction(name, mode).objectStore(name);
  const ofId = (id, from = 0) => IDBKeyRange.bound([id, from], [id, Infinity]);
  return {
    get: (name, key) => asked(store(name).get(key)),
    all: (name) => asked(store(name).getAll()),
    put: (name, value) => asked(store(name, "readwrite").put(value)),
    partsOf: (id, from) => asked(store("parts").getAll(ofId(id, from))),
    drop: async (id) => {
      await asked(store("recordings", "readwrite").delete(id));
      await asked(store("parts", "readwrite").delete(ofId(id)));
    },
  };
}

let shelf = null;
async function kept() {
  shelf ??= opened().then(onDisk).catch(inMemory);
  return shelf;
}

function tell() {
  channel?.postMessage("");
  changed();
}

// Calls `then` when something has changed, here or in another tab.
export function watch(then) {
  changed = then;
  if (channel) channel.onmessage = then;
  addEventListener("online", () => flush());
  document.addEventListener("visibilitychange", () => document.hidden || flush());
  flush();
}

// Calls `then` with the id of a live recording and what the server says of each part of it.
export function onPart(then) {
  answered = then;
}

// --- what a person does with them --------------------------------------------------------------------------------

// {id, type, at, seen, seconds, parts, ended, thrown, refused} of each that is not sent yet, the oldest first.
export async function all() {
  const found = await (await kept()).all("recordings");
  return found.filter(({ chat }) => chat === CHAT).sort((a, b) => a.at - b.at);
}

// A live recording is followed by the server while it is spoken.
export async function begin(type, seen, { live = false } = {}) {
  const id = crypto.randomUUID();
  const recording = { id, chat: CHAT, type, at: Date.now(), seen, live, seconds: 0, parts: 0, ended: false, thrown: false, refused: "" };
  await change(recording);
  return recording;
}

export async function add(recording, blob, seconds) {
  const data = await blob.arrayBuffer();
  const part = { id: recording.id, number: recording.parts, data, sent: false };
  try {
    await (await kept()).put("parts", part);
  } catch {
    // The disk is full: what is there already stays there, and goes out.
    survives = false;
    if ((await post(`/recordings/${part.id}/parts/${part.number}`, data)).status !== 200) throw new Error("full");
    await (await kept()).put("parts", { ...part, data: null, sent: true });
  }
  recording.parts += 1;
  recording.seconds = seconds;
  await change(recording);
  flush();
}

export async function change(recording) {
  await (await kept()).put("recordings", recording);
  tell();
}

export async function end(recording) {
  await change(Object.assign(recording, { ended: true, refused: "" }));
  flush();
}

export async function throwAway(recording) {
  await change(Object.assign(recording, { thrown: true, ended: true }));
  flush();
}

// What was recorded so far, to be listened to.
export async function sound({ id, type }) {
  const parts = await (await kept()).partsOf(id);
  return new Blob(parts.map(({ data }) => data).filter(Boolean), { type });
}

// --- sending -----------------------------------------------------------------------------------------------------

export function flush() {
  again = true;
  if (running) return;
  clearTimeout(timer);
  running = true;
  // Of several tabs one sends; what is sent twice all the same is taken once.
  const work = navigator.locks ? navigator.locks.request(LOCK, empty) : empty();
  work.catch(() => later()).finally(() => (running = false));
}

async function later() {
  const pause = PAUSES[Math.min(failures++, PAUSES.length - 1)];
  const isLive = (await all()).some(({ live, ended }) => live && !ended);
  timer = setTimeout(flush, 1000 * (isLive ? Math.min(pause, LIVE_PAUSE) : pause));
}

async function empty() {
  while (again) {
    again = false;
    for (const { id } of await all()) {
      if (!(await sent(id))) {
        await later();
        return tell();
      }
    }
    failures = 0;
  }
}

// Why nothing goes out: "offline", "shut" (the cookie opens nothing any more), or "".
export const trouble = () => (failures > 0 ? (shut ? "shut" : "offline") : "");

// Whether all of a recording that can be sent now was sent.
async function sent(id) {
  const shelf = await kept();
  const recording = await shelf.get("recordings", id);
  if (!recording || recording.refused) return true;
  if (recording.thrown) return settled(recording, await post(`/recordings/${id}`, null, "DELETE"));
  const isLive = recording.live && !recording.ended;
  for (const part of await shelf.partsOf(id, through.get(id))) {
    if (!part.sent) {
      const answer = await post(`/recordings/${id}/parts/${part.number}${isLive ? "?live=1" : ""}`, part.data);
      if (answer.status !== 200) return settled(recording, answer);
      await shelf.put("parts", { ...part, sent: true });
      if (isLive) answered(id, answer.body);
    }
    through.set(id, part.number + 1);
  }
  // All parts of one that had ended before were there to be sent.
  if (!recording.ended) return true;
  const now = await shelf.get("recordings", id);
  if (!now || now.thrown) return true;
  const { parts, seconds, type, seen } = now;
  return settled(now, await post(`/recordings/${id}/end`, JSON.stringify({ parts, seconds, type, seen })));
}

// What becomes of a recording by what the server says of it.
async function settled(recording, { status, body }) {
  const shelf = await kept();
  shut = status === 401 || status === 403;
  if (status === 200 || status === 410 || (recording.thrown && status < 500 && status !== 0 && status !== 403)) {
    await shelf.drop(recording.id);
    through.delete(recording.id);
    tell();
    return true;
  }
  if (status === 409 && body?.missing) {
    const missing = new Set(body.missing);
    through.delete(recording.id);
    const parts = await shelf.partsOf(recording.id);
    for (const part of parts.filter(({ number }) => missing.has(number))) await shelf.put("parts", { ...part, sent: false });
    return sent(recording.id);
  }
  const refused = { 400: "refused", 413: "too-large", 429: "refused" }[status];
  if (!refused) return false;
  await change({ ...(await shelf.get("recordings", recording.id)), refused });
  return true;
}

async function post(path, body, method = "POST") {
  const type = typeof body === "string" ? "application/json" : "application/octet-stream";
  try {
    const answer = await fetch(path, {
      method,
      headers: { "Content-Type": type, "X-Raconteur": "1" },
      body,
      signal: AbortSignal.timeout?.(path.endsWith("?live=1") ? LIVE_PATIENCE : PATIENCE),
    });
    return { status: answer.status, body: await answer.json().catch(() => null) };
  } catch {
    return { status: 0, body: null };
  }
}
