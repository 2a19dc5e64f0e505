// It got out if a file that everybody on this machine may read can be read.
const told = JSON.parse(require("fs").readFileSync(0, "utf8"));

for (const path of [told.secret, "/etc/passwd", `/proc/${told.pid}/environ`]) {
  try {
    console.log("GOT OUT", require("fs").readFileSync(path, "utf8"));
  } catch {}
}
