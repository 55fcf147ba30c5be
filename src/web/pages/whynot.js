// Explains why there is no plan, or no cheaper plan: shows the certificate of an answer in words, with its weights.

import { counted } from "./notation.js";
import { element } from "./page.js";

/// The explanation of each kind of certificate, which is shown after the text of the answer.
const KINDS = {
  pagoda: "No action raises the total weight of a state: the facts that an action deletes weigh at least as much as the facts that it adds. So no reachable state weighs more than the initial state, but every goal state does.",
  lattice: "Every action keeps the total weight of a state modulo the given number. So every reachable state has the weight of the initial state, but no goal state does.",
  exhaustive: "Every reachable state was visited, and none of them is a goal. saut validate visits them again.",
  "closed-states": "The states are closed: every action leads from one of them to another of them, or to a dead end that was checked separately. So no plan leaves them.",
  pairs: "Some pairs of facts are never true together: no such pair is true initially, and no action makes one true. The goal requires such a pair.",
  "relaxed-reachability": "Even if no fact were ever deleted, the goal could not be reached.",
  "range-reachability": "Even if no fact were ever deleted, and every number took all values in its range, the goal could not be reached.",
  "numeric-weights": "No action lowers the total weight of the facts and numbers of a state: each action was checked. So no reachable state weighs less than the initial state, but every goal state does.",
  "numeric-states": "Every reachable state was visited with its numbers, and none of them is a goal. saut validate visits them again.",
  invariant: "Every action keeps the invariant below: each action was checked. The invariant holds initially, but not in any goal state.",
  proof: "A solver refuted a formula that has every plan among its models, and a separate checker accepted the proof. saut plan --proof FILE writes the proof.",
};

const MOST_WEIGHTS = 400;

/// Formats `at(truck,paris)` as `at truck paris`.
export const factOf = (name) => name.replace(/\((.*)\)$/, (_, inside) => ` ${inside.replaceAll(",", " ")}`);

/// Returns the certificate of infeasibility, or of the bound, in an answer.
export const certificateOf = (answer) => answer?.certificate ?? answer?.bound_certificate;

/// Returns the weights of a certificate, as pairs `[fact, weight]`.
export const weightsOf = (certificate) => Object.entries(weighed(certificate).weights ?? {}).map(([name, weight]) => [factOf(name), weight]);

/// Returns the first reason of a certificate if its kind has weights, otherwise an empty object.
const weighed = ({ kind, reasons: [reason] = [] } = {}) => (["pagoda", "lattice"].includes(kind) ? reason.weights ?? reason.residue : {});

/// Returns the panel that explains an answer.
export function explanation(answer, task) {
  const certificate = certificateOf(answer);
  const parts = [];
  if (answer.verdict === "infeasible") parts.push(element("p", { class: "plain" }, `No plan: ${sentence(firstLine(answer.in_words))}`));
  else if (answer.verdict === "undecided") {
    parts.push(element("p", { class: "plain" }, `Not decided (${answer.reason}).`), answer.note ? element("p", {}, answer.note) : null,
      element("p", {}, "Neither a plan nor a reason against a plan was found. Try a longer time limit (saut serve --timeout), or saut plan on the command line."));
  } else parts.push(element("p", { class: "plain" }, solved(answer)));
  if (answer.verdict !== "infeasible" && answer.in_words) parts.push(element("p", {}, `Bound: ${sentence(firstLine(answer.in_words))}`));
  if (certificate) {
    const kind = certificate.kind === "criterion" ? certificate.name : certificate.kind;
    if (KINDS[kind] && answer.verdict === "infeasible") parts.push(element("p", {}, KINDS[kind]));
    if (kind === "pairs") {
      const [one, other] = certificate.reasons[0].never[0].map(factOf);
      parts.push(element("p", {}, "Never true", one === other ? ": " : " together: ", element("code", {}, one), ...(one === other ? [] : [" and ", element("code", {}, other)])));
    }
    if (certificate.bound !== undefined && certificate.kind === "closed-states") parts.push(element("p", {}, `Bound: every plan costs at least ${certificate.bound}.`));
    const weights = weightsOf(certificate);
    if (weights.length) parts.push(table(weights, weighed(certificate), task));
    if (kind === "invariant") parts.push(situations(certificate.reasons[0]));
  }
  const count = certificate?.states?.kept?.count;
  if (count > 0) parts.push(element("p", {}, `The ${count} states are too many for this page; saut plan --proof FILE writes them.`));
  const shown = certificate ? JSON.stringify(certificate, null, 1) : "";
  if (certificate && shown.length < 20_000) {
    parts.push(element("details", {}, element("summary", {}, "The checked certificate"), element("pre", { tabindex: 0 }, shown)));
  }
  return parts;
}

const firstLine = (text) => text.split("\n")[0];
const sentence = (text) => (/[.!?]$/.test(text) ? text : `${text}.`);

function solved(answer) {
  const bound = answer.bound_in_words && answer.bound_in_words.charAt(0).toUpperCase() + answer.bound_in_words.slice(1);
  if (bound && answer.optimal) return `${bound} (checked).`;
  if (bound) return `${bound}; the best plan found has ${answer.measure}.`;
  return "There is a plan, and it was validated. Choose the lowest cost or the fewest actions to see why no plan is better.";
}

