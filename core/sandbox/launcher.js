// Runs inside, in Node: takes source and driver from its descriptors, and runs them one after the other as scripts that
// share what they declare. The first line on standard error says how far it came, before anything of a stranger's ran.
"use strict";
const fs = require("fs");
const vm = require("vm");

const [name, strips] = process.argv.slice(1);
const taken = (descriptor) => {
  const text = fs.readFileSync(descriptor, "utf8");
  fs.closeSync(descriptor);
  return text;
};
// What of an error's stack is the program's.
const shown = (error) => {
  const lines = String((error && error.stack) || error).split("\n");
  const ours = lines.findIndex((line) => /^ +at .*(\(|at )(node:|\[eval\])/.test(line));
  return (ours < 0 ? lines : lines.slice(0, ours)).join("\n") + "\n";
};
const plain = (text) => (strips ? require("module").stripTypeScriptTypes(text) : text);

const [source, driver] = [taken(10), taken(11)];
let script;
try {
  script = new vm.Script(plain(source), { filename: name });
} catch (error) {
  fs.writeSync(2, "not-compiled\n" + shown(error));
  process.exit(1);
}
fs.writeSync(2, "ready\n");
globalThis.require = require;
globalThis.module = { exports: {} };
globalThis.exports = globalThis.module.exports;
process.on("uncaughtException", (error) => {
  fs.writeSync(2, shown(error));
  process.exit(1);
});
process.argv.length = 1;
script.runInThisContext();
new vm.Script(plain(driver), { filename: "driver" }).runInThisContext();
