// New lines are added as they come; what is here works without it, by the form.
const lines = document.getElementById("lines");
if (lines && window.EventSource) {
  const events = new EventSource(`/events?after=${lines.dataset.after}`);
  events.addEventListener("line", (event) => {
    const line = JSON.parse(event.data);
    if (document.getElementById(`line-${line.n}`)) return;
    const place = document.createElement("article");
    place.className = `line ${line.who}`;
    place.id = `line-${line.n}`;
    const words = document.createElement("div");
    words.textContent = line.text;
    place.append(words);
    lines.append(place);
  });
}
