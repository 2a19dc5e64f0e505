// What comes by itself, as server-sent events. After a pause, a sleep or a lost connection it goes on where it was.
import { clear, isNewest, show, showPassing, think } from "./history.js";
import { forgetAll } from "./keeping.js";
import { forgetKept } from "./offline.js";
import { overhear } from "./talk.js";
import { word } from "./words.js";

const AGAIN = 2_000;
const LONGEST = 30_000;
const UNSEEN = 60_000;
const DEAF = 45_000; // three signs of life that did not come: after a sleep the connection only looks alive
let after = document.body.dataset.after;
let source = null;
let timer = 0;
let leaving = 0;
let pause = AGAIN;
let heard = "";
let thinks = false;

const rest = () => think(heard || (thinks ? word("thinking") : ""));
const busy = () => document.querySelector("dialog[open], .line textarea");

function line(data) {
  show(data);
  // The page speaks the interviewer's language; its own words come anew with it.
  if (data.who === "bot" && data.words !== document.documentElement.lang && isNewest(data.n) && !busy()) location.reload();
}

// Everything in this chat was deleted: what this browser has of it goes, too.
function forgotten() {
  forgetAll();
  forgetKept();
  clear();
}

const handlers = {
  here() {},
  line,
  change: show,
  passing: showPassing,
  forgotten,
  thinking: ({ on }) => (thinks = on),
  listening: ({ text }) => (heard = text),
  overheard: ({ text }) => overhear(text),
};

export function listen(onOpen) {
  const again = (time) => {
    clearTimeout(timer);
    timer = setTimeout(open, time);
  };
  const open = () => {
    close();
    again(DEAF);
    source = new EventSource(`/events?after=${after}&language=${document.documentElement.lang}`);
    source.onopen = () => {
      pause = AGAIN;
      thinks = false;
      heard = "";
      rest();
      onOpen();
    };
    source.onerror = () => {
      close();
      again(pause);
      pause = Math.min(2 * pause, LONGEST);
    };
    for (const [name, handle] of Object.entries(handlers)) {
      source.addEventListener(name, (event) => {
        again(DEAF);
        if (event.lastEventId) after = event.lastEventId;
        handle(JSON.parse(event.data));
        rest();
      });
    }
  };
  // A browser opens few connections to one place: tabs that nobody looks at give theirs back.
  document.addEventListener("visibilitychange", () => {
    clearTimeout(leaving);
    if (document.hidden) leaving = setTimeout(close, UNSEEN);
    else open();
  });
  addEventListener("online", open);
  addEventListener("pageshow", (event) => event.persisted && open());
  addEventListener("pagehide", close);
  open();
}

function close() {
  clearTimeout(timer);
  source?.close();
  source = null;
}
