// Runs before the page is drawn, so that nobody is dazzled by a light page that then turns dark, and nothing moves.
(() => {
  const root = document.documentElement;
  root.classList.add("scripted");
  try {
    const look = localStorage.getItem("raconteur-look");
    if (look === "light" || look === "dark") root.dataset.look = look;
    if (sessionStorage.getItem("told-open") === "yes") root.classList.add("told-open");
  } catch {
    // Nothing is kept in this browser: it looks as the device does.
  }
})();
