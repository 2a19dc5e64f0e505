// It got out if it waits for ever.
// It ends: time.
setInterval(() => {}, 1000);
