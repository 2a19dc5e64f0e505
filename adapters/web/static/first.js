// Until something is written, speaking is what the page offers first, wherever somebody listens to recordings.
import { canRecord } from "./microphone.js";

export function speaksFirst() {
  const speak = document.getElementById("speak");
  const lines = document.getElementById("lines");
  const field = document.getElementById("answer");
  if (!speak?.dataset.hears || !canRecord()) return;
  const look = () => {
    const isFirst = !speak.hidden && Boolean(lines.querySelector(".asks")) && !field.value.trim();
    document.body.classList.toggle("speak-first", isFirst);
    (document.getElementById("talk-with-me") ?? speak).classList.toggle("first", isFirst);
  };
  const watching = new MutationObserver(look);
  watching.observe(document.getElementById("talk"), { childList: true, subtree: true });
  watching.observe(speak, { attributeFilter: ["hidden"] });
  // What is sent empties the field, and what is taken back fills it.
  watching.observe(document.getElementById("send"), { attributeFilter: ["disabled"] });
  look();
}
