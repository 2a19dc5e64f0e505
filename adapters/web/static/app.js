import { choose } from "./choosing.js";
import { compose, tell } from "./composer.js";
import { loadsOlder, refresh, toEnd } from "./history.js";
import { hands } from "./files.js";
import { speaks } from "./microphone.js";
import { flush } from "./outbox.js";
import { listen } from "./stream.js";

refresh();
compose();
choose();
speaks();
hands();
toEnd();
loadsOlder();
listen(() => flush());
addEventListener("offline", () => tell("offline"));
addEventListener("online", () => tell(""));
