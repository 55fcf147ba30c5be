// Why a puzzle is infeasible: the reason first, its weights as shades on the board, and the sums
// written out. Criteria that say nothing stand last, folded.

import { BoardView } from "./board.js";
import { element } from "./page.js";

/// Shows criteria as `saut explain --json` lists them.
export function showCriteria(host, puzzle, criteria) {
  const refuting = criteria.filter((one) => one.refutes);
  const silent = criteria.filter((one) => !one.refutes);
  const first = refuting.slice(0, 1).map((one) => criterion(puzzle, one, "h2"));
  const others = refuting.slice(1);
  host.replaceChildren(
    ...first,
    ...(first.length ? [] : [element("p", {}, "No criterion refutes this puzzle.")]),
    ...folded(puzzle, `Further reasons (${others.length})`, others),
    ...folded(puzzle, `Criteria that say nothing (${silent.length})`, silent));
}

function folded(puzzle, summary, criteria) {
  if (criteria.length === 0) return [];
  const details = element("details", {}, element("summary", {}, summary));
  const fill = () => details.open && details.childElementCount === 1
    && details.append(...criteria.map((one) => criterion(puzzle, one, "h3")));
  details.addEventListener("toggle", fill);
  return [details];
}

function criterion(puzzle, { name, refutes, why, weights = [] }, heading) {
  const title = refutes ? `Infeasible, by ${words(name)}` : words(name);
  const paragraphs = String(why ?? "").trim().split(/\n\n+/).filter(Boolean);
  return element("article", { class: "criterion" },
    element(heading, {}, title),
    ...paragraphs.map((text) =>
      / {2}|\n/.test(text) ? element("pre", {}, text) : element("p", {}, text)),
    ...weights.map((one) => weighing(puzzle, one)));
}

const words = (name) => name.replaceAll("-", " ");

/// One set of weights: start and, where it is fixed, goal, each with its sum.
function weighing(puzzle, { title, by_hole: weights, start, goal }) {
  const { wants, onePeg } = puzzle.goal;
  const isExact = !onePeg && !wants.includes(null);
  const ends = [["start", puzzle.start, start]];
  if (isExact) ends.push(["goal", wants, goal]);
  const boards = ends.map(([name, pegs, said]) => end(puzzle, name, pegs, weights, said));
  const least = isExact ? [] : [element("p", { class: "sum" }, `goal, at least: ${goal}`)];
  return element("figure", { class: "weighing" },
    element("figcaption", {}, `${title}; a ring is a peg`), element("div", { class: "pair" }, ...boards), ...least);
}

function end(puzzle, name, pegs, weights, said) {
  const host = element("div", { class: "end" });
  const view = new BoardView(host, puzzle.board, {
    label: `weights on the board, ${name}: ${written(pegs, weights)}`,
  });
  view.show(pegs);
  view.shade(weights);
  const sum = written(pegs, weights);
  const total = String(pegs.reduce((sum, has, hole) => sum + (has ? weights[hole] : 0), 0));
  const isReduced = String(said) !== total;
  host.append(element("p", { class: "sum" },
    element("b", {}, `${name}: `), sum, isReduced ? `, that is ${said}` : ""));
  return host;
}

/// The sum of the weights under pegs, equal ones taken together: "3·2 + 4·1 − 1·1 = 9".
export function written(pegs, weights) {
  const groups = new Map();
  pegs.forEach((has, hole) => {
    const weight = weights[hole];
    if (has && weight !== 0) groups.set(weight, (groups.get(weight) ?? 0) + 1);
  });
  const terms = [...groups].sort(([a], [b]) => b - a).map(([weight, number], index) => {
    const sign = weight < 0 ? (index ? " − " : "−") : index ? " + " : "";
    return `${sign}${number}·${Math.abs(weight)}`;
  });
  const total = [...groups].reduce((sum, [weight, number]) => sum + weight * number, 0);
  return `${terms.join("") || "0"} = ${String(total).replace("-", "−")}`;
}
