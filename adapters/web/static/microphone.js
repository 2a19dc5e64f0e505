// Speaking an answer: record, pause, listen, throw away, send. Whatever is in the way, writing works.
import { newest, toEnd } from "./history.js";
import * as recordings from "./recordings.js";
import { element, word } from "./words.js";

const TYPES = ["audio/webm;codecs=opus", "audio/mp4;codecs=mp4a.40.2", "audio/mp4", "audio/webm", "audio/ogg;codecs=opus"];
const EVERY = 3_000;
const STILL = 6_000;
const LOUD = 0.01;
const form = document.getElementById("say");
const speak = document.getElementById("speak");
const most = Number(speak?.dataset.longest);
// A part too early: what is a little too long would not be heard at all.
const longest = most - 2 * (EVERY / 1000);
const held = (id) => `raconteur-recording-${id}`;
let live = null; // what is being recorded: {recording, recorder, stream, ...}
let left = null; // a recording that was neither sent nor thrown away, of a page that is gone
let panel = null;

const minutes = (seconds) => `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;

// --- the microphone ----------------------------------------------------------------------------------------------

const SAID = { NotAllowedError: "denied", SecurityError: "denied", NotFoundError: "none", OverconstrainedError: "none" };

// The name of the sentence that says why nothing can be recorded here; "" where it can.
function obstacle() {
  if (!window.isSecureContext) return "insecure";
  if (!navigator.mediaDevices?.getUserMedia || !window.MediaRecorder) return "unable";
  return TYPES.some((type) => MediaRecorder.isTypeSupported(type)) ? "" : "unable";
}

export const canRecord = () => obstacle() === "";

// Where this browser cannot record, or has nothing to record with, there is no such button.
async function offer() {
  const devices = canRecord() ? await navigator.mediaDevices.enumerateDevices().catch(() => null) : [];
  const there = devices === null || devices.some(({ kind }) => kind === "audioinput");
  for (const each of [speak, document.getElementById("speak-hint")]) if (each) each.hidden = !there;
}

async function start() {
  const name = obstacle();
  if (name) return tell(name);
  speak.disabled = true;
  tell("asking");
  try {
    const stream = await navigator.mediaDevices.getUserMedia({ audio: { echoCancellation: true, noiseSuppression: true, autoGainControl: true } });
    await record(stream);
    tell(speak.dataset.hears ? "" : "unheard");
  } catch (error) {
    tell(SAID[error.name] ?? "busy");
  } finally {
    speak.disabled = false;
  }
}

async function record(stream) {
  const type = TYPES.find((each) => MediaRecorder.isTypeSupported(each));
  const recorder = new MediaRecorder(stream, { mimeType: type, audioBitsPerSecond: 32_000 });
  const recording = await recordings.begin(type, newest());
  const mine = { recording, recorder, stream, spoken: 0, since: performance.now(), writing: Promise.resolve() };
  const over = new Promise((resolve) => (mine.release = resolve));
  navigator.locks?.request(held(recording.id), () => over);
  live = mine;
  for (const sound of document.querySelectorAll("audio")) sound.pause();
  recorder.addEventListener("dataavailable", ({ data }) => {
    const seconds = spoken(mine);
    if (data.size) mine.writing = mine.writing.then(() => recordings.add(recording, data, seconds)).catch(() => broken(mine, "full"));
    // Timers sleep in a page that nobody looks at.
    if (mine === live && seconds >= longest) pause();
  });
  stream.getTracks()[0].addEventListener("ended", () => broken(mine, "broken"));
  recorder.addEventListener("error", () => broken(mine, "broken"));
  recorder.start(EVERY);
  listenIn(mine);
  stayAwake(mine);
  draw();
  panel.querySelector(".pause").focus();
}

function spoken(of) {
  return of.spoken + (of.since === null ? 0 : (performance.now() - of.since) / 1000);
}

async function pause() {
  const mine = live;
  if (mine?.recorder.state !== "recording") return;
  mine.spoken = spoken(mine);
  mine.since = null;
  const flushed = new Promise((resolve) => mine.recorder.addEventListener("dataavailable", resolve, { once: true }));
  mine.recorder.pause();
  mine.recorder.requestData();
  await flushed;
  await mine.writing;
  draw();
  panel.querySelector(".go-on, .send").focus();
}

function goOn() {
  live.since = performance.now();
  live.heardAt = live.since;
  live.recorder.resume();
  draw();
  panel.querySelector(".pause").focus();
}

// Ends what is being recorded; it is whole on this device afterwards.
async function stop() {
  const mine = live;
  mine.spoken = spoken(mine);
  mine.since = null;
  live = null;
  if (mine.recorder.state !== "inactive") {
    const stopped = new Promise((resolve) => mine.recorder.addEventListener("stop", resolve, { once: true }));
    mine.recorder.stop();
    await stopped;
  }
  await mine.writing.catch(() => {});
  mine.stream.getTracks().forEach((track) => track.stop());
  mine.context?.close();
  mine.awake?.release();
  mine.release();
  return mine.recording;
}

async function broken(mine, name) {
  if (live !== mine) return;
  left = await stop();
  draw();
  tell(name);
}

// Shows that something is heard, and says so when nothing is.
function listenIn(mine) {
  const context = globalThis.AudioContext ? new AudioContext() : null;
  if (!context) return;
  const analyser = context.createAnalyser();
  analyser.fftSize = 1024;
  context.createMediaStreamSource(mine.stream).connect(analyser);
  mine.context = context;
  mine.samples = new Float32Array(analyser.fftSize);
  mine.heardAt = performance.now();
  mine.level = () => {
    analyser.getFloatTimeDomainData(mine.samples);
    return Math.sqrt(mine.samples.reduce((sum, sample) => sum + sample * sample, 0) / mine.samples.length);
  };
}

async function stayAwake(mine) {
  mine.awake = await navigator.wakeLock?.request("screen").catch(() => null);
}

// --- what is seen of it ------------------------------------------------------------------------------------------

const trouble = document.getElementById("tools-say");

function tell(name) {
  trouble.textContent = name && word(`microphone-${name}`, { minutes: Math.round(most / 60) });
}

function button(name, then, kind = "") {
  const made = element("button", { type: "button", class: `${name} ${kind}`, text: word(`microphone-${name}`) });
  made.addEventListener("click", then);
  return made;
}

async function send() {
  const recording = live ? await stop() : left;
  left = null;
  tell("");
  await recordings.end(recording);
  await look();
  toEnd();
  document.getElementById("answer").focus({ preventScroll: true });
}

function discard() {
  const row = panel.querySelector(".row");
  const keep = button("keep", draw);
  row.replaceChildren(element("span", { text: word("microphone-sure") }), button("gone", throwAway), keep);
  keep.focus();
}

async function throwAway() {
  const recording = live ? await stop() : left;
  left = null;
  tell("");
  await recordings.throwAway(recording);
  document.getElementById(`waiting-${recording.id}`)?.remove();
  await look();
  document.getElementById("answer").focus({ preventScroll: true });
}

function draw() {
  const recording = live?.recording ?? left;
  panel.dataset.id = recording?.id ?? "";
  panel.hidden = !recording;
  // One thing at a time: as long as there is a recording, its buttons are the only ones.
  document.body.classList.toggle("records", Boolean(recording));
  if (!recording) return;
  const runs = live?.recorder.state === "recording";
  const full = live && spoken(live) >= longest;
  const state = runs ? "recording" : left ? "left" : full ? "longest" : "paused";
  const head = element("div", { class: "head" });
  head.append(element("p", { class: state, text: word(`microphone-${state}`, { minutes: Math.round(most / 60) }) }));
  head.append(element("span", { class: "clock", role: "timer", text: minutes(live ? spoken(live) : recording.seconds) }));
  if (runs && live.level) head.append(element("meter", { min: 0, max: 0.3, value: 0, "aria-hidden": "true" }));
  const row = element("div", { class: "row" });
  if (runs) row.append(button("pause", pause));
  else if (live && !full) row.append(button("go-on", goOn));
  row.append(button("discard", discard), button("send", send, "send"));
  panel.replaceChildren(head, ...(runs ? [] : [player(recording)]), row);
}

function player(recording) {
  const made = element("audio", { class: "sound", controls: "", "aria-label": word("microphone-listen") });
  recordings.sound(recording).then((blob) => {
    made.src = URL.createObjectURL(blob);
    made.addEventListener("emptied", () => URL.revokeObjectURL(made.src), { once: true });
  });
  return made;
}

function tick() {
  if (live?.recorder.state !== "recording") return;
  const seconds = spoken(live);
  panel.querySelector(".clock").textContent = minutes(seconds);
  const level = live.level?.() ?? 1;
  const meter = panel.querySelector("meter");
  if (meter) meter.value = level;
  const now = performance.now();
  if (level > LOUD) {
    if (trouble.dataset.quiet) tell("");
    delete trouble.dataset.quiet;
    live.heardAt = now;
  } else if (now - live.heardAt > STILL && !trouble.dataset.quiet) {
    trouble.dataset.quiet = "yes";
    tell("quiet");
  }
  if (seconds >= longest) pause();
}

// --- those that were sent and have not arrived, and those that a page has left behind ----------------------------

const waiting = element("div", { id: "recordings" });
const TROUBLES = { offline: "microphone-waiting", shut: "shut" };

function pending(recording) {
  const line = element("article", { class: "line me pending", id: `waiting-${recording.id}` });
  const name = recording.refused ? `microphone-${recording.refused}` : (TROUBLES[recordings.trouble()] ?? "microphone-sending");
  line.append(element("p", { class: "length", text: `${word("microphone-one")}, ${minutes(recording.seconds)}` }));
  line.append(element("p", { class: "note", text: word(name) }));
  if (recording.refused) {
    const row = element("div", { class: "row" });
    const drop = () => {
      line.remove();
      recordings.throwAway(recording).then(look);
    };
    row.append(button("again", () => recordings.end(recording).then(look)), button("gone", drop));
    line.append(player(recording), row);
  }
  return line;
}

async function look() {
  const found = (await recordings.all()).filter(({ thrown }) => !thrown);
  const locks = (await navigator.locks?.query())?.held ?? [];
  const running = new Set(locks.map(({ name }) => name));
  const isLeft = ({ id, ended, parts }) => !ended && parts > 0 && !running.has(held(id));
  if (!live) left = found.find(({ id }) => id === left?.id && !running.has(held(id))) ?? found.find(isLeft) ?? null;
  if (left?.ended) left = null;
  const sending = found.filter(({ ended }) => ended);
  const there = new Set(sending.map(({ id }) => `waiting-${id}`));
  // What was taken stays until it comes back as a line of the conversation.
  const taken = [...waiting.children].filter(
    (line) => !there.has(line.id) && !line.querySelector("button") && !document.querySelector(`[data-key="me/${line.id.slice(8)}"]`),
  );
  waiting.replaceChildren(...taken, ...sending.map(pending));
  if (!live && panel.dataset.id !== (left?.id ?? "")) draw();
}

export function speaks() {
  if (!speak) return;
  panel = element("div", { id: "recorder", role: "group", "aria-label": word("microphone-one"), hidden: "" });
  form.before(panel);
  document.getElementById("waiting").after(waiting);
  speak.addEventListener("click", start);
  speak.disabled = false;
  offer();
  navigator.mediaDevices?.addEventListener?.("devicechange", offer);
  recordings.watch(look);
  setInterval(tick, 200);
  const flush = () => live?.recorder.state === "recording" && live.recorder.requestData();
  addEventListener("pagehide", flush);
  document.addEventListener("visibilitychange", () => document.hidden && flush());
  look();
}
