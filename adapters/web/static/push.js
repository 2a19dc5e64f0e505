// After the first answer the page offers, once and quietly, to say when the next question has come.
import { toQuestion } from "./history.js";
import { element, word } from "./words.js";

const ASKED = "raconteur-push";
const able = window.isSecureContext && "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;

export async function offersPush() {
  navigator.serviceWorker?.addEventListener("message", ({ data }) => data === "question" && toQuestion());
  if (!able || Notification.permission === "denied") return;
  const answer = await fetch("/push").catch(() => null);
  if (!answer?.ok) return;
  const { key } = await answer.json();
  const worker = await navigator.serviceWorker.getRegistration("/");
  const before = await worker?.pushManager?.getSubscription();
  if (before) return void hand(before, true);
  if (localStorage.getItem(ASKED)) return;
  const talk = document.getElementById("talk");
  const look = () => {
    if (!document.querySelector(".line.me[data-n]")) return;
    watching.disconnect();
    ask(key);
  };
  const watching = new MutationObserver(look);
  watching.observe(talk, { childList: true, subtree: true });
  look();
}

function ask(key) {
  const box = element("div", { id: "push", role: "group", "aria-labelledby": "push-words" });
  const said = element("p", { id: "push-words", role: "status", text: word("push-ask") });
  const yes = element("button", { type: "button", text: word("push-yes") });
  const no = element("button", { type: "button", class: "quiet", text: word("push-no") });
  const end = () => {
    localStorage.setItem(ASKED, "asked");
    box.remove();
  };
  no.addEventListener("click", end);
  yes.addEventListener("click", async () => {
    yes.disabled = true;
    try {
      if ((await Notification.requestPermission()) !== "granted") return end();
      await subscribe(key);
      end();
    } catch {
      said.textContent = word("push-failed");
      yes.disabled = false;
    }
  });
  const row = element("div", { class: "row" });
  row.append(yes, no);
  box.append(said, row);
  // It goes with the conversation, and takes no room from the question.
  document.getElementById("below").before(box);
}

async function subscribe(key) {
  const worker = await navigator.serviceWorker.register("/static/sw.js", { scope: "/" });
  await navigator.serviceWorker.ready;
  const bytes = Uint8Array.from(atob(key.replaceAll("-", "+").replaceAll("_", "/")), (each) => each.charCodeAt(0));
  await hand(await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytes }), false);
}

async function hand(subscription, again) {
  const { endpoint, keys } = subscription.toJSON();
  const body = { endpoint, public_key: keys.p256dh, secret: keys.auth, again, language: document.documentElement.lang };
  const headers = { "Content-Type": "application/json", "X-Raconteur": "1" };
  const answer = await fetch("/push", { method: "POST", headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error("not kept");
}
