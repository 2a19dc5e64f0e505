import { choose } from "./choosing.js";
import { compose, tell } from "./composer.js";
import { loadsOlder, refresh, toEnd } from "./history.js";
import { flush } from "./outbox.js";
import { listen } from "./stream.js";

refresh();
compose();
choose();
toEnd();
loadsOlder();
listen(() => flush());
addEventListener("offline", () => tell("offline"));
