// Runs inside, in Node: takes source and driver from its descriptors and runs the source as a CommonJS file would be, or
// as an ES module where it is one, then the driver where it sees what the source declares. The first line on standard
// error says how far it came, before anything of a stranger's ran.
"use strict";
(() => {
  const fs = require("fs");
  const { isBuiltin, stripTypeScriptTypes } = require("module");
  const vm = require("vm");
  const load = require;
  const quit = process.exit.bind(process);

  const [name, strips] = process.argv.slice(1);
  const taken = (descriptor) => {
    const text = fs.readFileSync(descriptor, "utf8");
    fs.closeSync(descriptor);
    return text;
  };
  // Types that leave something behind, such as enums, have to be rewritten, after which lines may have other numbers.
  const plain = (text) => {
    if (!strips) return text;
    try {
      return stripTypeScriptTypes(text);
    } catch (error) {
      if (error.code !== "ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX") throw error;
      return stripTypeScriptTypes(text, { mode: "transform" });
    }
  };

  let source = "";
  // The part of an error's stack that is the program's, with the line where it happened on top, as Node shows it.
  const shown = (error) => {
    const lines = String((error && error.stack) || error).split("\n");
    const ours = lines.findIndex((line) => /^ +at .*(\(|at )(node:|\[eval\]|driver:)/.test(line));
    const text = (ours < 0 ? lines : lines.slice(0, ours)).join("\n") + "\n";
    const place = /^ +at .*?\bsolution\.[jt]s:(\d+)(?::(\d+))?/m.exec(text);
    const line = place && source.split("\n")[place[1] - 1];
    if (strips && text.startsWith(":")) return name + text;
    if (!line || text.startsWith(name)) return text;
    return `${name}:${place[1]}\n${line}\n${" ".repeat(Math.max(place[2] - 1, 0))}^\n\n${text}`;
  };
  const fail = (error) => {
    fs.writeSync(2, shown(error));
    quit(1);
  };

  const linked = async (specifier) => {
    if (!isBuiltin(specifier)) throw new Error(`Cannot find module '${specifier}'`);
    const found = load(specifier);
    const names = Object.keys(found).filter((each) => each !== "default");
    const made = new vm.SyntheticModule(["default", ...names], () => {
      made.setExport("default", found);
      for (const each of names) made.setExport(each, found[each]);
    });
    return made;
  };
  const dynamic = async (specifier) => {
    const made = await linked(specifier);
    await made.link(() => {});
    await made.evaluate();
    return made;
  };
  const asFunction = (text) => vm.compileFunction(text, [], { filename: name, importModuleDynamically: dynamic });
  const asModule = (text) => new vm.SourceTextModule(text, { identifier: name, importModuleDynamically: dynamic });
  // An error in a module does not tell its place, but the same error in a function does.
  const placed = (text, error) => {
    const blank = (found) => found.replace(/[^\n]/g, " ");
    const body = text
      .replace(/^\s*import\b[^;'"]*?(['"])[^'"\n]*\1\s*;?/gm, blank)
      .replace(/^\s*export\s+(?:default\b)?/gm, blank);
    const head = "(async () => {";
    try {
      new vm.Script(`${head}${body}\n})`, { filename: name, columnOffset: -head.length });
    } catch (same) {
      return same;
    }
    return error;
  };
  const isModule = (text) => {
    try {
      asFunction(text);
      return false;
    } catch (error) {
      if (!/\b(import|export|await)\b/.test(error.message)) throw error;
      try {
        asModule(text);
      } catch (other) {
        throw placed(text, other);
      }
      return true;
    }
  };

  const driver = [taken(10), taken(11)];
  let module = false;
  try {
    source = plain(driver.shift());
    module = isModule(source);
  } catch (error) {
    fs.writeSync(2, "not-compiled\n" + shown(error));
    quit(1);
  }
  // The last statement of the source hands over a way to evaluate the driver in its scope. Nobody can guess the name.
  const hook = `raconteur_${Math.random().toString(36).slice(2)}`;
  globalThis[hook] = (evaluate) => {
    delete globalThis[hook];
    evaluate(`${plain(driver.shift())}\n//# sourceURL=driver`);
  };
  const whole = `${source}\n;${hook}(function () { return eval(arguments[0]); });`;

  fs.writeSync(2, "ready\n");
  globalThis.require = load;
  globalThis.module = { exports: {} };
  globalThis.exports = globalThis.module.exports;
  process.on("uncaughtException", fail);
  process.argv.length = 1;
  if (module) {
    const made = asModule(whole);
    made
      .link(linked)
      .then(() => {
        globalThis.module.exports = made.namespace;
        return made.evaluate();
      })
      .catch(fail);
  } else {
    Reflect.apply(asFunction(whole), globalThis.module.exports, []);
  }
})();
