// Buttons under a question, and the menu. What was pressed is marked at once, and the mark is the server's after that.
import { field, say } from "./composer.js";
import { openEditor } from "./editor.js";
import { setLook } from "./keeping.js";
import * as outbox from "./outbox.js";

const menu = document.getElementById("menu");

function press(button) {
  const line = button.closest(".line");
  for (const other of line.querySelectorAll(".choice")) other.removeAttribute("aria-pressed");
  button.setAttribute("aria-pressed", "true");
  outbox.put("/press", { line: Number(line.dataset.n), data: button.dataset.data });
  field.focus({ preventScroll: true });
}

export function choose() {
  document.getElementById("talk").addEventListener("click", (event) => {
    const button = event.target.closest?.(".choice");
    if (!button) return;
    event.preventDefault();
    if (button.dataset.editor) openEditor(button);
    else press(button);
  });
  document.getElementById("menu-button").addEventListener("click", () => menu.showModal());
  for (const dialog of document.querySelectorAll("dialog")) {
    dialog.querySelector(".close").addEventListener("click", () => dialog.close());
    dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  }
  menu.addEventListener("click", (event) => {
    const order = event.target.closest?.("[data-order]");
    if (!order) return;
    menu.close();
    say(order.dataset.order);
    field.focus({ preventScroll: true });
  });
  const looks = menu.querySelectorAll("input[name=look]");
  for (const look of looks) {
    look.checked = look.value === (document.documentElement.dataset.look ?? "auto");
    look.addEventListener("change", () => setLook(look.value));
  }
}
