// The screen with a link that is ready to send: copying it, and the share sheet where the device has one.
document.documentElement.classList.add("scripted");
const share = document.getElementById("share");

for (const button of document.querySelectorAll("[data-copies]")) {
  button.addEventListener("click", async () => {
    const field = document.getElementById(button.dataset.copies);
    field.select();
    try {
      await navigator.clipboard.writeText(field.value);
    } catch {
      document.execCommand("copy");
    }
    const said = document.getElementById(`copied-${button.dataset.copies}`);
    said.textContent = said.dataset.copied;
  });
}

if (share && navigator.share) {
  share.hidden = false;
  share.addEventListener("click", () => {
    const text = document.getElementById("message").value;
    // Whoever closes the sheet again has not done anything wrong.
    navigator.share({ title: share.dataset.title, text }).catch(() => {});
  });
}
