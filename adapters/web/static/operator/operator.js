// A transcript that grows while it is looked at. All HTML comes from the server, where every word is escaped.
const list = document.getElementById("transcript");

function made(html) {
  const template = document.createElement("template");
  template.innerHTML = html;
  return template.content;
}

function put(number, html) {
  const line = made(html).firstElementChild;
  const there = document.getElementById(line.id);
  if (there) {
    there.replaceWith(line);
    return;
  }
  const next = [...list.children].find((each) => each.value > number);
  list.insertBefore(line, next ?? null);
}

function follow(address) {
  const source = new EventSource(address);
  const on = (name, act) => source.addEventListener(name, (event) => act(JSON.parse(event.data)));
  on("facts", ({ html }) => document.getElementById("facts").replaceChildren(made(html)));
  on("whole", ({ html }) => list.replaceChildren(made(html)));
  on("line", ({ n, html }) => put(n, html));
  on("gone", ({ n }) => document.getElementById(`line-${n}`)?.remove());
  on("deleted", () => {
    source.close();
    location.assign("/operator");
  });
  document.getElementById("live").hidden = false;
}

if (list?.dataset.events) follow(list.dataset.events);
