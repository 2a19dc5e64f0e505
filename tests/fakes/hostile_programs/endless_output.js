// It got out if it fills our memory with words.
// It ends: output.
for (;;) require("fs").writeSync(1, "x".repeat(65536));
