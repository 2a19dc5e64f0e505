// Before anything was told, speaking is what the page offers first, wherever somebody listens to recordings.
import { canRecord } from "./microphone.js";

export function speaksFirst() {
  const speak = document.getElementById("speak");
  const lines = document.getElementById("lines");
  if (!speak?.dataset.hears || !canRecord()) return;
  const look = () => {
    const isFirst = !speak.hidden && Boolean(lines.querySelector(".asks")) && !document.querySelector(".line.me");
    document.body.classList.toggle("speak-first", isFirst);
    if (!isFirst && document.querySelector(".line.me")) watching.disconnect();
  };
  const watching = new MutationObserver(look);
  watching.observe(document.getElementById("talk"), { childList: true, subtree: true });
  watching.observe(speak, { attributeFilter: ["hidden"] });
  look();
}
