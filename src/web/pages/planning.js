// The planning page: editors for a domain and a problem. The texts are parsed during typing, the task is solved, and
// its plan is shown step by step.

import { Editor } from "./editor.js";
import { Follower } from "./follow.js";
import { descriptionIn, gridOf } from "./grid.js";
import { readLink, writeLink } from "./link.js";
import { indented } from "./indent.js";
import { counted } from "./notation.js";
import { button, copyLink, element, keepFile } from "./page.js";
import { ask, askText, stream } from "./server.js";
import { certificateOf, explanation, remedies, weightsOf } from "./whynot.js";

const by = (id) => document.getElementById(id);

/// Maximum size of a file, and the pause in typing before the texts are parsed.
const MOST_BYTES = 256 << 10;
const TYPING = 500;

const heard = { onchange: edited, onsolve: () => solve(), words: () => Object.values(texts()).join("\n") };
const editors = {
  domain: new Editor(by("domain"), "domain in PDDL", heard),
  problem: new Editor(by("problem"), "problem in PDDL", heard),
};
const follower = new Follower(by("follower"), stepped);

/// `task` is the parsed task, which is outdated during typing. `answer` is the last document, and `best` the best plan
/// during a search.
let task, answer, best, grid, plan, solving, reading, typing, isStale, examples = [], shown = {};

async function start() {
  for (const dialog of document.querySelectorAll("dialog")) dialog.querySelector("[data-close]").onclick = () => dialog.close();
  by("solve").onclick = () => solve();
  by("solve-here").onclick = () => solve(before());
  by("list-here").onclick = listApplicable;
  by("indent").onclick = indent;
  by("cancel").onclick = () => solving?.abort();
  by("explain").onclick = () => (by("reason").hidden ? explain() : closeReason());
  by("close-reason").onclick = closeReason;
  by("open-plan").onclick = () => by("plan-dialog").showModal();
  by("check-plan").onclick = checkPlan;
  by("examples").onchange = () => open(by("examples").value);
  by("minimise").onchange = remember;
  by("drawing").oninput = () => later(redraw);
  for (const name of ["domain", "problem"]) by(`${name}-file`).onchange = ({ target }) => takeFiles([...target.files], name);
  by("plan-file").onchange = async ({ target }) => (by("plan-text").value = await textOf(target.files[0], "plan-problem"));
  addEventListener("dragover", (event) => event.preventDefault());
  addEventListener("drop", (event) => {
    event.preventDefault();
    takeFiles([...event.dataTransfer.files]);
  });
  addEventListener("hashchange", fromAddress);
  by("downloads").append(...downloads());
  try {
    examples = await ask("/api/tasks");
    by("examples").append(...examples.map(({ name, title }) => element("option", { value: name }, title)));
  } catch (error) {
    say(error.message, "bad");
  }
  await fromAddress();
  document.body.dataset.is = "ready";
}

/// Opens the task in the URL, or the first example.
async function fromAddress() {
  if (location.hash && location.hash === shown.link) return;
  try {
    const said = (await readLink(location.hash)) ?? { example: examples[0]?.name, minimise: "" };
    by("minimise").value = ["cost", "actions", "steps"].includes(said.minimise) ? said.minimise : "";
    if (said.example) open(said.example);
    else take(said);
  } catch (error) {
    say(error.message, "bad");
  }
}

function open(name) {
  const example = examples.find((one) => one.name === name);
  if (!example) return name && say(`There is no example called "${name}".`, "bad");
  take({ ...example, drawing: "" });
}

/// Puts texts into the editors.
function take({ domain, problem, drawing = "" }) {
  editors.domain.text = domain;
  editors.problem.text = problem;
  by("drawing").value = drawing;
  forget();
  read();
}

/// Removes the answers, which are about the former texts.
function forget() {
  solving?.abort();
  const hadPlan = plan !== undefined;
  solving = answer = best = plan = undefined;
  by("solve").hidden = false;
  by("cancel").hidden = true;
  say("");
  showStages([]);
  by("best").hidden = true;
  closeReason();
  if (hadPlan) redraw();
}

