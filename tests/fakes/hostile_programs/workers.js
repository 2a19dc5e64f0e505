// It got out if threads can be begun without end.
// It ends: time, memory, killed, finished.
const { Worker } = require("worker_threads");
let begun = 0;
for (let n = 0; n < 500; n++) {
  new Worker("for (;;) {}", { eval: true }).on("online", () => ++begun > 200 && console.log("GOT OUT", begun)).on("error", () => {});
}
