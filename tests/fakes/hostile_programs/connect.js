// It got out if a server on this machine can be reached.
const told = JSON.parse(require("fs").readFileSync(0, "utf8"));

const net = require("net");
for (const address of [{ port: told.port, host: "127.0.0.1" }, { path: told.socket }]) {
  net.connect(address, () => console.log("GOT OUT")).on("error", () => {});
}
require("dns").lookup("example.org", (error, found) => error || console.log("GOT OUT", found));
