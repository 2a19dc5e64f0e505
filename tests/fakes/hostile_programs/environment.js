// It got out if the environment holds something of ours.
const usual = new Set(["PATH", "LANG", "HOME", "UV_THREADPOOL_SIZE", "OPENSSL_CONF", "PWD"]);
for (const [name, value] of Object.entries(process.env)) if (!usual.has(name)) console.log("GOT OUT", name, value);
