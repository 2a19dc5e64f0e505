// It got out if it takes all memory.
// It ends: memory, killed, time.
const kept = [];
for (;;) kept.push(new Array(1e5).fill({}).map(() => ({ a: 1 })));
