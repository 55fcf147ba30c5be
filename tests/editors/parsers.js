// The parsers of the VS Code extension for PDDL read what saut prints: node parsers.js SAUT DOMAIN PROBLEM
// Fails (exit status 1) if one of them does not find a plan, a cost, or an error in its line.

const { execFileSync } = require("node:child_process");
const { mkdtempSync, readFileSync, symlinkSync } = require("node:fs");
const { tmpdir } = require("node:os");
const { join, resolve } = require("node:path");
const { DomainInfo, parser } = require("pddl-workspace");
const { Parser, PlanValidator } = require("ai-planning-val");
const { URI } = require("vscode-uri");

const [saut, domainFile, problemFile] = process.argv.slice(2).map((path) => resolve(path));
const folder = mkdtempSync(join(tmpdir(), "editors-"));
const validate = join(folder, "validate");
symlinkSync(saut, validate);

const faults = [];
function wants(holds, fault) {
  if (!holds) faults.push(fault);
}

async function main() {
  const [domainText, problemText] = [domainFile, problemFile].map((path) => readFileSync(path, "utf8"));
  const domain = parser.PddlDomainParser.parseText(domainText, URI.file(domainFile));
  wants(domain instanceof DomainInfo, "the domain is not read");
  const problemOf = (text) => parser.PddlProblemParser.parseText(text, URI.file(problemFile), 1, new (require("pddl-workspace").SimpleDocumentPositionResolver)(text));
  const problem = await problemOf(problemText);

  // A planner: all plans of an anytime run, each with its cost.
  const printed = execFileSync(saut, ["plan", domainFile, problemFile, "--minimise", "cost", "--format", "plans"], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
  const answer = JSON.parse(execFileSync(saut, ["plan", domainFile, problemFile, "--minimise", "cost", "--json"], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }));
  const reader = new parser.PddlPlannerOutputParser(domain, problem, { epsilon: 0.001, minimumPlansExpected: 1 }, () => {});
  reader.appendBuffer(printed);
  reader.onPlanFinished();
  const plans = reader.getPlans();
  const told = printed.split("\n").filter((line) => line.startsWith("; cost: ")).length;
  wants(plans.length === told && told > 0, `${plans.length} plans are found of ${told}`);
  const last = plans.at(-1);
  wants(last.metric === answer.cost, `the cost is ${last.metric}, not ${answer.cost}`);
  wants(last.steps.map((step) => `(${step.fullActionName})`).join() === answer.plan.join(), "the steps of the last plan differ");

  // A validator: a plan that holds, and plans that do not.
  const steps = answer.plan;
  const checked = async (lines) => {
    const plan = new parser.PddlPlanParser().parseText(lines.join("\n"), 0.001, URI.file(join(folder, "plan")));
    const outcome = await new PlanValidator(() => {}).validate(domain, problem, plan, { epsilon: 0.001, cwd: folder, validatePath: validate });
    return { error: outcome.getError(), problems: outcome.getPlanProblems() };
  };
  console.warn = () => {};
  const good = await checked(steps);
  wants(!good.error && good.problems.length === 0, `a plan that holds: ${JSON.stringify(good)}`);
  for (const timed of [false, true]) {
    const lines = steps.filter((_, place) => place !== 0).map((step, place) => (timed ? `${place}.5: ${step}` : step));
    const wrong = await checked(lines);
    const expected = JSON.parse(failing([saut, "validate", domainFile, problemFile, "-", "--json"], lines.join("\n")));
    const line = wrong.problems[0]?.range?.start?.line;
    wants(line === expected.step - 1, `the wrong action is in line ${line}, not ${expected.step - 1}`);
    wants(wrong.problems.some(({ problem }) => problem.includes(`(Set ${expected.unmet[0]} to true)`)), `the advice: ${JSON.stringify(wrong.problems)}`);
  }
  const short = await checked(steps.slice(0, 1));
  wants(short.problems.some(({ problem }) => problem.includes("The goal is not satisfied")), `a plan without its end: ${JSON.stringify(short)}`);
  const unknown = await checked(["(no-such-action)"]);
  wants(unknown.error === "Invalid plan description.", `an unknown action: ${JSON.stringify(unknown)}`);

  // A parser of domains and problems: an error is in its line.
  class OurParser extends Parser {
    getSyntax() {
      return ["$(domain)", "$(problem)"];
    }
  }
  const lines = problemText.split("\n");
  const place = lines.findIndex((line) => line.includes("(:init"));
  const spoiled = lines.with(place, lines[place].replace("(:init", "(:init (no-such-predicate)")).join("\n");
  const found = await new OurParser({ executablePath: validate, cwd: folder }).validate(domain, await problemOf(spoiled));
  const problems = [...found.values()].flat();
  wants(problems.length === 1 && problems[0].range.start.line === place, `an error of the problem: ${JSON.stringify(problems)}`);
}

/// What a command prints that ends with a status other than 0.
function failing([program, ...words], input) {
  try {
    return execFileSync(program, words, { input, encoding: "utf8", stdio: ["pipe", "pipe", "ignore"] });
  } catch (error) {
    return error.stdout;
  }
}

main().then(() => {
  faults.forEach((fault) => console.error(fault));
  process.exit(faults.length ? 1 : 0);
});