function later(work) {
  clearTimeout(typing);
  typing = setTimeout(work, TYPING);
}

function edited() {
  isStale = true;
  forget();
  later(read);
}

const texts = () => ({ domain: editors.domain.text, problem: editors.problem.text });

/// Returns the steps before the displayed state.
const before = () => (follower.steps ?? []).slice(0, follower.at).map(({ step }) => step);

/// Indents both texts, if this changes anything.
function indent() {
  let changes = false;
  for (const editor of Object.values(editors)) {
    const text = indented(editor.text);
    if (text === editor.text) continue;
    editor.text = text;
    changes = true;
  }
  if (changes) edited();
}

/// Hides the list of actions when another state is displayed, because the list is outdated.
function stepped() {
  by("here").hidden = !task;
  by("here-title").textContent = follower.at ? `From the state after step ${follower.at}` : "From the initial state";
  by("applicable").hidden = true;
  by("list-here").setAttribute("aria-expanded", "false");
}

/// Lists the applicable actions in the displayed state. A click on an action applies it.
async function listApplicable() {
  if (!by("applicable").hidden) return stepped();
  const taken = before();
  try {
    const { steps, complete } = await ask("/api/task/applicable", { ...texts(), plan: taken.join("\n") });
    if (taken.length !== follower.at) return;
    const take = (step) => async () => {
      await showPlan([...taken, step]);
      follower.goTo(taken.length + 1);
      await listApplicable();
    };
    const rows = steps.map((step) => element("li", {}, button(step.slice(1, -1), `take ${step}`, take(step), { title: false })));
    if (!rows.length) rows.push(element("li", {}, "No action is applicable."));
    if (!complete) rows.push(element("li", { class: "faint" }, "There are more."));
    by("applicable").replaceChildren(...rows);
    by("applicable").hidden = false;
    by("list-here").setAttribute("aria-expanded", "true");
  } catch (error) {
    say(error.message, "bad");
  }
}

/// Sends the texts to the parser, marks errors, and draws the valid parts.
async function read() {
  clearTimeout(typing);
  reading?.abort();
  const mine = (reading = new AbortController());
  remember();
  isStale = false;
  const asked = texts();
  if (!asked.domain.trim() && !asked.problem.trim()) {
    task = undefined;
    by("follower").hidden = by("here").hidden = true;
    by("facts").textContent = "";
    return mark([]);
  }
  try {
    const found = await ask("/api/task", asked, mine.signal);
    if (mine !== reading) return;
    task = found;
    const { objects, actions, start: facts, fixed, warnings } = task;
    by("title").textContent = task.task;
    document.title = `${task.task} · saut`;
    by("facts").textContent = `${task.domain}: ${counted(actions.length, "action")}, ${counted(objects.length, "object")}; ${counted(facts.length, "fact")} of the initial state may change, ${fixed.length} never change`
      + (task.has_costs ? "; actions have costs" : "");
    mark(warnings.map((place) => ({ ...place, severity: "warning" })));
    redraw();
  } catch (error) {
    if (mine !== reading || error.name === "AbortError") return;
    task = undefined;
    by("facts").textContent = "";
    by("follower").hidden = by("here").hidden = true;
    mark(error.places ?? [{ message: error.message }]);
  }
}

/// Marks errors and warnings in the editors, and prints each message with a link to its position.
function mark(places) {
  for (const [name, editor] of Object.entries(editors)) {
    editor.mark(places.filter((place) => place.in === name));
  }
  by("wrong").replaceChildren(...places.map((place) => {
    const { line, column, message, severity } = place;
    const where = editors[place.in] ? `${place.in}${line ? `, line ${line}` : ""}` : "";
    const show = editors[place.in] && line
      ? button(where, `go to line ${line} of the ${place.in}`, () => editors[place.in].goTo(line, column), { class: "place", title: false }) : where && element("strong", {}, where);
    return element("p", { class: severity === "warning" ? "warning" : "problem" }, show || null, show ? " " : null, message);
  }));
}

