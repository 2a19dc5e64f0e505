;((named, holder, asked) => {
  const { process, JSON, Array, ArrayBuffer, Error, Math, Number, String } = globalThis;
  const built = (name) => (process.getBuiltinModule ? process.getBuiltinModule(name) : globalThis.require(name));
  const vm = built("vm");
  const write = process.stdout.write.bind(process.stdout);
  const LONGEST = 30000;
  const MESSAGE = 300;
  const tell = (line) => write(`\n${line}\n`);
  const valueOf = (getter) => {
    try {
      return getter();
    } catch (error) {
      return undefined;
    }
  };
  const isFunction = (value) => typeof value === "function";
  const methodOf = (solution, name) => {
    if (!isFunction(solution)) return undefined;
    if (isFunction(solution[name])) return (...args) => solution[name](...args);
    if (!solution.prototype || !isFunction(solution.prototype[name])) return undefined;
    return (...args) => new solution()[name](...args);
  };
  const found = () => {
    const exported = valueOf(() => globalThis.module.exports) || {};
    const holders = [valueOf(holder), exported.Solution, exported.default, exported];
    return [
      ...named.map(valueOf),
      ...asked.names.map((name) => exported[name]),
      ...holders.flatMap((each) => asked.names.map((name) => methodOf(each, name))),
      exported,
      exported.default,
    ].find(isFunction);
  };
  const solve = found();
  if (solve === undefined) {
    tell(`${asked.marker} missing 0`);
    return;
  }

  const ownLine = (error) => {
    const stack = String(error && error.stack).split(/\(driver:|at driver:/)[0];
    const place = /solution\.[cm]?[jt]s:(\d+)/.exec(stack);
    return place ? Number(place[1]) : 0;
  };
  // Whole numbers of any length and arrays of numbers are values like all others.
  const plain = (_key, value) => {
    if (typeof value === "bigint") return Number(value);
    return ArrayBuffer.isView(value) ? Array.from(value) : value;
  };
  const spoken = (value) => {
    const text = JSON.stringify(value, plain);
    if (text === undefined) return { strange: `a value of the type ${typeof value}` };
    return text.length <= LONGEST ? { value: JSON.parse(text) } : { strange: "a very long answer" };
  };
  const raised = (error) => ({
    raised: error instanceof Error ? error.name : typeof error,
    message: String(error instanceof Error ? error.message : error).slice(0, MESSAGE),
    line: ownLine(error),
  });
  const key = `call ${asked.marker}`;
  const attempt = (args, seconds) => {
    globalThis[key] = () => {
      try {
        return spoken(solve(...args));
      } catch (error) {
        return raised(error);
      }
    };
    try {
      // Only a script of its own can be stopped.
      return vm.runInThisContext(`globalThis[${JSON.stringify(key)}]()`, { timeout: Math.ceil(seconds * 1000) });
    } catch (error) {
      return error && error.code === "ERR_SCRIPT_EXECUTION_TIMEOUT" ? { late: true } : raised(error);
    }
  };

  for (const each of asked.cases) {
    const left = asked.seconds - process.cpuUsage().user / 1e6;
    if (left < 0.05) return;
    const before = JSON.stringify(each.args);
    const args = JSON.parse(before);
    tell(`${asked.marker} begin ${each.number}`);
    process.stdout.write = each.shown ? write : () => true;
    const told = attempt(args, Math.min(left, asked.each));
    process.stdout.write = write;
    told.changed = JSON.stringify(args) !== before;
    tell(`${asked.marker} end ${each.number} ${JSON.stringify(told)}`);
  }
})([@NAMED@], () => Solution, @REQUEST@);
