// The reason why a puzzle is infeasible: one sentence first, the weights as shades on the board, the complete sums, and
// the full reason. Criteria that do not refute the puzzle come last, collapsed.

import { BoardView } from "./board.js";
import { element } from "./page.js";

/// Returns the name of a criterion in words.
export const criterionInWords = (name) => name.replaceAll("-", " ");

/// Whether the goal is one position.
const isExact = ({ wants, onePeg }) => !onePeg && !wants.includes(null);

/// Returns the most informative weights: the weights for which start and goal differ.
export const tellingWeights = ({ name, weights = [] }) => {
  const differs = ({ start, goal }) => (name === "class" ? (start - goal) % 2 !== 0 : start !== goal);
  return weights.find(differs) ?? weights[0];
};

/// Describes a criterion that refutes a puzzle, in one sentence for readers who do not know the theory.
export function inPlainWords(criterion, { goal }) {
  const { name, why } = criterion;
  const weighed = tellingWeights(criterion) ?? {};
  const modulus = String(weighed.title).match(/\d+/)?.[0];
  const first = String(why ?? "").trim().split(/\.\s/)[0].replace(/[.:]$/, "");
  const said = {
    class: isExact(goal)
      ? `every jump leaves the number of pegs on the shaded holes unchanged or lowers it by two, so ${parity(weighed.start)} stays `
        + `${parity(weighed.start)}. There are ${weighed.start} at the start, but the goal needs ${weighed.goal}`
      : "every jump leaves the number of pegs on the shaded holes unchanged or lowers it by two, so odd stays odd and even stays even. "
        + "No goal position is like the start",
    lattice: `sum the numbers in the holes with pegs. ${modulus === "2" ? "No jump changes whether the sum is even or odd"
      : `No jump changes the remainder of the sum modulo ${modulus}`}; `
      + (isExact(goal) ? remainders(modulus, weighed) : "no goal position agrees with the start"),
    playable: `a jump always moves a peg by two holes, so no peg reaches the shaded holes from other holes. The goal needs `
      + `${weighed.goal} there, but the start has only ${weighed.start}`,
    corner: "a peg in a corner (−1) can't be jumped, so it must jump out itself over a peg on a hole marked 1. "
      + "The number of these pegs never grows, and there are too few of them",
    pagoda: `let each peg weigh the number in its hole. No jump increases the total weight. The goal weighs `
      + `${isExact(goal) ? "" : "at least "}${weighed.goal}, the start only ${weighed.start}`,
    "golden-ratio": "let a peg weigh less the farther it is from the goal, so that no jump adds weight. "
      + "Together, the pegs of the start weigh too little",
    "integer-cone": "however often you play each jump, and in any order, you never reach the goal",
  }[name] ?? first[0]?.toLowerCase() + first.slice(1);
  return `No: ${said}.`;
}

const parity = (number) => (number % 2 ? "odd" : "even");

/// Compares the totals of start and goal.
const remainders = (modulus, { start, goal }) => (modulus === "2"
  ? `it is ${parity(start)} at the start and ${parity(goal)} in the goal` : `it is ${start} at the start and ${goal} in the goal`);

/// Shows the criteria of `saut explain --json`, each with its own boards.
export function showCriteria(host, puzzle, criteria) {
  const refuting = criteria.filter((one) => one.refutes);
  const silent = criteria.filter((one) => !one.refutes);
  const first = refuting.slice(0, 1).map((one) => criterion(puzzle, one, "h2"));
  const others = refuting.slice(1);
  const all = (those) => () => those.map((one) => criterion(puzzle, one, "h3"));
  host.replaceChildren(
    ...first,
    ...(first.length ? [] : [element("p", {}, "No test rules this puzzle out.")]),
    ...folded(`Other proofs (${others.length})`, others.length, all(others)),
    ...folded(`Inconclusive tests (${silent.length})`, silent.length, all(silent)));
}

/// Returns a part of the page that is created when it is first opened, or nothing if it is empty.
export function folded(summary, isThere, contents) {
  if (!isThere) return [];
  const details = element("details", {}, element("summary", {}, summary));
  const fill = () => details.open && details.childElementCount === 1 && details.append(...contents());
  details.addEventListener("toggle", fill);
  return [details];
}

