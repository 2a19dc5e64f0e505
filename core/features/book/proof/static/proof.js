// A click on a paragraph does what the link below it does. Everything else works without a script.
for (const passage of document.querySelectorAll(".passage:not(.editing)")) {
  passage.addEventListener("click", (event) => {
    if (event.target.closest("a, button, form, audio") || String(getSelection())) return;
    passage.querySelector(".change")?.click();
  });
}
