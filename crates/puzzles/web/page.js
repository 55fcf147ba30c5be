// Elements of the page, made in one line. No text ever becomes markup.

const SVG = "http://www.w3.org/2000/svg";

/// An HTML element: properties, then children, which may be texts.
export function element(name, properties = {}, ...children) {
  return furnished(document.createElement(name), properties, children);
}

/// The same in SVG.
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

/// A button. Its text is its name, and the explanation a tooltip; a picture needs it as a name.
export const button = (content, explanation, onclick, more = {}) =>
  element("button", {
    type: "button", title: explanation, onclick,
    "aria-label": typeof content === "string" ? undefined : explanation,
    ...more,
  }, content);

/// A short text to be seen, with other words to be heard.
export const spoken = (text, words) => [
  element("span", { "aria-hidden": "true" }, text),
  element("span", { class: "heard" }, words),
];

/// The icons of the buttons that step.
export const ICONS = {
  first: "M6 5v14M19 5l-9 7 9 7z",
  back: "M16 5l-9 7 9 7z",
  play: "M7 4l13 8-13 8z",
  pause: "M8 5v14M16 5v14",
  on: "M8 5l9 7-9 7z",
  last: "M18 5v14M5 5l9 7-9 7z",
};

/// An icon of strokes, drawn on a square of 24.
export const icon = (path) =>
  shape(
    "svg",
    { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true", focusable: "false" },
    shape("path", { d: path }),
  );

/// Hands a text to the reader as a file.
export function download(name, text, type = "text/plain") {
  const url = URL.createObjectURL(new Blob([text], { type }));
  element("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
