// It got out if the inner parts of Node lead out.
// It ends: finished, killed.
const told = JSON.parse(require("fs").readFileSync(0, "utf8"));

for (const attempt of [
  () => process.binding("spawn_sync").spawn({ file: "/bin/sh", args: ["sh", "-c", "echo GOT OUT"], stdio: [] }).pid && console.log("GOT OUT"),
  () => process.setuid(0) ?? console.log("GOT OUT"),
  () => process.dlopen({ exports: {} }, "/tmp/x.node"),
  () => require("inspector").open(0, "127.0.0.1") ?? (require("inspector").url() && console.log("GOT OUT")),
  () => require("fs").readFileSync("/proc/self/root" + told.secret) && console.log("GOT OUT"),
]) {
  try {
    attempt();
  } catch {}
}
process.exit(0);
