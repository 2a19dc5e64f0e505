// A field for code: Tab indents, a new line begins where the one before did. What is handed in is an answer like others.
import { field, say } from "./composer.js";
import { forget, keep, kept } from "./keeping.js";

const dialog = document.getElementById("editor");
const code = document.getElementById("code");
const INDENT = "    ";
let place = "";
let leaving = false;

export function openEditor(button) {
  const line = button.closest(".line");
  place = `code-${line.dataset.n}`;
  document.getElementById("code-title").textContent = button.textContent;
  document.querySelector("label[for=code]").textContent = button.dataset.editor;
  const blocks = line.querySelectorAll(".words > pre:last-child");
  code.value = kept(place, blocks.length ? `${blocks[0].textContent.replace(/\n$/, "")}\n` : "");
  dialog.showModal();
  code.focus();
}

// Between fences that nothing in it can end.
function fenced(text) {
  const longest = Math.max(0, ...[...text.matchAll(/`{3,}/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest ? longest + 1 : 3);
  return `${fence}\n${text.replace(/\n*$/, "\n")}${fence}`;
}

// By the browser's own editing, so that it can be undone; where that is gone, by hand.
function insert(text) {
  if (document.execCommand?.("insertText", false, text)) return;
  code.setRangeText(text, code.selectionStart, code.selectionEnd, "end");
  code.dispatchEvent(new Event("input"));
}

function indent(back) {
  const { selectionStart: from, selectionEnd: to, value } = code;
  const first = value.lastIndexOf("\n", from - 1) + 1;
  if (from === to && !back) return insert(INDENT.slice((from - first) % INDENT.length));
  const block = value.slice(first, to);
  const moved = back ? block.replace(/^( {1,4}|\t)/gm, "") : block.replace(/^(?=.)/gm, INDENT);
  code.setSelectionRange(first, to);
  insert(moved);
  return code.setSelectionRange(first, first + moved.length);
}

code.addEventListener("keydown", (event) => {
  if (event.key === "Tab" && !leaving) {
    event.preventDefault();
    indent(event.shiftKey);
  } else if (event.key === "Enter" && !event.ctrlKey && !event.metaKey && !event.isComposing) {
    event.preventDefault();
    const line = code.value.slice(code.value.lastIndexOf("\n", code.selectionStart - 1) + 1, code.selectionStart);
    insert(`\n${line.match(/^[ \t]*/)[0]}${/[:{(\[]$/.test(line) ? INDENT : ""}`);
  }
  // Escape and then Tab leaves the field, for those who have a keyboard alone.
  leaving = event.key === "Escape" || (leaving && event.key === "Shift");
  if (event.key === "Escape") {
    event.preventDefault();
    event.stopPropagation();
  }
});
code.addEventListener("input", () => keep(place, code.value));
document.getElementById("hand-in").addEventListener("click", () => {
  if (!code.value.trim()) return code.focus();
  say(fenced(code.value));
  forget(place);
  dialog.close();
  return field.focus({ preventScroll: true });
});