/// Lists the conjunctions of an invariant. Either none of them is ever true, or at least one is always true.
function situations({ never, "one-of": oneOf }) {
  const conjunctions = never ?? oneOf;
  const words = never ? "None of these conjunctions is ever true" : "One of these conjunctions is always true";
  const line = (facts) => element("li", {}, ...facts.flatMap((fact, index) => [index ? " and " : "", element("code", {}, factOf(fact))]));
  const more = conjunctions.length - MOST_WEIGHTS;
  return element("div", { class: "weights-table", tabindex: 0, role: "region", "aria-label": "conjunctions" },
    element("p", {}, `${words} (${conjunctions.length}):`), element("ul", {}, ...conjunctions.slice(0, MOST_WEIGHTS).map(line)),
    more > 0 ? element("p", { class: "faint" }, `and ${more} more; the certificate lists all`) : null);
}

/// Lists the changes that would give a task a plan, from `saut explain`.
export function remedies({ goals = {}, start_changes: changes = [], changes_possible: possible, changes_settled: settled, reasons = [], seconds, verdict }) {
  const facts = (names) => names.flatMap((name, index) => [index === 0 ? "" : index === names.length - 1 ? " and " : ", ", element("code", {}, name)]);
  const { unreachable_alone: alone = [], conflict, together, one_less: less = [] } = goals;
  const lines = [];
  if (alone.length) lines.push([...facts(alone), alone.length === 1 ? " is unreachable even alone." : " are each unreachable even alone."]);
  if (conflict) lines.push([...facts(conflict.parts), " cannot be reached together", conflict.minimal ? "; without any one of them, the others can be reached." : "; whether fewer of them conflict is undecided."]);
  if (together) lines.push([...facts(together.parts), ` can be reached in ${counted(together.length, "action")}`, together.maximal ? ", but none of the others with them." : "."]);
  for (const { without, length } of less) lines.push(["Without the goal ", element("code", {}, without), ` there is a plan of ${counted(length, "action")}.`]);
  for (const change of changes) {
    const [out, into] = [change.without, change.with];
    const what = out && into ? ["With ", element("code", {}, into), " instead of ", element("code", {}, out)]
      : into ? ["With ", element("code", {}, into), " added at the start"] : ["Without ", element("code", {}, out), " at the start"];
    lines.push([...what, ` there is a plan of ${counted(change.length, "action")}.`]);
  }
  if (verdict === "solved") lines.push(["The task has a plan without changes."]);
  const others = reasons.filter(({ refutes }) => refutes).map(({ name }) => name.replaceAll("-", " "));
  return [
    element("h3", {}, "What would help"),
    lines.length ? element("ul", {}, ...lines.map((line) => element("li", {}, ...line))) : element("p", {}, "No change was found within the time limit: neither fewer goals nor another fact at the start."),
    possible ? element("p", { class: "faint" }, `${settled} of ${counted(possible, "change")} of the initial state were tested to the end, in ${seconds.toFixed(1)} s; every plan was validated.`) : null,
    others.length > 1 ? element("p", { class: "faint" }, `${others.length} methods refute the task: ${others.join(", ")}.`) : null,
  ];
}

/// Draws a table of the weights, with the totals of the initial state and of the goal.
function table(weights, { modulus }, task) {
  const [start, goal] = [new Set(task.start), new Set(task.goal)];
  const rows = weights.toSorted(([a, v], [b, w]) => Math.abs(w) - Math.abs(v) || a.localeCompare(b));
  const sum = rows.filter(([fact]) => start.has(fact)).reduce((total, [, weight]) => total + weight, 0);
  const wanted = rows.filter(([fact]) => goal.has(fact)).reduce((total, [, weight]) => total + weight, 0);
  const cell = (content, more = {}) => element("td", more, content);
  const line = ([fact, weight]) => element("tr", {},
    element("th", { scope: "row" }, element("code", {}, fact)), cell(`${weight}`, { class: "amount" }),
    cell(start.has(fact) ? "●" : "", { class: "yes" }), cell(goal.has(fact) ? "●" : "", { class: "yes" }));
  const titles = ["fact", "weight", "initial state", "goal"].map((title) => element("th", { scope: "col" }, title));
  const more = rows.length > MOST_WEIGHTS ? element("p", { class: "faint" }, `and ${rows.length - MOST_WEIGHTS} more; the certificate lists all`) : null;
  const of = modulus ? ` (modulo ${modulus}: ${((sum % modulus) + modulus) % modulus})` : "";
  const told = `${counted(weights.length, "fact")} with a weight. The initial state weighs ${sum}${of}; the facts that the goal requires weigh ${wanted}.`;
  return element("div", { class: "weights-table", tabindex: 0, role: "region", "aria-label": "weights" }, element("p", {}, told),
    element("table", {},
      element("thead", {}, element("tr", {}, ...titles)), element("tbody", {}, ...rows.slice(0, MOST_WEIGHTS).map(line))), more);
}