/// Draws the initial state or the current plan again.
function redraw() {
  if (!task) return;
  const own = by("drawing").value.trim() || descriptionIn(editors.problem.text);
  by("drawing-problem").textContent = "";
  try {
    grid = gridOf(task, own);
  } catch (error) {
    grid = undefined;
    by("drawing-problem").textContent = `${error.message}.`;
    by("drawing-part").open = true;
  }
  follower.show(plan ?? { start: task.start, steps: [] }, grid, { hasCosts: task.has_costs });
  weigh();
  remember();
}

/// Shows the weights of a certificate on the cells.
const weigh = () => answer && grid && grid.weigh(weightsOf(certificateOf(answer)));

/// Updates the URL after changes in the editors.
async function remember() {
  const { domain, problem } = texts();
  const drawing = by("drawing").value;
  const minimise = by("minimise").value;
  const same = examples.find((one) => one.domain === domain && one.problem === problem);
  by("examples").value = same?.name ?? "";
  const asked = (shown.asked = {});
  const link = await writeLink({ example: !drawing.trim() && same?.name, domain, problem, drawing, minimise });
  if (shown.asked !== asked) return;
  shown = { asked, link, isTooLarge: link === undefined };
  history.replaceState(null, "", link || location.pathname);
}

const say = (text, state = "") => {
  by("work").textContent = text;
  by("work").dataset.state = state;
};

const STAGES = {
  gbfs: "greedy search", exhaustive: "explicit-state search", invariants: "weights modulo a prime", "state-equation": "weights",
  "astar-lmcut": "A* with LM-cut", "astar-potentials": "A* with potentials", astar: "A*", "weighted-astar": "weighted A*", improve: "improving", given: "given plan",
};
const inWords = (name) => STAGES[name] ?? name?.replaceAll("-", " ");

/// Shows the stages of the search so far, and marks the current stage.
function showStages(stages, current) {
  by("stages").replaceChildren(...stages.map(({ stage, turns, seconds }) => element("li", { class: stage === current ? "current" : "" },
    inWords(stage), " ", element("span", { class: "faint" }, seconds === undefined ? `${turns}` : `${seconds.toFixed(2)} s`))));
}

const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

function showBest() {
  by("best").hidden = !best;
  if (!best) return;
  by("best").replaceChildren(element("strong", {}, `Best plan so far: ${best.measure}`),
    `, ${counted(best.length, "action")}, after ${best.seconds.toFixed(1)} s${best.bound_in_words ? `; ${best.bound_in_words}` : ""} `,
    button("Show it", "show the best plan so far", () => showPlan([...best.taken, ...best.plan]), { title: false }));
}

/// Solves the task from the state after the steps `taken`.
async function solve(taken = []) {
  solving?.abort();
  forget();
  if (!task || isStale) await read();
  if (!task) {
    const first = by("wrong").querySelector("button");
    say("The task cannot be read.", "bad");
    return first?.focus();
  }
  const mine = (solving = new AbortController());
  const hadFocus = document.activeElement === by("solve");
  by("solve").hidden = true;
  by("cancel").hidden = false;
  if (hadFocus) by("cancel").focus();
  const began = performance.now();
  const seconds = () => `${((performance.now() - began) / 1000).toFixed(1)} s`;
  say("Solving …", "busy");
  const events = {
    progress({ text, stages, bound, bound_in_words }) {
      if (mine !== solving) return;
      say(`${inWords(text)} · ${seconds()}${bound ? ` · ${bound_in_words}` : ""}`, "busy");
      showStages(stages, text);
      if (best) best = { ...best, bound, bound_in_words };
      showBest();
    },
    better(found) {
      if (mine !== solving) return;
      best = { ...found, taken };
      showBest();
    },
  };
  const isStill = () => mine === solving;
  try {
    const result = await stream("/api/task/solve", { ...texts(), minimise: by("minimise").value, plan: taken.join("\n") }, events, mine.signal);
    if (isStill()) await answered(result, taken);
  } catch (error) {
    if (!isStill()) return;
    if (error.name === "AbortError") await cancelled(seconds());
    else say(error.message, "bad");
    if (error.places) mark(error.places);
  } finally {
    if (isStill()) {
      solving = undefined;
      const hasFocus = document.activeElement === by("cancel");
      by("solve").hidden = false;
      by("cancel").hidden = true;
      if (hasFocus) by("solve").focus();
    }
  }
}

