// It got out if it takes all memory past the heap.
// It ends: memory, killed, finished, time.
const kept = [];
for (;;) {
  const shared = new Uint8Array(new SharedArrayBuffer(16 << 20));
  shared.fill(1);
  kept.push(shared);
}
