// It got out if others can be sent signals.
const told = JSON.parse(require("fs").readFileSync(0, "utf8"));

for (const pid of [told.pid, process.ppid, 1, -1]) {
  try {
    process.kill(pid, "SIGUSR1");
    console.log("GOT OUT", pid);
  } catch {}
}
