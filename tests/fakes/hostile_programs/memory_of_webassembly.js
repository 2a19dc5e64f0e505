// It got out if it takes all memory past the heap.
// It ends: memory, killed, finished, time.
const kept = [];
for (;;) {
  const memory = new WebAssembly.Memory({ initial: 512, maximum: 512 });
  new Uint8Array(memory.buffer).fill(1);
  kept.push(memory);
}
