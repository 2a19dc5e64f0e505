// The lines of the conversation. The server makes their HTML, with every text escaped; here they are put in their place.
import { hear } from "./speech.js";
import { element, word } from "./words.js";

const lines = document.getElementById("lines");
const older = document.getElementById("older");
const below = document.getElementById("below");
const thinking = document.getElementById("thinking");
const answering = document.querySelector(".answer");
const root = document.scrollingElement;
const NEAR = 160;
const ASKING = '.choice[data-data*="@"], .choice[data-editor]'; // buttons that belong to one question
const ABOUT = ":scope > .choices.about"; // buttons about an answer, which stand at it
const title = document.title;
const button = document.getElementById("told");
const OPEN = "told-open"; // in the storage of the tab: what came before the question is being looked at
let changed = () => {}; // is called a moment after a line has come or changed
let timer = 0;
const watchers = []; // each is called when a line has come or changed
let rests = true; // the end is what is being looked at

export const all = () => document.querySelectorAll("#older > .line, #lines > .line");
export const numberOf = (line) => Number(line.dataset.n);
export const isAtEnd = () => root.scrollHeight - root.scrollTop - innerHeight < NEAR;
export const isNewest = (n) => n === newest();
export const newest = () => Math.max(0, ...[...all()].map(numberOf));

function parsed(html) {
  const holder = document.createElement("template");
  holder.innerHTML = html;
  return holder.content.firstElementChild;
}

// Has `then` called whenever a line has come or changed.
export function onShown(then) {
  watchers.push(then);
}

export function onChanged(then) {
  changed = then;
}

function isOpen() {
  try {
    return sessionStorage.getItem(OPEN) === "yes";
  } catch {
    return button.getAttribute("aria-expanded") === "true";
  }
}

function setOpen(open) {
  try {
    if (open) sessionStorage.setItem(OPEN, "yes");
    else sessionStorage.removeItem(OPEN);
  } catch {
    // It is remembered as long as the page is there.
  }
  button.setAttribute("aria-expanded", String(open));
  document.documentElement.classList.toggle("told-open", open);
}

// One question is looked at, below the last answer; what came before waits behind a button. There nothing but questions
// and their answers is shown, each once (`noise` is the rest).
function fold() {
  const shown = [...all()];
  const asked = shown.filter((line) => line.matches(".asks")).at(-1);
  const told = shown.indexOf(asked);
  // Where nothing is asked any more, the last words of the interviewer are what is looked at.
  const after = shown.findIndex((line, place) => place > told && line.dataset.progress === "");
  const focus = after > 0 ? undefined : asked;
  const at = Math.max(0, asked && after > 0 ? after : told);
  const before = shown.slice(0, at);
  const answers = before.filter((line) => line.matches(".me:not(.order, .taken-back)"));
  const questions = before.filter((line) => line.matches(".asks"));
  const placed = (line) => shown.indexOf(line);
  const opened = placed(questions.findLast((line) => answers.length && placed(line) < placed(answers.at(-1))));
  const isTold = (line, place) => {
    if (!line.matches(".asks")) return answers.includes(line) || Boolean(line.querySelector(".file"));
    const following = questions.find((other) => placed(other) > place);
    return answers.some((answer) => placed(answer) > place && placed(answer) < (following ? placed(following) : at));
  };
  shown.forEach((line, place) => {
    const told = isTold(line, place);
    const isLast = place < at && answers.length > 0 && place > opened && !line.matches(".asks") && (line.matches(".bot") || told);
    line.classList.toggle("last", isLast);
    line.classList.toggle("past", place < at && !isLast);
    line.classList.toggle("noise", place < at && !isLast && !told);
    line.classList.toggle("focus", line === focus);
  });
  for (const day of document.querySelectorAll(".day")) day.classList.toggle("past", Boolean(day.nextElementSibling?.matches(".past, .focus")));
  const folds = before.some((line) => line.matches(".past"));
  button.hidden = !folds;
  button.setAttribute("aria-expanded", String(isOpen()));
  document.getElementById("talk").classList.toggle("folded", folds && !isOpen());
}

// A quiet line where a chapter ends: the question that has just come opens the next one.
function rejoice(line) {
  const before = [...all()].filter((other) => other !== line && other.dataset.chapters).at(-1);
  const done = Number(before?.dataset.done ?? 0);
  if (!line.matches(".asks") || !line.dataset.chapters || done < 1 || Number(line.dataset.done) <= done) return;
  const joy = element("p", { class: "joy" });
  joy.append(element("img", { src: "/static/chapter.svg", alt: "", width: "96", height: "60" }), element("span", { text: word("chapter") }));
  line.prepend(joy);
}