async function cancelled(after) {
  if (!best) return say(`Cancelled after ${after}; no plan was found.`);
  say(`Cancelled after ${after}. The best plan has ${best.measure}.${best.bound_in_words ? ` ${capital(best.bound_in_words)}.` : ""}`);
  answer = { ...best, plan: [...best.taken, ...best.plan], verdict: "solved" };
  by("best").hidden = true;
  await showPlan(answer.plan);
}

async function answered(result, taken) {
  // A certificate about the rest of a plan does not apply to the task.
  answer = taken.length ? { ...result, plan: result.plan && [...taken, ...result.plan], certificate: undefined, bound_certificate: undefined } : result;
  const after = taken.length ? ` after ${counted(taken.length, "step")}` : "";
  showStages(result.stages ?? []);
  by("best").hidden = true;
  const how = [inWords(result.method), result.backend].filter(Boolean).join(", ");
  const time = `${result.seconds.toFixed(2)} s`;
  if (result.verdict === "solved") {
    await showPlan(answer.plan);
    if (taken.length) follower.goTo(taken.length);
    const cost = result.measure ? `, ${result.measure}` : "";
    const best = result.bound_in_words ? ` ${capital(result.bound_in_words)}.` : "";
    say(`Solved${after}: ${counted(result.length, "action")}${result.steps ? ` in ${counted(result.steps, "parallel step")}` : ""}${cost}, validated (${how}, ${time}).${best}`, "good");
  } else if (result.verdict === "infeasible") {
    say(`Infeasible${after}: there is no plan${after && " from there"}; the certificate was checked (${how}, ${time}).`, "bad");
    if (taken.length) return showPlan(taken).then(() => follower.goTo(taken.length));
    weigh();
    explain();
  } else say(`Not decided: ${result.reason} after ${time}.${result.note ? ` ${result.note}.` : ""}`);
}

/// Requests the states of a plan from the server, and shows them.
async function showPlan(steps) {
  try {
    plan = await ask("/api/task/steps", { ...texts(), plan: steps.join("\n") });
    follower.show(plan, grid, { hasCosts: task.has_costs });
    follower.host.firstChild.scrollIntoView({ block: "nearest" });
  } catch (error) {
    say(error.message, "bad");
  }
}

async function checkPlan() {
  const problem = by("plan-problem");
  problem.textContent = "";
  try {
    const text = by("plan-text").value;
    if (text.trim() === "") throw new Error("paste a plan or choose a file first");
    if (!task) throw new Error("the task cannot be read yet");
    const found = await ask("/api/task/steps", { ...texts(), plan: text });
    forget();
    plan = found;
    by("plan-dialog").close();
    follower.show(plan, grid, { hasCosts: task.has_costs });
    const steps = plan.steps.map(({ step }) => step);
    if (plan.reaches_goal) {
      answer = { verdict: "solved", plan: steps, length: steps.length };
      say(`The plan is valid: ${counted(steps.length, "action")}, ${plan.measure}.`, "good");
    } else {
      follower.goTo(steps.length);
      say(`The plan is invalid: ${plan.problem}.`, "bad");
    }
  } catch (error) {
    problem.textContent = error.message;
  }
}

