// The page's own words, in the person's language; the server wrote them into the page.
const words = JSON.parse(document.body.dataset.words);

export function word(name, values = {}) {
  return words[name].replace(/\{(\w+)\}/g, (_, key) => values[key] ?? "");
}

// An element with text, never with markup.
export function element(name, { text = "", ...attributes } = {}) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.textContent = text;
  return made;
}
