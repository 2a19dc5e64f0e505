// It got out if it takes all memory past the heap.
// It ends: memory, killed, finished.
const kept = [];
for (;;) kept.push(Buffer.alloc(8 << 20, 1));
