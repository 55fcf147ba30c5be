// The reason why there is no plan, or no cheaper plan: the certificate of an answer in words, with its weights.

import { counted } from "./notation.js";
import { element } from "./page.js";

/// A sentence for each kind of certificate, which follows the text of the answer.
const KINDS = {
  pagoda: "No action can raise the total weight of a state: for every action, what it takes away weighs at least as much as what it adds. So no state that can be reached weighs more than the start, and every goal state does.",
  lattice: "Every action keeps the total weight of a state, counted modulo the number named. So every state that can be reached weighs the same as the start, and no goal state does.",
  exhaustive: "Every state that can be reached was visited, and none of them is a goal. Whoever doubts it can visit them again.",
  "closed-states": "The states are closed: every action leads from one of them to another one, or to a dead end that was checked by itself. So no plan leaves them.",
  pairs: "Some pairs of facts are never true together: none of them is true at the start, and no action makes one true. The goal requires such a pair.",
  "relaxed-reachability": "Even if nothing that was ever true became false again, the goal could not be reached.",
  "range-reachability": "Even if nothing that was ever true became false again, and every number had all values between the least and the greatest it may have, the goal could not be reached.",
  "numeric-weights": "No action lowers the total weight of a state, which its facts and its numbers have together: each action was looked at by itself. So no state that can be reached weighs less than the start, and every goal state does.",
  "numeric-states": "Every state that may be reached was visited by the rules, with its numbers. Whoever doubts it can visit them again.",
  invariant: "The situations below are kept by every action: each action was looked at by itself. At the start it is so, and no goal state allows it.",
  proof: "A solver has refuted a formula that has every plan among its models, and a checker of its own has accepted its proof. saut plan --proof FILE keeps the proof.",
};

const MOST_WEIGHTS = 400;

/// Formats `at(truck,paris)` as `at truck paris`.
export const factOf = (name) => name.replace(/\((.*)\)$/, (_, inside) => ` ${inside.replaceAll(",", " ")}`);

/// Returns the certificate of an answer: of "infeasible", or of the bound of a plan.
export const certificateOf = (answer) => answer?.certificate ?? answer?.bound_certificate;

/// Returns the weights of a certificate, as `[fact, weight]`.
export const weightsOf = (certificate) => Object.entries(weighed(certificate).weights ?? {}).map(([name, weight]) => [factOf(name), weight]);

/// Returns the only reason of a certificate with weights.
const weighed = ({ kind, reasons: [reason] = [] } = {}) => (["pagoda", "lattice"].includes(kind) ? reason.weights ?? reason.residue : {});

/// The panel that explains an answer.
export function explanation(answer, task) {
  const certificate = certificateOf(answer);
  const parts = [];
  if (answer.verdict === "infeasible") parts.push(element("p", { class: "plain" }, `No plan: ${sentence(firstLine(answer.in_words))}`));
  else if (answer.verdict === "undecided") {
    parts.push(element("p", { class: "plain" }, `Not decided (${answer.reason}).`), answer.note ? element("p", {}, answer.note) : null,
      element("p", {}, "Neither a plan was found nor a reason that there is none. A longer time limit (saut serve --timeout) or saut plan on the command line may get further."));
  } else parts.push(element("p", { class: "plain" }, solved(answer)));
  if (answer.verdict !== "infeasible" && answer.in_words) parts.push(element("p", {}, `Bound: ${sentence(firstLine(answer.in_words))}`));
  if (certificate) {
    const kind = certificate.kind === "criterion" ? certificate.name : certificate.kind;
    if (KINDS[kind]) parts.push(element("p", {}, KINDS[kind]));
    if (kind === "pairs") {
      const [one, other] = certificate.reasons[0].never[0].map(factOf);
      parts.push(element("p", {}, "Never true", one === other ? ": " : " together: ", element("code", {}, one), ...(one === other ? [] : [" and ", element("code", {}, other)])));
    }
    if (certificate.bound !== undefined && certificate.kind === "closed-states") parts.push(element("p", {}, `Budget: every plan spends at least ${certificate.bound} before it reaches a goal.`));
    const weights = weightsOf(certificate);
    if (weights.length) parts.push(table(weights, weighed(certificate), task));
    if (kind === "invariant") parts.push(situations(certificate.reasons[0]));
  }
  const count = certificate?.states?.kept?.count;
  if (count > 0) parts.push(element("p", {}, `Its ${count} states are too many for this page; saut plan --proof FILE keeps them.`));
  const shown = certificate ? JSON.stringify(certificate, null, 1) : "";
  if (certificate && shown.length < 20_000) {
    parts.push(element("details", {}, element("summary", {}, "The certificate as it is checked"), element("pre", { tabindex: 0 }, shown)));
  }
  return parts;
}

/// Draws the weights, and the situations below them, as a table.
const firstLine = (text) => text.split("\n")[0];
const sentence = (text) => (/[.!?]$/.test(text) ? text : `${text}.`);

