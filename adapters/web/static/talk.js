// An interview that is spoken hands free: the question is shown large and read aloud where there is a voice for it, what
// is said is recorded and sent part by part, and when it has been quiet for a while the answer ends by itself. The server
// tells how long it has been quiet (adapters/web/talking.py); any sound in between begins that wait anew.
import { LOUD, hold, meterOf, newRecorder, obstacle, openMicrophone, stayAwake, troubleOf } from "./capture.js";
import { all, newest, numberOf, onShown } from "./history.js";
import { tell } from "./microphone.js";
import * as recordings from "./recordings.js";
import { word } from "./words.js";

const EVERY = 400; // milliseconds of a part
const SPOKEN = 1; // seconds of speech that make an answer
const QUIET = 2.5; // seconds of silence that end it
const LONGER = 5; // the same for whoever has said that they were not done
const SEEN = 0.6; // seconds of silence after which the ring begins to fill
const FRESH = 1_500; // milliseconds for which what the server said of the silence counts
const BREAK_IN = 300; // milliseconds of a voice that stop the question
const BEFORE = 1_000; // milliseconds that are recorded before somebody breaks in
const AFTER = 500; // milliseconds after the question in which it is decided whether somebody had begun already
const SOUND = 5_000; // milliseconds for which the sound of a question is waited for
const REMARK = 4_000; // milliseconds after which words that ask nothing are not followed by a question any more
const LEAD = 6; // seconds of silence after which somebody who has answered already is led to the next question
const STILL = 120_000; // milliseconds of silence before an answer until a kind word
const BUTTONS = { reading: ["now"], listening: ["next", "more", "done"], sending: [], over: [] };
const button = document.getElementById("talk-with-me");
const dialog = document.getElementById("hands-free");
const part = (name) => dialog.querySelector(`.${name}`);
const voice = new Audio();
let talk = null; // while somebody talks hands free: {stream, meter, state, number, ...}
let take = null; // what is being recorded as the answer: {recorder, recording, began, report, ...}

// --- recording ---------------------------------------------------------------------------------------------------

// Begins to record; what is recorded stays in memory until `keep`.
function newTake() {
  const { type, recorder } = newRecorder(talk.stream);
  const mine = { type, recorder, began: performance.now(), parts: [], add: null, writing: Promise.resolve(), report: null, reportedAt: 0 };
  recorder.addEventListener("dataavailable", ({ data }) => {
    if (!data.size) return;
    const seconds = (performance.now() - mine.began) / 1000;
    if (mine.add) mine.add(data, seconds);
    else mine.parts.push([data, seconds]);
  });
  recorder.addEventListener("error", () => talk && leave("broken"));
  recorder.start(EVERY);
  return mine;
}

async function keep(mine) {
  mine.recording = await recordings.begin(mine.type, newest(), { live: true });
  mine.release = hold(mine.recording.id);
  mine.add = (data, seconds) => {
    mine.writing = mine.writing.then(() => recordings.add(mine.recording, data, seconds)).catch(() => talk && leave("full"));
  };
  for (const [data, seconds] of mine.parts.splice(0)) mine.add(data, seconds);
}

function drop(mine) {
  if (mine.recorder.state !== "inactive") mine.recorder.stop();
}

// Ends a recording that is kept; it is whole on this device afterwards.
async function stopTake(mine) {
  await mine.kept;
  if (mine.recorder.state !== "inactive") {
    const stopped = new Promise((resolve) => mine.recorder.addEventListener("stop", resolve, { once: true }));
    mine.recorder.stop();
    await stopped;
  }
  await mine.writing;
}

async function throwAway(mine) {
  await stopTake(mine);
  mine.release();
  await recordings.throwAway(mine.recording);
}

// Tells whether the server has just said that nobody has spoken; a recording that may hold a word is never let go of.
function isEmpty(mine) {
  const now = performance.now();
  if (now - mine.began < FRESH) return true;
  return mine.report?.speech < 0.3 && now - mine.reportedAt < FRESH;
}