function criterion(puzzle, one, heading) {
  const { name, refutes, weights = [] } = one;
  const title = refutes ? `Impossible, by ${criterionInWords(name)}` : criterionInWords(name);
  return element("article", { class: "criterion" },
    element(heading, {}, title),
    ...(refutes ? [element("p", { class: "plain" }, inPlainWords(one, puzzle))] : []),
    ...weights.map((weighed) => weighing(puzzle, name, weighed)),
    ...inFull(one));
}

/// Returns the full reason. Tables of numbers keep their layout.
export const inFull = ({ why }) => String(why ?? "").trim().split(/\n\n+/).filter(Boolean).map((text) =>
  / {2}|\n/.test(text) ? element("pre", {}, text) : element("p", {}, text));

/// Draws one set of weights: on the start and, if the goal is a single position, on the goal, each with its sum.
function weighing(puzzle, name, weighed) {
  const { title, by_hole: weights } = weighed;
  const ends = [["start", puzzle.start]];
  if (isExact(puzzle.goal)) ends.push(["goal", puzzle.goal.wants]);
  const lines = sums(puzzle, name, weighed);
  const boards = ends.map(([end, pegs], index) => {
    const host = element("div", { class: "end" });
    const view = new BoardView(host, puzzle.board, { label: `weights on the board, ${end}: ${lines[index].textContent}` });
    view.show(pegs);
    view.shade(weights);
    host.append(lines[index]);
    return host;
  });
  return element("figure", { class: "weighing" },
    element("figcaption", {}, `${title}; a ring marks a peg`),
    element("div", { class: "pair" }, ...boards), ...lines.slice(boards.length));
}

/// Writes the sums of start and goal, and of the position `now` if there is one.
export function sums(puzzle, name, { by_hole: weights, start, goal }, now) {
  const line = (end, text) => element("p", { class: "sum" }, element("b", {}, `${end}: `), text);
  const isPower = name === "golden-ratio";
  const terms = (pegs) => (isPower ? powers(pegs, weights) : written(pegs, weights));
  const whole = (pegs, said) => {
    const total = String(pegs.reduce((sum, has, hole) => sum + (has ? weights[hole] : 0), 0));
    if (isPower) return `${terms(pegs)} = ${said}`;
    if (/jumps/.test(said)) return `${terms(pegs)}; ${said}`;
    return `${terms(pegs)}${String(said) === total ? "" : `, that is ${said}`}`;
  };
  return [
    line("start", whole(puzzle.start, start)),
    isExact(puzzle.goal) ? line("goal", whole(puzzle.goal.wants, goal)) : line("goal, at least", String(goal)),
    ...(now ? [line("now", isPower ? terms(now) : written(now, weights))] : []),
  ];
}

/// Writes the sum of the weights under pegs, with equal weights combined: "3·2 + 4·1 − 1·1 = 9".
export function written(pegs, weights) {
  const groups = grouped(pegs, weights).filter(([weight]) => weight !== 0).sort(([a], [b]) => b - a);
  const terms = groups.map(([weight, number], index) => {
    const sign = weight < 0 ? (index ? " − " : "−") : index ? " + " : "";
    return `${sign}${number}·${Math.abs(weight)}`;
  });
  const total = groups.reduce((sum, [weight, number]) => sum + weight * number, 0);
  return `${terms.join("") || "0"} = ${String(total).replace("-", "−")}`;
}

/// Writes the sum of s to the power of the distances under pegs: "1 + 2·s^3".
const powers = (pegs, distances) => grouped(pegs, distances).sort(([a], [b]) => a - b)
  .map(([distance, number]) => (distance === 0 ? `${number}` : `${number}·s^${distance}`)).join(" + ");

/// Returns the weights under pegs, each with its number of occurrences.
function grouped(pegs, weights) {
  const groups = new Map();
  pegs.forEach((has, hole) => has && groups.set(weights[hole], (groups.get(weights[hole]) ?? 0) + 1));
  return [...groups];
}
