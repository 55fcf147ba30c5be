// A gallery: puzzles as small boards, solvable ones first and easy ones before hard ones, to be
// searched, filtered and chosen.

import { BoardView } from "./board.js";
import { counted } from "./notation.js";
import { element } from "./page.js";
import { readPuzzle } from "./rules.js";

const ORDER = ["solvable", "open", "infeasible"];
const FILTERS = {
  "": ["all", () => true],
  solvable: ["solvable", ({ expect }) => expect === "solvable"],
  infeasible: ["infeasible", ({ expect }) => expect === "infeasible"],
  open: ["open", ({ expect }) => expect === "open"],
  easy: ["at most 12 pegs", (entry) => pegsOf(entry) <= 12],
  hard: ["30 pegs and more", (entry) => pegsOf(entry) >= 30],
};

const pegsOf = ({ start }) => (typeof start === "string" ? start.split("o").length - 1 : 0);

/// Shows puzzles in a host element; `onchoose(entry)` is told of the one that is chosen.
export function showGallery(host, entries, onchoose) {
  const find = element("input", { type: "search", id: "find", oninput: () => list() });
  const filter = element("select", { id: "filter", onchange: () => list() },
    ...Object.entries(FILTERS).map(([value, [text]]) => element("option", { value }, text)));
  const figures = element("ul", { class: "gallery" });
  host.replaceChildren(
    element("div", { class: "fields" },
      element("label", {}, "Find ", find), element("label", {}, "Show ", filter)),
    figures);
  const rank = ({ expect }) => ORDER.indexOf(expect) + (ORDER.includes(expect) ? 0 : ORDER.length + 1);
  const ordered = entries.slice().sort((a, b) => rank(a) - rank(b) || pegsOf(a) - pegsOf(b));

  function list() {
    const words = find.value.toLowerCase();
    const [, fits] = FILTERS[filter.value];
    const says = ({ name, title }) => `${name} ${title ?? ""}`.toLowerCase().includes(words);
    const shown = ordered.filter((entry) => fits(entry) && says(entry));
    figures.replaceChildren(...shown.map((entry) => figure(entry, onchoose)));
  }
  list();
}

function figure(entry, onchoose) {
  const thumb = element("span", { class: "thumb", "aria-hidden": "true" });
  const pegs = pegsOf(entry);
  const facts = [entry.expect, pegs ? counted(pegs, "peg") : "colour baseball"].filter(Boolean);
  if (pegs) inSight.observe(Object.assign(thumb, { entry }));
  return element("li", {}, element("button", { type: "button", onclick: () => onchoose(entry) },
    thumb,
    element("span", { class: "name" }, entry.title ?? entry.name),
    element("span", { class: `chip ${entry.expect ?? ""}` }, facts.join(" · "))));
}

/// Small boards are drawn when they come into sight.
const inSight = new IntersectionObserver((all) => {
  for (const { isIntersecting, target } of all) {
    if (!isIntersecting || target.childElementCount) continue;
    const { board, start } = readPuzzle(target.entry);
    new BoardView(target, board).show(start);
  }
});