// --- the question ------------------------------------------------------------------------------------------------

const spoken = () => [...all()].filter((line) => line.matches(".bot") && numberOf(line));

const choiceOf = (name) => document.querySelector(`#line-${talk.number} > .choices > .choice[data-data^="${name}@"]`);

function show(line) {
  const words = line.querySelector(".words")?.cloneNode(true);
  part("asked").replaceChildren(...(words ? words.childNodes : []));
  part("asked").lang = line.lang || document.documentElement.lang;
  dialog.scrollTop = 0;
}

async function ask(line) {
  const number = numberOf(line);
  talk.number = number;
  talk.playing = false;
  talk.broke = 0;
  talk.base = 0;
  talk.patience = QUIET;
  talk.askedAt = performance.now();
  show(line);
  heard("");
  talk.endedAt = 0;
  for (const each of talk.early.splice(0)) drop(each);
  talk.early.push(newTake());
  become("reading");
  const speaks = await begins();
  if (talk?.number !== number || talk.state !== "reading") return;
  if (!soundOf(number) && !speaks) listen();
  else read();
}

async function begins() {
  const answer = await post("/talk", { on: true });
  return Boolean(answer?.speaks);
}

const soundOf = (number) => document.getElementById(`line-${number}`)?.querySelector("audio.sound")?.getAttribute("src");

// Reads the question aloud, as soon as its sound is there.
function read() {
  const source = soundOf(talk.number);
  if (!source || talk.playing) return;
  talk.playing = true;
  for (const sound of document.querySelectorAll("audio")) sound.pause();
  voice.src = source;
  voice.play().catch(() => talk?.state === "reading" && listen());
}

// Whoever began before the question was quite over is heard from their first syllable.
voice.addEventListener("ended", () => {
  if (talk?.state !== "reading") return;
  talk.endedAt = performance.now();
  talk.isEarly = Boolean(talk.broke);
  talk.early.push(newTake());
});
voice.addEventListener("error", () => talk?.state === "reading" && talk.playing && listen());

function loudness() {
  const level = talk.meter?.level() ?? 0;
  // Steady noise is nobody's voice.
  talk.floor = level < talk.floor ? level : talk.floor + (level - talk.floor) * 0.004;
  return level;
}

// While the question is read the last second is always there: whoever breaks in loses no syllable.
function readTick(level, now) {
  if (talk.endedAt) {
    talk.isEarly ||= isVoice(level);
    if (now - talk.endedAt > AFTER) listen(talk.isEarly ? talk.early[0] : talk.early.at(-1));
    return;
  }
  if (now - talk.early.at(-1).began > BEFORE) talk.early.push(newTake());
  if (talk.early.length > 2) drop(talk.early.shift());
  talk.base += (level - talk.base) * (talk.base ? 0.02 : 1);
  talk.broke = isVoice(level) ? talk.broke || now : 0;
  if (talk.broke && now - talk.broke >= BREAK_IN) listen(talk.early[0]);
  else if (!talk.playing && now - talk.askedAt > SOUND) listen(talk.early[0]);
}

// Tells a voice from what the microphone hears of the question itself, and from steady noise.
const isVoice = (level) => level > Math.max(3 * LOUD, 3 * talk.base, 3 * talk.floor);

// --- the answer --------------------------------------------------------------------------------------------------

// What was recorded `early`, while the question was read, may hold the beginning of the answer.
function listen(early = newTake()) {
  voice.pause();
  take = early;
  for (const each of talk.early.splice(0)) if (each !== early) drop(each);
  talk.holds = 0;
  talk.loudAt = performance.now();
  talk.since = performance.now();
  become("listening");
  take.kept = keep(take);
}

// The seconds that it has been quiet, by what the server heard and what is heard here.
function silence(now) {
  if (!take.report) return 0;
  const quiet = take.report.silence + (now - take.reportedAt) / 1000;
  return Math.min(quiet, (now - talk.loudAt) / 1000);
}

