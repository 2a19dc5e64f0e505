// Plays a question whose sound has just come to it, if it is the newest line and nobody records or looks elsewhere.
export function hear(before, now) {
  const sound = now.querySelector("audio.sound");
  const fresh = sound && !before.querySelector("audio.sound") && now.matches("#lines > .bot:last-of-type");
  if (!fresh || document.hidden || document.querySelector("p.recording, #hands-free[open]")) return;
  // A browser that was not touched yet plays nothing by itself: then there is the player.
  sound.play().catch(() => {});
}

// One voice at a time.
document.addEventListener("play", ({ target }) => {
  for (const sound of document.querySelectorAll("audio")) if (sound !== target) sound.pause();
}, true);
