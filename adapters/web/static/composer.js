// The field for the answer: it grows, keeps a draft, and sends. What was not sent yet stands above it.
import { all, isAtEnd, newest, toEnd } from "./history.js";
import { forget, keep, kept } from "./keeping.js";
import * as outbox from "./outbox.js";
import { element, word } from "./words.js";

const form = document.getElementById("say");
export const field = document.getElementById("answer");
const waiting = document.getElementById("waiting");
const trouble = document.getElementById("trouble");

export function say(text) {
  outbox.put("/say", { text, seen: newest() });
  toEnd();
}

function grow(area) {
  // There is nothing to send yet.
  if (area === field) document.getElementById("send").disabled = !field.value.trim();
  area.style.setProperty("height", "auto");
  area.style.setProperty("height", `${area.scrollHeight + 2}px`);
}

function send() {
  if (!field.value.trim()) return field.focus();
  say(field.value);
  field.value = "";
  forget("draft");
  grow(field);
  return field.focus({ preventScroll: true });
}

function takeBack(deed) {
  outbox.drop(deed.id);
  field.value = [field.value.trim(), deed.body.text].filter(Boolean).join("\n\n");
  keep("draft", field.value);
  grow(field);
  field.focus();
}

function pending(deed) {
  const there = document.getElementById(`waiting-${deed.id}`);
  const line = element("article", { class: "line me pending", id: `waiting-${deed.id}` });
  const words = element("div", { class: "words" });
  words.append(element("p", { dir: "auto", text: deed.body.text }));
  const late = Date.now() - deed.at > 3_000;
  line.append(words, element("p", { class: "note", text: word(deed.refused ?? (late ? "waiting" : "sending")) }));
  if (deed.refused) {
    const button = element("button", { type: "button", class: "quiet", text: word("again") });
    button.addEventListener("click", () => takeBack(deed));
    line.append(button);
  }
  if (there) there.replaceWith(line);
  else waiting.append(line);
}

function showWaiting(deeds) {
  const stays = isAtEnd();
  const said = deeds.filter(({ path }) => path === "/say");
  const shown = new Set([...all()].map((line) => line.dataset.key));
  const ids = new Set(said.map(({ id }) => `waiting-${id}`));
  for (const line of [...waiting.children]) {
    // What was taken stays until it comes back as a line of the conversation.
    if (!ids.has(line.id) && (line.querySelector("button") || shown.has(`me/${line.id.slice(8)}`))) line.remove();
  }
  said.filter(({ id }) => !shown.has(`me/${id}`)).forEach(pending);
  for (const line of all()) {
    const change = deeds.findLast(({ path, body }) => path === "/edit" && body.line === Number(line.dataset.n));
    const text = change ? word(change.refused ?? "changed-later") : "";
    const note = line.querySelector(":scope > .note.later");
    if (note?.textContent !== text) note?.remove();
    if (text && note?.textContent !== text) line.append(element("p", { class: "note later", text }));
  }
  if (stays) toEnd();
}

export function tell(name) {
  trouble.textContent = name && word(name);
}

// In place of the words a field with them; what is kept goes the way of every answer.
function edit(line) {
  const number = Number(line.dataset.n);
  const words = line.querySelector(".words");
  if (!words || line.querySelector("textarea")) return;
  const area = element("textarea", { "aria-label": word("changing"), dir: "auto", rows: "2" });
  const refused = outbox.deeds().find(({ refused, body }) => refused && body.line === number);
  area.value = refused?.body.text ?? words.dataset.text;
  const done = element("button", { type: "button", class: "send", text: word("save") });
  const leave = element("button", { type: "button", text: word("cancel") });
  const row = element("div", { class: "row" });
  row.append(done, leave);
  const holder = element("div", { class: "editing" });
  holder.append(area, row);
  words.hidden = true;
  words.after(holder);
  const close = () => {
    holder.remove();
    words.hidden = false;
    line.querySelector(".edit")?.focus();
  };
  area.addEventListener("input", () => grow(area));
  area.addEventListener("keydown", (event) => {
    if (event.key === "Escape") close();
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) done.click();
  });
  leave.addEventListener("click", close);
  done.addEventListener("click", () => {
    const text = area.value;
    close();
    if (refused) outbox.drop(refused.id);
    if (text.trim() && text !== words.dataset.text) outbox.put("/edit", { line: number, text });
  });
  grow(area);
  area.focus();
  holder.scrollIntoView({ block: "nearest" });
}

// Opens the words that were heard in a recording, by the key of its line; returns false where they are not there.
export function fix(key) {
  const line = [...all()].find((each) => key && each.dataset.key === key);
  if (!line?.querySelector(".words[data-text]")) return false;
  edit(line);
  return true;
}

export function compose() {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    send();
  });
  field.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      send();
    }
  });
  field.addEventListener("input", () => {
    grow(field);
    if (field.value) keep("draft", field.value);
    else forget("draft");
  });
  addEventListener("resize", () => grow(field));
  document.getElementById("talk").addEventListener("click", (event) => {
    const button = event.target.closest?.(".edit, .keeps");
    if (button?.matches(".edit")) edit(button.closest(".line"));
    if (!button?.matches(".keeps")) return;
    event.preventDefault();
    outbox.put(button.dataset.path, { line: Number(button.value) });
    button.disabled = true;
  });
  field.value = field.value || kept("draft", "");
  grow(field);
  outbox.watch(showWaiting, tell);
  setInterval(() => outbox.deeds().length && showWaiting(outbox.deeds()), 5_000);
  field.focus({ preventScroll: true });
}