function explain() {
  by("reason").hidden = false;
  by("explain").setAttribute("aria-expanded", "true");
  by("reason-title").textContent = answer?.verdict === "infeasible" ? "Why there is no plan" : "Results so far";
  const content = answer ? explanation(answer, task ?? { start: [], goal: [] }) : [element("div", { id: "remedies" })];
  if (answer?.verdict === "infeasible") content.push(element("div", { id: "remedies" }, button("What would help?", "look for fewer goals or another initial state with a plan", help, { id: "help", title: false })));
  by("reason-content").replaceChildren(...content.filter(Boolean));
  by("reason-title").focus({ preventScroll: true });
  by("reason").scrollIntoView({ block: "nearest" });
  if (answer) return;
  if (task && !isStale) return help();
  by("remedies").replaceChildren(element("p", {}, "The task has errors; correct them first."));
}

/// Requests changes that would give the task a plan, and lists them.
async function help() {
  const place = by("remedies");
  const say = (text) => place.replaceChildren(element("p", { role: "status" }, text));
  say("Looking for reasons, fewer goals and other initial states, at most 20 s …");
  by("reason-title").focus({ preventScroll: true });
  try {
    const found = await ask("/api/task/explain", texts());
    place.replaceChildren(...remedies(found).filter(Boolean));
  } catch (error) {
    say(error.message);
  }
}

function closeReason() {
  const hadFocus = by("reason").contains(document.activeElement);
  by("reason").hidden = true;
  by("explain").setAttribute("aria-expanded", "false");
  if (hadFocus) by("explain").focus();
}

/// Returns the text of a file if it is not too large.
async function textOf(file, problem) {
  if (!file) return "";
  if (file.size <= MOST_BYTES) return file.text();
  const message = `${file.name} has more than ${MOST_BYTES >> 10} KiB, too much for this page; use saut plan`;
  if (problem) by(problem).textContent = message;
  else say(message, "bad");
  return "";
}

/// Loads files. If `name` is not given, the text of a file determines whether it is the domain or the problem.
async function takeFiles(files, name) {
  for (const file of files.slice(0, 2)) {
    const text = await textOf(file);
    if (!text) continue;
    const kind = name ?? (/\(\s*define\s*\(\s*domain\b/i.test(text.replace(/;.*$/gm, "")) ? "domain" : "problem");
    editors[kind].text = text;
  }
  edited();
  await read();
}

/// Offers a text for download, as a file with the name of the task.
function keep(ending, text, type) {
  const name = `${(task?.task ?? "task").replace(/[^\w.-]/g, "-")}.${ending}`;
  keepFile(name, text, say, type);
}

function downloads() {
  const formula = (name, what, ending) => button(name, `save the formula as ${name}`, async () => {
    try {
      keep(ending, await askText("/api/task/download", { ...texts(), what, plan: (answer?.plan ?? []).join("\n") }));
    } catch (error) {
      say(error.message, "bad");
    }
  });
  return [
    button("Copy the link", "copy a link to this task", async () => {
      if (shown.isTooLarge) return say("The task is too large for a link; save the domain and the problem instead.");
      return copyLink(say);
    }),
    button("Plan", "save the plan as a plan file", () => {
      if (!answer?.plan) return say("There is no plan yet. Solve the task first.");
      keep("plan", plan?.plan_file ?? `${answer.plan.join("\n")}\n`);
    }),
    button("Certificate", "save the answer with its certificate", () => {
      if (!certificateOf(answer)) return say("There is no certificate yet. Solve a task without a plan, or choose the lowest cost.");
      keep("json", JSON.stringify(answer, null, 1), "application/json");
    }),
    formula("DIMACS", "dimacs", "cnf"),
    formula("SMT-LIB", "smtlib", "smt2"),
    button("Domain", "save the domain", () => keep("domain.pddl", editors.domain.text)),
    button("Problem", "save the problem", () => keep("problem.pddl", editors.problem.text)),
  ];
}

start();
