// A gallery of small boards, which can be searched, filtered, chosen, or drawn at random. The classics come first, then
// the boards one by one. For each board, solvable puzzles come before others, and easy puzzles before hard puzzles.
// Trivial puzzles come last.

import { BoardView } from "./board.js";
import { counted } from "./notation.js";
import { button, element, selection } from "./page.js";
import { readPuzzle } from "./rules.js";

/// The verdicts, including puzzles without a verdict yet, in order.
const VERDICTS = ["solvable", "open", "undecided", "infeasible"];

/// The words for verdicts.
const verdictInWords = (verdict) => ({ infeasible: "impossible", undecided: "not decided", open: "not known" })[verdict] ?? verdict;

/// The words for a difficulty. Blind play counts the visited positions, and the number of digits of this count selects
/// the word.
const DIFFICULTIES = ["trivial", "easy", "moderate", "hard", "very hard", "extreme"];

/// Sizes: minimum and maximum numbers of pegs.
const SIZES = { "up to 12 pegs": [0, 12], "13 to 29 pegs": [13, 29], "30 pegs and more": [30, Infinity] };

/// A start with at most this number of pegs is trivial, independently of its measured difficulty.
const TRIVIAL_PEGS = 3;

/// Minimum and maximum number of pegs, and the allowed difficulties, of the puzzle of the day. A puzzle whose
/// difficulty was not measured is also allowed.
const PLEASANT_PEGS = [8, 33];
const PLEASANT = ["moderate", "hard", "very hard"];

/// Distance between successive puzzles of the day in the order of their names. It is a prime, so that every puzzle is
/// used.
const STRIDE = 7919;

const isTrack = ({ game }) => game === "baseball";
const pegsOf = (entry) => (isTrack(entry) ? 0 : entry.start.split("o").length - 1);
const titleOf = ({ classic, title, name }) => classic ?? title ?? name;

/// Returns the difficulty of a puzzle, if it was measured.
export const difficultyOf = ({ positions }) =>
  positions === undefined || positions === null
    ? undefined
    : DIFFICULTIES[Math.min(String(positions).length, DIFFICULTIES.length) - 1];

const isTrivial = (entry) => !isTrack(entry) && (pegsOf(entry) <= TRIVIAL_PEGS || difficultyOf(entry) === DIFFICULTIES[0]);

/// Returns the heading for a puzzle.
const headingOf = (entry) => {
  if (entry.classic) return "Classics";
  return entry.board && isTrivial(entry) ? "Trivial" : entry.board ?? "";
};

/// Returns the puzzle of a day. `date` is in the user's calendar. The puzzle is solvable, and neither too small nor too
/// hard. Users with the same puzzles get the same puzzle of the day. A puzzle occurs again only after all other
/// suitable puzzles.
export function ofTheDay(entries, date) {
  const isPleasant = (entry) => {
    const [pegs, difficulty] = [pegsOf(entry), difficultyOf(entry)];
    return entry.expect === "solvable" && pegs >= PLEASANT_PEGS[0] && pegs <= PLEASANT_PEGS[1]
      && (difficulty === undefined || PLEASANT.includes(difficulty));
  };
  const found = [...cardsOf(entries.filter(isPleasant))].map(([first]) => first)
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  const day = Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / 86_400_000;
  return found[(day * STRIDE) % found.length];
}

/// Groups similar puzzles.
function cardsOf(entries) {
  const cards = new Map();
  for (const entry of entries) {
    const key = entry.alike ?? entry;
    cards.has(key) ? cards.get(key).push(entry) : cards.set(key, [entry]);
  }
  return cards.values();
}

/// Creates a list of small boards.
export const smallBoards = (entries, onchoose) =>
  element("ul", { class: "gallery" }, ...entries.map((entry) => figure(entry, onchoose)));

/// The default memory: no user data.
const UNKNOWN = { isSolved: () => false, isBegun: () => false, streak: 0 };