function solved(answer) {
  const bound = answer.bound_in_words && answer.bound_in_words.charAt(0).toUpperCase() + answer.bound_in_words.slice(1);
  if (bound && answer.optimal) return `${bound}: it is checked.`;
  if (bound) return `${bound}; the best one found has ${answer.measure}.`;
  return "There is a plan, and it was replayed by the rules. Ask for the lowest cost or the fewest actions to hear why there is none better.";
}

/// Lists the situations of an invariant: none of them is ever true, or one of them always is.
function situations({ never, "one-of": oneOf }) {
  const conjunctions = never ?? oneOf;
  const words = never ? "None of these situations ever comes about" : "One of these situations is always so";
  const line = (facts) => element("li", {}, ...facts.flatMap((fact, index) => [index ? " and " : "", element("code", {}, factOf(fact))]));
  const more = conjunctions.length - MOST_WEIGHTS;
  return element("div", { class: "weights-table", tabindex: 0, role: "region", "aria-label": "situations" },
    element("p", {}, `${words} (${conjunctions.length}):`), element("ul", {}, ...conjunctions.slice(0, MOST_WEIGHTS).map(line)),
    more > 0 ? element("p", { class: "faint" }, `and ${more} more, in the certificate`) : null);
}

/// Lists the changes that would give a task a plan, from `saut explain`.
export function remedies({ goals = {}, start_changes: changes = [], changes_possible: possible, changes_settled: settled, reasons = [], seconds, verdict }) {
  const facts = (names) => names.flatMap((name, index) => [index === 0 ? "" : index === names.length - 1 ? " and " : ", ", element("code", {}, name)]);
  const { unreachable_alone: alone = [], conflict, together, one_less: less = [] } = goals;
  const lines = [];
  if (alone.length) lines.push([...facts(alone), alone.length === 1 ? " is out of reach even alone." : " are each out of reach even alone."]);
  if (conflict) lines.push([...facts(conflict.parts), " cannot be reached together", conflict.minimal ? "; without any one of them the others can." : "; whether fewer are enough was not settled."]);
  if (together) lines.push([...facts(together.parts), ` can be reached in ${counted(together.length, "action")}`, together.maximal ? ", and none of the others with them." : "."]);
  for (const { without, length } of less) lines.push(["Without the goal ", element("code", {}, without), ` there is a plan of ${counted(length, "action")}.`]);
  for (const change of changes) {
    const [out, into] = [change.without, change.with];
    const what = out && into ? ["With ", element("code", {}, into), " in place of ", element("code", {}, out)]
      : into ? ["With ", element("code", {}, into), " at the start as well"] : ["Without ", element("code", {}, out), " at the start"];
    lines.push([...what, ` there is a plan of ${counted(change.length, "action")}.`]);
  }
  if (verdict === "solved") lines.push(["It has a plan as it is."]);
  const others = reasons.filter(({ refutes }) => refutes).map(({ name }) => name.replaceAll("-", " "));
  return [
    element("h3", {}, "What would help"),
    lines.length ? element("ul", {}, ...lines.map((line) => element("li", {}, ...line))) : element("p", {}, "Nothing was found in the time: neither fewer goals nor one other fact at the start."),
    possible ? element("p", { class: "faint" }, `${settled} of ${counted(possible, "change")} of the start were settled, in ${seconds.toFixed(1)} s; every plan was replayed.`) : null,
    others.length > 1 ? element("p", { class: "faint" }, `Refuted ${others.length} times over: by ${others.join(", ")}.`) : null,
  ];
}

/// Draws the weights, with the sums of the initial state and of the goal.
function table(weights, { modulus }, task) {
  const [start, goal] = [new Set(task.start), new Set(task.goal)];
  const rows = weights.toSorted(([a, v], [b, w]) => Math.abs(w) - Math.abs(v) || a.localeCompare(b));
  const sum = rows.filter(([fact]) => start.has(fact)).reduce((total, [, weight]) => total + weight, 0);
  const wanted = rows.filter(([fact]) => goal.has(fact)).reduce((total, [, weight]) => total + weight, 0);
  const cell = (content, more = {}) => element("td", more, content);
  const line = ([fact, weight]) => element("tr", {},
    element("th", { scope: "row" }, element("code", {}, fact)), cell(`${weight}`, { class: "amount" }),
    cell(start.has(fact) ? "●" : "", { class: "yes" }), cell(goal.has(fact) ? "●" : "", { class: "yes" }));
  const titles = ["fact", "weight", "at the start", "in the goal"].map((title) => element("th", { scope: "col" }, title));
  const more = rows.length > MOST_WEIGHTS ? element("p", { class: "faint" }, `and ${rows.length - MOST_WEIGHTS} more, in the certificate`) : null;
  const of = modulus ? ` (modulo ${modulus}: ${((sum % modulus) + modulus) % modulus})` : "";
  const told = `${counted(weights.length, "fact")} with a weight. The start weighs ${sum}${of}; what the goal wants true weighs ${wanted}.`;
  return element("div", { class: "weights-table", tabindex: 0, role: "region", "aria-label": "weights" }, element("p", {}, told),
    element("table", {},
      element("thead", {}, element("tr", {}, ...titles)), element("tbody", {}, ...rows.slice(0, MOST_WEIGHTS).map(line))), more);
}
