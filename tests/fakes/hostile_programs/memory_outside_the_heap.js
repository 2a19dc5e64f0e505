// It got out if it takes all memory past the heap.
// It ends: memory, killed, finished, time.
const kept = [];
for (;;) kept.push(Buffer.alloc(8 << 20, 1));