/// Shows puzzles in a host element. `onchoose(entry)` is called with the chosen puzzle. `memory` returns whether the
/// user has solved or begun a puzzle, and the number of successive days with a solved puzzle of the day.
export function showGallery(host, entries, onchoose, memory = UNKNOWN) {
  const find = element("input", { type: "search", id: "find", oninput: () => list() });
  const choice = (id, texts) => selection(id, [["", "any"], ...texts.map((text) => [text, verdictInWords(text)])], () => list());
  const has = (field, texts) => texts.filter((text) => entries.some((entry) => field(entry) === text));
  const boards = [...new Set(entries.map(({ board }) => board))].filter(Boolean);
  const filters = [
    ["Board", choice("on-board", boards), ({ board }) => board],
    ["Size", choice("size", has(sizeOf, Object.keys(SIZES))), sizeOf],
    ["Difficulty", choice("difficulty", has(difficultyOf, DIFFICULTIES)), difficultyOf],
    ["Verdict", choice("verdict", has((entry) => entry.expect, VERDICTS)), (entry) => entry.expect],
  ].filter(([, select]) => select.options.length > 2);
  const today = ofTheDay(entries, new Date());
  const lots = [
    button("Random", "open any of the puzzles below, a solvable one if there is one", () => onchoose(drawn()), { id: "random" }),
    today && button(memory.streak ? `Puzzle of the day · ${counted(memory.streak, "day")}` : "Puzzle of the day", `the same for everybody today: ${titleOf(today)}`, () => onchoose(today), { id: "of-the-day" }),
  ];
  // If the gallery is shown again, the filters are kept.
  for (const field of [find, ...filters.map(([, select]) => select)]) {
    const old = host.querySelector(`#${field.id}`)?.value;
    if (old && (field === find || [...field.options].some(({ value }) => value === old))) field.value = old;
  }
  const number = element("p", { class: "faint", id: "found", role: "status" });
  const sections = element("div");
  host.replaceChildren(
    element("div", { class: "fields finding" }, element("label", {}, "Find ", find), ...lots.filter(Boolean)),
    element("div", { class: "fields filters" },
      ...filters.map(([name, select]) => element("label", {}, `${name} `, select))),
    number, sections);
  const rank = ({ expect }) => VERDICTS.indexOf(expect) + (VERDICTS.includes(expect) ? 0 : VERDICTS.length + 1);
  const effort = ({ positions }) => positions ?? Number.MAX_SAFE_INTEGER;
  // Classics keep their order.
  const ordered = entries.slice().sort((a, b) => Boolean(b.classic) - Boolean(a.classic) || (a.classic ? 0 :
    rank(a) - rank(b) || isTrivial(a) - isTrivial(b) || effort(a) - effort(b) || pegsOf(a) - pegsOf(b)));
  const headings = [...new Set(entries.map(headingOf))].filter((heading) => heading !== "Trivial").concat("Trivial");
  let shown = [];

  function drawn() {
    const solvable = shown.filter(({ expect }) => expect === "solvable");
    const among = solvable.length ? solvable : shown;
    return among[Math.floor(Math.random() * among.length)];
  }

  function list() {
    const words = find.value.toLowerCase().split(/\s+/);
    const says = (entry) => {
      const size = isTrack(entry) ? "" : `${pegsOf(entry)} pegs ${entry.start.replace(/[^o.]/g, "").length} holes`;
      const text = [entry.name, entry.title, entry.classic, entry.board, entry.also, difficultyOf(entry), size].join(" ").toLowerCase();
      return words.every((word) => text.includes(word));
    };
    const fits = (entry) => filters.every(([, { value }, field]) => value === "" || field(entry) === value);
    shown = ordered.filter((entry) => fits(entry) && says(entry));
    const solvable = shown.filter(({ expect }) => expect === "solvable").length;
    const mine = shown.filter(memory.isSolved).length;
    number.textContent = shown.length === 0 ? "No puzzle matches. Clear the search?"
      : `${shown.length} of ${counted(entries.length, "puzzle")}, ${solvable} of them solvable${mine ? `, ${mine} solved by you` : ""}`;
    lots[0].disabled = shown.length === 0;
    const cards = [...cardsOf(shown)];
    sections.replaceChildren(...headings.flatMap((heading) => {
      const below = cards.filter(([first]) => headingOf(first) === heading);
      if (below.length === 0) return [];
      const title = heading ? [element("h3", {}, heading)] : [];
      return [...title, element("ul", { class: "gallery" }, ...below.map((alike) => card(alike, onchoose, memory)))];
    }));
  }
  list();
}

function sizeOf(entry) {
  const pegs = pegsOf(entry);
  const fits = ([, [least, most]]) => pegs >= least && pegs <= most;
  return isTrack(entry) ? undefined : Object.entries(SIZES).find(fits)[0];
}

/// Creates a card of similar puzzles: the first puzzle, and a button that shows the others.
function card([first, ...others], onchoose, memory) {
  const any = (has) => () => [first, ...others].some(has);
  const item = figure(first, onchoose, { isSolved: any(memory.isSolved), isBegun: any(memory.isBegun) });
  if (others.length === 0) return item;
  let beside;
  const more = button(`${others.length} more like this`, `show ${counted(others.length, "puzzle")} like this one`, () => {
    beside ??= others.map((entry) => figure(entry, onchoose, memory));
    const isOpen = more.getAttribute("aria-expanded") === "true";
    more.setAttribute("aria-expanded", String(!isOpen));
    if (isOpen) for (const other of beside) other.remove();
    else item.after(...beside);
  }, { class: "alike", "aria-expanded": "false" });
  item.append(more);
  return item;
}

function figure(entry, onchoose, memory = UNKNOWN) {
  const thumb = element("span", { class: "thumb", "aria-hidden": "true" });
  const size = isTrack(entry) ? "colour baseball" : counted(pegsOf(entry), "peg");
  const facts = [difficultyOf(entry), size].filter(Boolean);
  const isKnown = entry.expect && entry.expect !== "open";
  const verdict = isKnown ? [element("b", {}, verdictInWords(entry.expect)), element("br")] : [];
  const mark = memory.isSolved(entry) ? "✓ solved" : memory.isBegun(entry) ? "begun" : undefined;
  if (!isTrack(entry)) inSight.observe(Object.assign(thumb, { entry }));
  return element("li", {}, element("button", { type: "button", class: "figure", onclick: () => onchoose(entry) },
    thumb,
    element("span", { class: "name" }, titleOf(entry)),
    mark && element("span", { class: "mark" }, mark),
    element("span", { class: `chip ${isKnown ? entry.expect : ""}` }, ...verdict, facts.join(" · "))));
}

/// Small boards are drawn when they become visible.
const inSight = new IntersectionObserver((all) => {
  for (const { isIntersecting, target } of all) {
    if (!isIntersecting || target.childElementCount) continue;
    const { board, start } = readPuzzle(target.entry);
    new BoardView(target, board).show(start);
  }
});
