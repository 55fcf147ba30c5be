// Functions that create elements of the page. Texts are never interpreted as markup.

const SVG = "http://www.w3.org/2000/svg";

/// Creates an HTML element from properties and children, which may be texts.
export function element(name, properties = {}, ...children) {
  return furnished(document.createElement(name), properties, children);
}

/// Creates an SVG element, with the same arguments as `element`.
export function shape(name, properties = {}, ...children) {
  return furnished(document.createElementNS(SVG, name), properties, children);
}

function furnished(node, properties, children) {
  for (const [name, value] of Object.entries(properties)) {
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (value === true) node.setAttribute(name, "");
    else if (value !== false && value !== undefined) node.setAttribute(name, value);
  }
  node.append(...children.filter((child) => child !== null && child !== undefined));
  return node;
}

/// Creates a button. Its text is its accessible name, and the explanation is a tooltip. For an icon, the explanation is
/// also the name.
export const button = (content, explanation, onclick, more = {}) =>
  element("button", {
    type: "button", title: explanation, onclick,
    "aria-label": typeof content === "string" ? undefined : explanation,
    ...more,
  }, content);

/// Creates a short visible text with another text for screen readers.
export const spoken = (text, words) => [
  element("span", { "aria-hidden": "true" }, text),
  element("span", { class: "heard" }, words),
];

/// Scrolls a list, but not the page, so that an item of the list is visible.
export function keepInSight(list, item) {
  const [seen, { top, bottom }] = [list.getBoundingClientRect(), item.getBoundingClientRect()];
  if (top >= seen.top && bottom <= seen.bottom) return;
  list.scrollTop += (top + bottom) / 2 - (seen.top + seen.bottom) / 2;
}

/// The icons of buttons.
export const ICONS = {
  first: "M6 5v14M19 5l-9 7 9 7z",
  back: "M16 5l-9 7 9 7z",
  play: "M7 4l13 8-13 8z",
  pause: "M8 5v14M16 5v14",
  on: "M8 5l9 7-9 7z",
  last: "M18 5v14M5 5l9 7-9 7z",
  undo: "M8 4L3.5 8.5 8 13M4 8.5h10a5 5 0 0 1 0 10h-4",
  restart: "M5 12a7 7 0 1 0 2.2-5.1L4 10M4 4.5V10h5.5",
  redo: "M16 4l4.5 4.5L16 13M20 8.5H10a5 5 0 0 0 0 10h4",
};

/// Creates an icon of strokes in a square of 24 by 24 units.
export const icon = (path) =>
  shape(
    "svg",
    { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true", focusable: "false" },
    shape("path", { d: path }),
  );

/// Creates a round button with only an icon.
export const control = (name, label, action) => button(icon(ICONS[name]), label, action, { class: `control ${name}`, id: name });

/// Creates a button with an icon and a text.
export function iconButton(name, text, explanation, action) {
  const made = button(icon(ICONS[name]), explanation, action, { id: name, "aria-label": text });
  made.append(element("span", {}, text));
  return made;
}

/// Creates a selection list. An option is `[value, text]`.
export const selection = (id, options, onchange = () => {}) => element("select", { id, onchange },
  ...options.map(([value, text]) => element("option", { value }, text)));

/// Copies the address of the page. `say(text)` shows the result.
export async function copyLink(say) {
  try {
    await navigator.clipboard.writeText(location.href);
    say("The link is copied.");
  } catch {
    say("Couldn't copy. The link is in the address bar.");
  }
}

/// Saves a file. `say(text)` shows its name.
export function keepFile(name, content, say, type) {
  download(name, content, type);
  say(`Saved ${name} to your downloads.`);
}

/// Offers a text for download.
export function download(name, text, type = "text/plain") {
  const url = URL.createObjectURL(new Blob([text], { type }));
  element("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
