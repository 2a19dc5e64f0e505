// Handing in a file: sent as it is chosen, and again with the same id until it is taken or refused.
import { newest, toEnd } from "./history.js";
import { element, word } from "./words.js";

const TRIES = [0, 2, 5, 10, 30];
const says = document.getElementById("tools-say");
const WHY = { 400: "file-empty", 413: "file-too-large", 429: "microphone-refused" };

const preview = document.getElementById("photo");
const picture = document.getElementById("photo-shown");
const caption = document.getElementById("photo-caption");

async function post(id, file, words) {
  const form = new FormData();
  form.append("id", id);
  form.append("seen", newest());
  if (words) form.append("caption", words);
  form.append("file", file, file.name);
  try {
    return (await fetch("/files", { method: "POST", headers: { "X-Raconteur": "1" }, body: form })).status;
  } catch {
    return 0;
  }
}

async function send(file, words = "") {
  const id = crypto.randomUUID?.() ?? [...crypto.getRandomValues(new Uint8Array(16))].map((b) => b.toString(16).padStart(2, "0")).join("");
  const line = element("article", { class: "line me pending", id: `waiting-${id}` });
  line.append(element("p", { class: "length", dir: "auto", text: file.name }), element("p", { class: "note", text: word("sending") }));
  document.getElementById("waiting").after(line);
  toEnd();
  let status = 0;
  for (const pause of TRIES) {
    await new Promise((resolve) => setTimeout(resolve, pause * 1000));
    status = await post(id, file, words);
    if (status === 200) return;
    if (status !== 0 && status < 500) break;
  }
  line.remove();
  says.textContent = `${file.name}: ${word(WHY[status] ?? "file-failed")}`;
}

// Shows a photo, with a field for what is in it; returns the words, or null when it is not to be sent.
function previewed(file) {
  return new Promise((resolve) => {
    const address = URL.createObjectURL(file);
    let words = null;
    picture.hidden = false;
    picture.src = address;
    // Not every browser knows the pictures of every camera.
    picture.onerror = () => (picture.hidden = true);
    caption.value = "";
    const sent = () => {
      words = caption.value.trim();
      preview.close();
    };
    document.getElementById("photo-send").onclick = sent;
    preview.onclose = () => {
      picture.onerror = null;
      picture.removeAttribute("src");
      URL.revokeObjectURL(address);
      resolve(words);
    };
    preview.showModal();
    caption.focus();
  });
}

async function handIn(files) {
  for (const file of files) {
    if (!file.type.startsWith("image/")) send(file);
    else {
      const words = await previewed(file);
      if (words !== null) send(file, words);
    }
  }
}

export function hands() {
  const input = document.getElementById("file");
  input?.addEventListener("change", () => {
    says.textContent = "";
    const files = [...input.files];
    input.value = "";
    handIn(files);
  });
}
