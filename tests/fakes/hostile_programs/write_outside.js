// It got out if something can be written, or changed, outside.
const told = JSON.parse(require("fs").readFileSync(0, "utf8"));

const fs = require("fs");
for (const attempt of [
  () => fs.appendFileSync(told.canary, "x"),
  () => fs.writeFileSync(`${told.folder}/new`, "x"),
  () => fs.unlinkSync(told.canary),
  () => fs.chmodSync(told.canary, 0o777),
  () => fs.utimesSync(told.canary, 1, 1),
  () => fs.truncateSync(told.canary),
]) {
  try {
    attempt();
    console.log("GOT OUT", attempt.toString());
  } catch {}
}
