// A gallery: puzzles as small boards, solvable ones first and easy ones before hard ones, to be
// searched, filtered and chosen.

import { BoardView } from "./board.js";
import { counted } from "./notation.js";
import { element } from "./page.js";
import { readPuzzle } from "./rules.js";

/// The verdicts, and what cannot be said yet, in order.
const VERDICTS = ["solvable", "open", "undecided", "infeasible"];

/// The words for a difficulty, by the digits of the positions that blind play looks at.
const DIFFICULTIES = ["trivial", "easy", "moderate", "hard", "very hard", "extreme"];

/// Sizes by pegs, from and to.
const SIZES = { "up to 12 pegs": [0, 12], "13 to 29 pegs": [13, 29], "30 pegs and more": [30, Infinity] };

const isTrack = ({ game }) => game === "baseball";
const pegsOf = (entry) => (isTrack(entry) ? 0 : entry.start.split("o").length - 1);

/// How hard a puzzle is, where that was measured.
export const difficultyOf = ({ positions }) =>
  positions === undefined || positions === null
    ? undefined
    : DIFFICULTIES[Math.min(String(positions).length, DIFFICULTIES.length) - 1];

/// Shows puzzles in a host element; `onchoose(entry)` is told of the one that is chosen.
export function showGallery(host, entries, onchoose) {
  const find = element("input", { type: "search", id: "find", oninput: () => list() });
  const choice = (id, texts) => element("select", { id, onchange: () => list() },
    element("option", { value: "" }, "any"), ...texts.map((text) => element("option", { value: text }, text)));
  const has = (field, texts) => texts.filter((text) => entries.some((entry) => field(entry) === text));
  const filters = [
    ["Verdict", choice("verdict", has((entry) => entry.expect, VERDICTS)), (entry) => entry.expect],
    ["Difficulty", choice("difficulty", has(difficultyOf, DIFFICULTIES)), difficultyOf],
    ["Size", choice("size", has(sizeOf, Object.keys(SIZES))), sizeOf],
  ].filter(([, select]) => select.options.length > 2);
  const number = element("p", { class: "faint", id: "found", role: "status" });
  const figures = element("ul", { class: "gallery" });
  host.replaceChildren(
    element("div", { class: "fields" },
      element("label", {}, "Find ", find),
      ...filters.map(([name, select]) => element("label", {}, `${name} `, select))),
    number, figures);
  const rank = ({ expect }) => VERDICTS.indexOf(expect) + (VERDICTS.includes(expect) ? 0 : VERDICTS.length + 1);
  const ordered = entries.slice().sort((a, b) =>
    rank(a) - rank(b) || (a.positions ?? 0) - (b.positions ?? 0) || pegsOf(a) - pegsOf(b));

  function list() {
    const words = find.value.toLowerCase();
    const says = ({ name, title }) => `${name} ${title ?? ""}`.toLowerCase().includes(words);
    const fits = (entry) => filters.every(([, { value }, field]) => value === "" || field(entry) === value);
    const shown = ordered.filter((entry) => fits(entry) && says(entry));
    const solvable = shown.filter(({ expect }) => expect === "solvable").length;
    number.textContent = `${shown.length} of ${counted(entries.length, "puzzle")}, ${solvable} of them solvable`;
    figures.replaceChildren(...shown.map((entry) => figure(entry, onchoose)));
  }
  list();
}

function sizeOf(entry) {
  const pegs = pegsOf(entry);
  const fits = ([, [least, most]]) => pegs >= least && pegs <= most;
  return isTrack(entry) ? undefined : Object.entries(SIZES).find(fits)[0];
}

function figure(entry, onchoose) {
  const thumb = element("span", { class: "thumb", "aria-hidden": "true" });
  const size = isTrack(entry) ? "colour baseball" : counted(pegsOf(entry), "peg");
  const facts = [difficultyOf(entry), size].filter(Boolean);
  const verdict = entry.expect ? [element("b", {}, entry.expect), element("br")] : [];
  if (!isTrack(entry)) inSight.observe(Object.assign(thumb, { entry }));
  return element("li", {}, element("button", { type: "button", onclick: () => onchoose(entry) },
    thumb,
    element("span", { class: "name" }, entry.title ?? entry.name),
    element("span", { class: `chip ${entry.expect ?? ""}` }, ...verdict, facts.join(" · "))));
}

/// Small boards are drawn when they come into sight.
const inSight = new IntersectionObserver((all) => {
  for (const { isIntersecting, target } of all) {
    if (!isIntersecting || target.childElementCount) continue;
    const { board, start } = readPuzzle(target.entry);
    new BoardView(target, board).show(start);
  }
});