function listenTick(level, now) {
  if (level > Math.max(LOUD, 3 * talk.floor)) talk.loudAt = now;
  const speech = take.report?.speech ?? 0;
  const answered = speech >= SPOKEN && speech > talk.holds;
  const quiet = answered ? silence(now) : 0;
  const leads = !speech && !talk.holds && choiceOf("more") && choiceOf("skip");
  const waits = leads ? (now - Math.max(talk.since, talk.loudAt)) / 1000 : 0;
  ring(leads ? waits / LEAD : Math.max(0, quiet - SEEN) / (talk.patience - SEEN));
  if (leads && waits >= LEAD && now - take.reportedAt < FRESH) goOn();
  else if (answered && quiet >= talk.patience && now - take.reportedAt < FRESH) finish();
  else if (now - take.began > 1000 * longest()) finish();
  else if (isEmpty(take) && now - take.began > STILL && now - talk.loudAt > 1_000) renew();
  else state(listeningState(speech, leads ? waits / 2 : quiet, now));
}

function listeningState(speech, quiet, now) {
  if (recordings.trouble()) return "offline";
  if (quiet > SEEN) return "pausing";
  if (speech > 0) return "hearing";
  return talk.kindly && now - talk.kindly < STILL ? "patient" : "ready";
}

const longest = () => Number(document.getElementById("speak").dataset.longest) - 6;

// Nobody has spoken for minutes: say so kindly, once, and let go of a recording of nothing.
function renew() {
  talk.kindly ||= performance.now();
  const before = take;
  take = newTake();
  take.kept = keep(take);
  setTimeout(() => throwAway(before), 1_000);
}

function notDone() {
  talk.holds = (take?.report?.speech ?? 0) + 0.3;
  talk.patience = LONGER;
  talk.loudAt = performance.now();
}

// Goes on to the next question without an answer, or with what was said of one.
async function goOn() {
  const choice = choiceOf("skip");
  if (!choice || talk.state !== "listening") return;
  const mine = take;
  if (!isEmpty(mine)) return finish();
  take = null;
  become("sending");
  choice.click();
  await throwAway(mine);
}

async function finish() {
  const mine = take;
  take = null;
  become("sending");
  await stopTake(mine);
  mine.release();
  await recordings.end(mine.recording);
  look();
}

function done() {
  if (talk?.state !== "listening") return;
  if (isEmpty(take)) part("state").textContent = word("microphone-quiet");
  else finish();
}

// --- what comes --------------------------------------------------------------------------------------------------

// What the server says of a part of the recording.
function reported(id, report) {
  if (!take?.recording || take.recording.id !== id || report?.speech === undefined) return;
  take.report = report;
  take.reportedAt = performance.now();
}

// The words so far of whoever is speaking; they are not final, and stay until the next question.
export function overhear(text) {
  if (dialog && talk && text && talk.state !== "reading") heard(text);
}

function heard(text) {
  part("words").textContent = text;
  part("so-far").hidden = !text;
}

function look() {
  if (!talk) return;
  const line = spoken().at(-1);
  if (!line) return;
  const number = numberOf(line);
  if (talk.state === "reading" && number === talk.number) read();
  if (number <= talk.number || (talk.state === "listening" && !isEmpty(take))) return;
  if (talk.state === "listening") {
    throwAway(take);
    take = null;
  }
  clearTimeout(talk.remark);
  if (line.matches(".asks")) ask(line);
  else talk.remark = setTimeout(remark, REMARK, line);
}

// Words that ask nothing: the end, or a reason to answer the same question once more.
function remark(line) {
  if (!talk || talk.state !== "sending") return;
  talk.number = numberOf(line);
  show(line);
  if (line.dataset.progress === "") over();
  else listen();
}

function over() {
  become("over");
  talk.stream.getTracks().forEach((track) => track.stop());
}

// --- what is seen ------------------------------------------------------------------------------------------------