// Puts a line where its number belongs, or in the place of the one that is there.
export function show({ n, key, html, who }) {
  const made = parsed(html);
  const there = document.getElementById(`line-${n}`);
  if (!there && document.getElementById("earlier") && n < Math.min(...[...all()].map(numberOf))) return;
  if (there) {
    if (!there.querySelector("textarea")) {
      const about = made.matches(".me") ? there.querySelector(ABOUT) : null;
      if (about) made.append(about);
      there.replaceWith(made);
      hear(there, made);
    }
    refresh();
    return;
  }
  const stays = isAtEnd();
  const next = [...lines.querySelectorAll(":scope > .line")].find((line) => numberOf(line) > n);
  lines.insertBefore(made, next ?? null);
  if (!next) rejoice(made);
  if (key.startsWith("me/")) document.getElementById(`waiting-${key.slice(3)}`)?.remove();
  refresh();
  if (who === "bot") arrived(made, stays);
  else if (stays) toEnd();
}

function arrived(line, stays) {
  if (document.hidden) document.title = `● ${word("new")} – ${title}`;
  if (!stays) below.hidden = false;
  else if (line.offsetHeight > room()) {
    rests = false;
    line.scrollIntoView({ block: "start" });
  }
  else toEnd();
}

// What of the window is left for the lines.
const room = () => answering.getBoundingClientRect().top - document.querySelector(".top").getBoundingClientRect().bottom;

// Who looks at the end still does when a picture comes, the field grows, or a keyboard takes half of the screen.
function rest() {
  if (rests && !document.activeElement?.closest("#talk textarea")) toEnd();
}

export function toEnd() {
  rests = true;
  root.scrollTo({ top: root.scrollHeight });
  below.hidden = true;
}

// Closes what came before, so that the question is what is looked at.
export function toQuestion() {
  for (const dialog of document.querySelectorAll("dialog[open]")) dialog.close();
  setOpen(false);
  fold();
  toEnd();
  document.querySelector(".focus")?.scrollIntoView({ block: "start" });
  document.getElementById("answer").focus({ preventScroll: true });
}

// A line that is kept nowhere; it stands until the page is loaded again.
export function showPassing({ html }) {
  const stays = isAtEnd();
  const made = parsed(html);
  made.removeAttribute("id");
  lines.append(made);
  if (stays) toEnd();
}

export function clear() {
  setOpen(false);
  lines.replaceChildren();
  older.replaceChildren();
  document.getElementById("earlier")?.remove();
  tellProgress({ progress: "" });
  refresh();
}

export function think(text) {
  const stays = isAtEnd();
  thinking.textContent = text;
  thinking.hidden = !text;
  if (stays && text) toEnd();
}

// What depends on all lines: days, times as they are here, buttons of earlier questions, how far it is.
export function refresh() {
  days();
  about();
  const offers = [...document.querySelectorAll(".line > .choices:not(.about)")];
  offers.forEach(markRepeated);
  const questions = offers.filter((choices) => [...choices.querySelectorAll(ASKING)].some((each) => !each.matches(".again")));
  for (const choices of offers) {
    const newer = questions.includes(choices) ? questions : offers;
    choices.classList.toggle("stale", choices !== newer.at(-1));
  }
  const told = [...all()].filter((line) => line.dataset.progress !== undefined).at(-1);
  if (told) tellProgress(told.dataset);
  fold();
  for (const then of watchers) then();
  clearTimeout(timer);
  timer = setTimeout(() => changed(), 600);
}

function tellProgress({ progress, done, total }) {
  document.getElementById("progress").textContent = progress;
  let measure = document.getElementById("measure");
  if (!progress) {
    measure?.remove();
    return;
  }
  if (!measure) {
    measure = document.createElement("progress");
    measure.id = "measure";
    measure.setAttribute("aria-labelledby", "progress");
    document.querySelector(".top .status").append(measure);
  }
  measure.max = Math.max(1, Number(total));
  measure.value = Number(done);
}

