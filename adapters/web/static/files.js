// Handing in a file: sent as it is chosen, and again with the same id until it is taken or refused.
import { newest, toEnd } from "./history.js";
import { element, word } from "./words.js";

const TRIES = [0, 2, 5, 10, 30];
const says = document.getElementById("tools-say");
const WHY = { 400: "file-empty", 413: "file-too-large", 429: "microphone-refused" };

async function post(id, file) {
  const form = new FormData();
  form.append("id", id);
  form.append("seen", newest());
  form.append("file", file, file.name);
  try {
    return (await fetch("/files", { method: "POST", headers: { "X-Raconteur": "1" }, body: form })).status;
  } catch {
    return 0;
  }
}

async function send(file) {
  const id = crypto.randomUUID?.() ?? [...crypto.getRandomValues(new Uint8Array(16))].map((b) => b.toString(16).padStart(2, "0")).join("");
  const line = element("article", { class: "line me pending", id: `waiting-${id}` });
  line.append(element("p", { class: "length", dir: "auto", text: file.name }), element("p", { class: "note", text: word("sending") }));
  document.getElementById("waiting").after(line);
  toEnd();
  let status = 0;
  for (const pause of TRIES) {
    await new Promise((resolve) => setTimeout(resolve, pause * 1000));
    status = await post(id, file);
    if (status === 200) return;
    if (status !== 0 && status < 500) break;
  }
  line.remove();
  says.textContent = `${file.name}: ${word(WHY[status] ?? "file-failed")}`;
}

export function hands() {
  const input = document.getElementById("file");
  input?.addEventListener("change", () => {
    says.textContent = "";
    [...input.files].forEach(send);
    input.value = "";
  });
}
