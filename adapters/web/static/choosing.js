// Buttons under a question, and the menu. What was pressed is marked at once, and the mark is the server's after that.
import { field, fix, say } from "./composer.js";
import { openEditor } from "./editor.js";
import { onChanged } from "./history.js";
import { setLook } from "./keeping.js";
import * as outbox from "./outbox.js";

const menu = document.getElementById("menu");
const content = document.getElementById("menu-content");
const finish = document.getElementById("finish");

let last = ""; // the menu as the server sent it

// What can be done changes with each line. What is being looked at changes only if it is no longer true.
async function renewMenu() {
  if (document.hidden || finish.open) return;
  try {
    const answer = await fetch(`/menu?language=${document.documentElement.lang}`, { headers: { "X-Raconteur": "1" } });
    if (!answer.ok || finish.open) return;
    const found = await answer.json();
    if (found.menu === last) return;
    last = found.menu;
    const inside = content.contains(document.activeElement);
    const open = content.querySelector(".more")?.open;
    content.innerHTML = found.menu;
    content.querySelector(".more").open = open;
    tellTime();
    if (inside) content.querySelector("button, a")?.focus();
    finish.innerHTML = found.finish;
    chooseLook();
    tellZone();
  } catch {
    // Without a connection the menu stays as it was.
  }
}

// How long the interview has taken, as its files say it too.
function tellTime() {
  document.getElementById("elapsed").textContent = content.querySelector("[data-time]")?.dataset.time ?? "";
}

// Where somebody is, once, if they have not said so themselves.
let zoneTold = false;
function tellZone() {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (zoneTold || !zone?.includes("/") || !content.querySelector("[data-zone]")) return;
  zoneTold = true;
  outbox.put("/zone", { zone });
}

function chooseLook() {
  for (const look of content.querySelectorAll("input[name=look]")) {
    look.checked = look.value === (document.documentElement.dataset.look ?? "auto");
  }
}

function order(button) {
  menu.close();
  finish.close();
  say(button.dataset.order);
  field.focus({ preventScroll: true });
}

function press(button) {
  // Below the last question of all it was asked already.
  if (button.dataset.data === "done" && content.querySelector("[data-ahead]")) {
    finish.showModal();
    return;
  }
  for (const other of button.parentElement.querySelectorAll(".choice")) other.removeAttribute("aria-pressed");
  button.setAttribute("aria-pressed", "true");
  outbox.put("/press", { line: Number.parseInt(button.value, 10), data: button.dataset.data });
  field.focus({ preventScroll: true });
}

export function choose() {
  document.getElementById("talk").addEventListener("click", (event) => {
    const button = event.target.closest?.(".choice");
    if (!button) return;
    event.preventDefault();
    if (button.dataset.editor) openEditor(button);
    else if (!button.dataset.data.startsWith("fix~") || !fix(button.dataset.about)) press(button);
  });
  document.getElementById("menu-button").addEventListener("click", () => {
    content.querySelector(".more").open = false;
    menu.showModal();
    renewMenu();
  });
  for (const dialog of document.querySelectorAll("dialog:not(#hands-free)")) {
    dialog.querySelector(".close")?.addEventListener("click", () => dialog.close());
    dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  }
  menu.addEventListener("click", (event) => {
    const chosen = event.target.closest?.("[data-order], [data-finish]");
    if (!chosen) return;
    event.preventDefault();
    if (chosen.dataset.order) {
      order(chosen);
      return;
    }
    menu.close();
    finish.showModal();
  });
  finish.addEventListener("click", (event) => {
    const chosen = event.target.closest?.("[data-order], [data-close]");
    if (!chosen) return;
    event.preventDefault();
    if (chosen.dataset.order) order(chosen);
    else finish.close();
  });
  menu.addEventListener("change", ({ target }) => target.name === "look" && setLook(target.value));
  chooseLook();
  tellZone();
  onChanged(renewMenu);
}