// Buttons that a remark repeats stand at their question already, with everything else that can be done there.
function markRepeated(choices) {
  const question = [...document.querySelectorAll(".asks > .choices:not(.about)")].at(-1);
  if (!question || choices.parentElement.matches(".asks")) return;
  const there = new Map([...question.children].map((each) => [each.dataset.data, each.textContent]));
  for (const each of choices.children) {
    each.classList.toggle("again", each.matches(ASKING) && there.get(each.dataset.data) === each.textContent);
  }
}

// Buttons about an answer come with what the interviewer says next.
function about() {
  for (const buttons of document.querySelectorAll(".bot > .choices.about")) {
    const answer = [...all()].find((line) => line.dataset.key === buttons.dataset.about);
    if (!answer) continue;
    answer.querySelector(ABOUT)?.remove();
    answer.append(buttons);
  }
}

// Changes nothing that is right already: who listens to the page would hear it again.
function days() {
  const language = document.documentElement.lang;
  const { hour12 } = new Intl.DateTimeFormat(undefined, { hour: "numeric" }).resolvedOptions();
  const time = new Intl.DateTimeFormat(language, { hour: "numeric", minute: "2-digit", hour12 });
  const date = new Intl.DateTimeFormat(language, { weekday: "long", day: "numeric", month: "long" });
  let before = "";
  for (const line of all()) {
    const at = new Date(line.dataset.at);
    const shown = line.querySelector("time");
    if (shown && shown.textContent !== time.format(at)) shown.textContent = time.format(at);
    const day = date.format(at);
    const wanted = before && day !== before ? day : "";
    const there = line.previousElementSibling?.matches(".day") ? line.previousElementSibling : null;
    if (there && there.textContent !== wanted) there.remove();
    if (wanted && there?.textContent !== wanted) line.before(element("p", { class: "day", text: wanted }));
    before = day;
  }
}

// Older lines come when the person scrolls up to where they belong.
async function load() {
  const link = document.getElementById("earlier");
  if (!link || link.dataset.busy) return false;
  const first = Math.min(...[...all()].map(numberOf));
  link.dataset.busy = "yes";
  try {
    const answer = await fetch(`/lines?before=${first}&language=${document.documentElement.lang}`, { headers: { "X-Raconteur": "1" } });
    if (!answer.ok) return false;
    const found = await answer.json();
    const height = root.scrollHeight;
    older.prepend(...found.lines.map(({ html }) => parsed(html)));
    refresh();
    root.scrollTop += root.scrollHeight - height;
    if (!found.more) link.remove();
    return found.more;
  } catch {
    // Without a connection it is tried again with the next scroll, or by the link.
    return false;
  } finally {
    delete link.dataset.busy;
  }
}

export function loadsOlder() {
  const link = document.getElementById("earlier");
  if (!link) return;
  link.addEventListener("click", (event) => {
    event.preventDefault();
    load();
  });
  new IntersectionObserver((seen) => seen.some((entry) => entry.isIntersecting) && load()).observe(link);
}

// Prints all of the conversation, also what was not loaded yet.
async function printAll() {
  while (await load());
  window.print();
}

export function prints() {
  const printed = [];
  addEventListener("beforeprint", () => {
    for (const each of document.querySelectorAll("#talk details:not([open])")) {
      each.open = true;
      printed.push(each);
    }
  });
  addEventListener("afterprint", () => printed.splice(0).forEach((each) => (each.open = false)));
  addEventListener("keydown", (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "p" || !document.getElementById("earlier")) return;
    event.preventDefault();
    printAll();
  });
  document.getElementById("menu").addEventListener("click", ({ target }) => {
    if (!target.closest?.("[data-print]")) return;
    document.getElementById("menu").close();
    printAll();
  });
}

button.addEventListener("click", () => {
  setOpen(button.getAttribute("aria-expanded") !== "true");
  fold();
  if (button.getAttribute("aria-expanded") === "true") document.querySelector(".focus")?.scrollIntoView({ block: "end" });
  else toEnd();
});
below.addEventListener("click", () => {
  toEnd();
  document.getElementById("answer").focus({ preventScroll: true });
});
addEventListener(
  "scroll",
  () => {
    rests = root.scrollHeight - root.scrollTop - innerHeight < 8;
    if (isAtEnd()) below.hidden = true;
  },
  { passive: true },
);
addEventListener("resize", rest);
const sizes = new ResizeObserver(rest);
for (const each of [lines, answering]) sizes.observe(each);
document.addEventListener("visibilitychange", () => document.hidden || (document.title = title));