function become(name) {
  talk.state = name;
  dialog.dataset.state = name;
  for (const each of ["now", "next", "more", "done"]) part(each).hidden = !BUTTONS[name].includes(each);
  part("next").textContent = choiceOf("skip")?.textContent ?? "";
  part("next").hidden ||= !part("next").textContent;
  ring(0);
  state({ reading: "reading", listening: "ready", sending: "sending", over: "over" }[name]);
}

function state(name) {
  const text = word(`talk-${name}`);
  if (part("state").textContent !== text) part("state").textContent = text;
  // Whoever listens to the page is not told of each pause.
  if (name !== "pausing" && name !== "hearing" && part("said").textContent !== text) part("said").textContent = text;
}

function ring(share) {
  part("wait").setAttribute("stroke-dasharray", `${Math.round(100 * Math.min(1, Math.max(0, share)))} 100`);
}

function tick() {
  if (!talk || talk.state === "over") return;
  const level = loudness();
  const now = performance.now();
  part("level").setAttribute("r", String(Math.round(20 + Math.min(14, 120 * level))));
  if (talk.state === "reading") readTick(level, now);
  else if (talk.state === "listening") listenTick(level, now);
}

// --- beginning and end -------------------------------------------------------------------------------------------

async function post(path, body) {
  try {
    const headers = { "Content-Type": "application/json", "X-Raconteur": "1" };
    const answer = await fetch(path, { method: "POST", headers, body: JSON.stringify(body), keepalive: true });
    return answer.ok ? await answer.json() : null;
  } catch {
    return null;
  }
}

async function start() {
  const name = obstacle();
  if (name) return tell(name);
  button.disabled = true;
  tell("asking");
  try {
    const stream = await openMicrophone();
    tell("");
    begin(stream);
  } catch (error) {
    tell(troubleOf(error));
  } finally {
    button.disabled = false;
  }
}

async function begin(stream) {
  talk = { stream, meter: meterOf(stream), state: "", number: 0, early: [], floor: 0.02, loudAt: 0, kindly: 0 };
  const mine = talk;
  stream.getTracks()[0].addEventListener("ended", () => talk === mine && leave("broken"));
  dialog.showModal();
  talk.ticking = setInterval(tick, 50);
  mine.awake = stayAwake();
  const lines = spoken();
  const line = lines.findLast((each) => each.matches(".asks")) ?? lines.at(-1);
  if (!line) return become("sending"); // until the first question is there
  await ask(line);
  if (talk === mine) talk.number = Math.max(talk.number, numberOf(lines.at(-1)));
}

// Ends it; what was said and not sent yet is offered on the page.
async function leave(trouble = "") {
  const { stream, meter, awake, early, ticking, remark: timer } = talk;
  const mine = take;
  talk = null;
  take = null;
  clearInterval(ticking);
  clearTimeout(timer);
  voice.pause();
  early.forEach(drop);
  if (dialog.open) dialog.close();
  post("/talk", { on: false });
  if (mine) {
    if (isEmpty(mine)) {
      await throwAway(mine);
    } else {
      await stopTake(mine);
      mine.release();
      await recordings.change(mine.recording);
    }
  }
  stream.getTracks().forEach((track) => track.stop());
  meter?.close();
  (await awake)?.release();
  tell(trouble);
  document.getElementById("answer").focus({ preventScroll: true });
}

export function talks() {
  if (!button) return;
  button.addEventListener("click", start);
  button.disabled = false;
  part("now").addEventListener("click", () => talk?.state === "reading" && listen(talk.early[0]));
  part("more").addEventListener("click", notDone);
  part("done").addEventListener("click", done);
  part("next").addEventListener("click", goOn);
  part("stop").addEventListener("click", () => dialog.close());
  dialog.addEventListener("close", () => talk && leave());
  onShown(look);
  recordings.onPart(reported);
  addEventListener("pagehide", () => {
    if (!talk) return;
    if (take?.recorder.state === "recording") take.recorder.requestData();
    post("/talk", { on: false });
  });
}
