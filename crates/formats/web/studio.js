// The studio: choose or draw a puzzle, play it, have it solved or explained, save and share it.

import { readAddress, writeAddress } from "./address.js";
import { showTrack } from "./baseball.js";
import { Drawing } from "./draw.js";
import { Clock, Ending } from "./ending.js";
import { beyond, engine } from "./engine.js";
import { showGallery } from "./gallery.js";
import { Insight } from "./insight.js";
import { counted, movesOf, planText, rulesInOneLine } from "./notation.js";
import { button, download, element } from "./page.js";
import { Player } from "./player.js";
import { ReasonPanel } from "./reasons.js";
import { countPegs, readPlan, readPuzzle, writePlan, writePuzzle } from "./rules.js";
import { ask, askText, bundled, solve } from "./server.js";

const by = (id) => document.getElementById(id);
const first = "central";

/// The largest file that is read.
const MOST_BYTES = 2 << 20;

/// The figures of registers that were loaded, by the value of their option.
const registers = new Map();

/// Buttons that stand among those of the player, where there is one.
const [hintButton, light] = [by("hint"), by("light")];

const clock = new Clock();
const ending = new Ending({
  undo: () => player.undo(), back: backToWinning, again: () => player.restart(), next: openNext,
});
const reasons = new ReasonPanel(by("reason"), () => by("explain").focus());

/// A `certificate` refutes the position of which it was asked, a `refutation` the whole puzzle; `help` is
/// what the game was helped by, `planned` the moves of the shortest plan that was found.
let puzzle, player, insight, solving, certificate, refutation, planned;
let help = { hints: 0, isSolved: false };

async function start() {
  for (const dialog of document.querySelectorAll("dialog")) {
    dialog.querySelector("[data-close]").onclick = () => dialog.close();
  }
  const drawing = new Drawing(by("draw"), (entry) => {
    by("drawing").close();
    open(entry);
  });
  by("open-gallery").onclick = () => {
    by("gallery").showModal();
    if (!by("figures").childElementCount) showCollection();
  };
  by("open-draw").onclick = () => {
    if (puzzle?.board) drawing.take(puzzle);
    by("drawing").showModal();
  };
  by("board").onchange = async () => {
    const { value } = by("board");
    if (value === "") return;
    const text = `[[puzzle]]\nname = "${value}"\nboard = "${value}"\nstart = "full"\ngoal = "one peg"\n`;
    drawing.take(readPuzzle(await ask("/api/puzzle", { puzzle: text })));
  };
  if (engine) {
    document.querySelector(".brand").href = "#";
    by("planning").replaceWith(button("Planning", "planning tasks", () =>
      say("Planning tasks are for the program: saut plan solves them, and the studio of saut serve shows them.")));
  }
  by("open-load").onclick = () => {
    by("problem").textContent = "";
    by("load").showModal();
  };
  by("solve").onclick = solveHere;
  by("cancel").onclick = () => solving?.abort();
  hintButton.onclick = hint;
  by("explain").onclick = async () => {
    if (reasons.isOpen) return reasons.close();
    await explain();
    reasons.focus();
  };
  light.onclick = toggleLight;
  by("back-to-winning").onclick = backToWinning;
  by("load-puzzle").onclick = loadPuzzle;
  by("load-plan").onclick = loadPlan;
  by("load-register").onclick = loadRegister;
  for (const [input, field, problem] of [["file", "text", "problem"], ["register-file", "register", "register-problem"]]) {
    by(input).onchange = () => readFile(by(input), by(field), by(problem));
  }
  addEventListener("hashchange", fromAddress);
  by("downloads").append(...downloads());
  by("collection").onchange = showCollection;
  await fromAddress();
}

/// Shows the puzzles of the chosen collection: all that are bundled, or the figures of a census, or
/// asks for one of the reader's own.
async function showCollection() {
  const { value } = by("collection");
  by("loading-register").hidden = value !== "own";
  if (value === "own") return by("register").focus();
  try {
    const entries = await collection(value);
    if (value !== by("collection").value) return;
    showGallery(by("figures"), entries, (entry) => {
      by("gallery").close();
      open({ ...entry, isBundled: value === "", plan: undefined });
    });
  } catch (error) {
    by("figures").replaceChildren(element("p", { class: "problem" }, error.message));
  }
}

/// The puzzles of a collection: the bundled ones, a census, or a register that was loaded.
const collection = async (value) => (value === "" ? bundled()
  : registers.get(value) ?? (await ask(`/api/census/${value}`)).puzzles);

/// Opens the next puzzle of the chosen collection that can be won; the first after the last.
async function openNext() {
  const { value: chosen } = by("collection");
  const value = chosen === "own" ? "" : chosen;
  try {
    const entries = await collection(value);
    const winnable = entries.filter(({ expect, game }) => expect === "solvable" && game !== "baseball");
    const at = winnable.findIndex(({ name }) => name === puzzle.name);
    open({ ...winnable[(at + 1) % winnable.length], isBundled: value === "", plan: undefined });
    scrollTo(0, 0);
  } catch (error) {
    say(error.message, "bad");
  }
}

/// Has the register of a census checked, and shows its figures as one more collection.
async function loadRegister() {
  const [text, problem] = [by("register").value, by("register-problem")];
  problem.textContent = "";
  by("load-register").disabled = true;
  try {
    if (text.trim() === "") throw new Error("choose a file or paste the lines of one");
    const { title, summary, puzzles } = await ask("/api/census", { text });
    if (puzzles.length === 0) throw new Error("the register has no figure yet");
    const value = `register-${registers.size + 1}`;
    registers.set(value, puzzles);
    by("collection").lastElementChild.before(element("option", { value }, `${title}; ${summary}`));
    by("collection").value = value;
    by("register").value = "";
    by("register-file").value = "";
    await showCollection();
  } catch (error) {
    problem.textContent = error.message;
  } finally {
    by("load-register").disabled = false;
  }
}

/// Puts the text of a chosen file into a field, if it is not too large.
async function readFile(input, field, problem) {
  const file = input.files[0];
  if (!file) return;
  problem.textContent = file.size > MOST_BYTES ? `${file.name} has more than ${MOST_BYTES >> 20} MiB` : "";
  if (file.size <= MOST_BYTES) field.value = await file.text();
}

/// Opens what the address says, or the classic.
async function fromAddress() {
  if (puzzle && location.hash === puzzle.address) return;
  try {
    const said = readAddress(location.hash) ?? { name: first, played: [] };
    open(said.entry ?? (await bundledEntry(said.name)), said.played);
  } catch (error) {
    // There is always something to play, whatever a link says.
    if (!puzzle) await bundledEntry(first).then(open, () => (by("solver").hidden = true));
    say(`${error.message}.`, "bad");
  }
}

const bundledEntry = async (name) => ({ ...(await ask("/api/puzzle", { puzzle: name })), isBundled: true });

/// Puts a puzzle on the board, after some jumps.
function open(entry, played = []) {
  const isTrack = entry.game === "baseball";
  const drawn = isTrack ? undefined : readPuzzle(entry);
  solving?.abort();
  certificate = refutation = planned = undefined;
  player?.close();
  player = undefined;
  ending.hide();
  reasons.close();
  clock.reset();
  help = { hints: 0, isSolved: false };
  say("");
  tell("");
  by("title").textContent = entry.title ?? entry.name;
  document.title = `${entry.title ?? entry.name} · saut`;
  for (const id of ["rules", "outlook", "explain", "back-to-winning", "save"]) by(id).hidden = isTrack;
  hintButton.hidden = light.hidden = isTrack;
  if (isTrack) return openTrack(entry);
  puzzle = { ...drawn, isBundled: entry.isBundled, fewest: entry.fewest_moves ?? undefined };
  insight = new Insight(puzzle, told());
  const { board, start } = puzzle;
  by("facts").textContent = [`${board.cells.length} holes, ${counted(countPegs(start), "peg")}`, entry.source]
    .filter(Boolean).join(" · ");
  by("rules").textContent = rulesInOneLine(puzzle);
  player = new Player(by("live"), puzzle, { onchange: changed, more: [hintButton, light] });
  player.boardHost.append(ending.element);
  for (const [from, to] of played) {
    const jump = board.jumps.find((one) => one.from === from && one.to === to);
    if (!jump || !player.play(jump)) break;
  }
  changed();
}

function openTrack(entry) {
  by("facts").textContent = `colour baseball: ${entry.start.length} bases on a ${entry.track}, ${entry.capacity} places each`;
  puzzle = { track: entry, name: entry.name, isBundled: true, address: `#puzzle=${entry.name}` };
  history.replaceState(null, "", puzzle.address);
  showTrack(by("live"), entry);
}

/// The puzzle as the server is asked for it: its name, or the whole of it.
const told = () => (puzzle.isBundled ? puzzle.name : writePuzzle(puzzle));

/// A new position: the address follows, and so do the light, the sums of an explanation, and the banner.
function changed(_, { isByHand } = {}) {
  if (!player) return;
  const { game } = player;
  puzzle.address = writeAddress(puzzle, game.played);
  history.replaceState(null, "", puzzle.address);
  ending.hide();
  reasons.follow(game.pegs);
  if (game.at === 0) {
    clock.reset();
    help = { hints: 0, isSolved: game.plan.length > 0 };
  }
  if (isByHand) {
    if (game.at === 1) clock.start();
    endGame();
  }
  if (isLit()) showLight();
}

/// The banner, if a jump by hand was the last of the game.
function endGame() {
  const { game } = player;
  const isAbove = player.view.isBelow(game.pegs);
  if (game.isWon) {
    const seconds = clock.isStarted ? clock.seconds : undefined;
    ending.won(game, { ...help, seconds, fewest: puzzle.fewest, planned, isAbove });
  } else if (game.isStuck) ending.stuck(game, { isAbove });
}

/// Says what a tool found.
const say = (text, state = "") => {
  by("work").textContent = text;
  by("work").dataset.state = state;
};

/// Says what the light shows.
const tell = (text, state = "") => {
  by("outlook").textContent = text;
  by("outlook").dataset.state = light.dataset.state = state;
};

const isLit = () => light.getAttribute("aria-pressed") === "true";

async function solveHere() {
  solving?.abort();
  const mine = (solving = new AbortController());
  by("solve").hidden = true;
  by("cancel").hidden = false;
  const began = performance.now();
  const seconds = () => `${((performance.now() - began) / 1000).toFixed(1)} s`;
  say("Solving …", "busy");
  try {
    const body = { puzzle: told() };
    if (player && player.game.at > 0) body.played = writePlan(puzzle.board, player.game.played);
    const result = await solve(body, ({ text }) => say(`${text} · ${seconds()}`, "busy"), mine.signal);
    if (mine === solving) answered(result);
  } catch (error) {
    if (mine === solving) say(error.name === "AbortError" ? `Cancelled after ${seconds()}.` : error.message);
  } finally {
    if (mine === solving) {
      by("solve").hidden = false;
      by("cancel").hidden = true;
    }
  }
}

/// The way to an answer, in words; results have the name of the method alone.
const methodInWords = (name) => ({ "thin-search": "beam search", gbfs: "greedy best-first search" })[name]
  ?? name?.replaceAll("-", " ");

function answered(result) {
  const how = [methodInWords(result.method), result.backend].filter(Boolean).join(", ");
  const time = `${result.seconds.toFixed(2)} s`;
  if (result.verdict === "solved" && puzzle.track) {
    showTrack(by("live"), { ...puzzle.track, plan: result.plan });
    return say(`Solved in ${result.plan.length} steps${result.optimal ? ", no plan is shorter" : ""} (${how}, ${time}).`, "good");
  }
  if (result.verdict === "solved") {
    const rest = readPlan({ board: puzzle.board, start: player.game.pegs }, result.plan);
    insight.learn(player.game.pegs, rest);
    const moves = movesOf([...player.game.played, ...rest]).length;
    planned = Math.min(planned ?? moves, moves);
    if (player.game.at === 0) player.setPlan(rest);
    else player.follow(rest);
    help.isSolved = true;
    say(`Solved: ${counted(rest.length, "jump")}${player.game.at ? " from here" : ""}, replayed and checked (${how}, ${time}).`, "good");
  } else if (result.verdict === "infeasible") {
    certificate = result;
    if (player) insight.dead(player.game.pegs);
    if (!player?.game.at) refutation = result;
    const where = player?.game.at ? "from here" : "at all";
    say(`Infeasible: there is no plan ${where}; its certificate has been checked (${result.method}, ${time}).`, "bad");
    if (player?.game.at === 0) explain();
  } else say(`Undecided: ${result.reason} after ${time}.${beyond(puzzle)}`);
}

async function hint() {
  const { pegs, played } = player.game;
  if (player.game.isWon) return player.say("The goal is reached.");
  say("Looking …", "busy");
  const jump = await insight.jump(pegs, played).catch((error) => void (error.name === "AbortError" || say(error.message)));
  if (pegs !== player.game.pegs) return;
  if (jump) {
    say("");
    help.hints += 1;
    player.hint(jump);
  } else if (jump === null) say("The goal can no longer be reached from here.", "bad");
  else if (by("work").dataset.state === "busy") say(`No answer within the time of a hint.${beyond(puzzle)}`);
}

function toggleLight() {
  light.setAttribute("aria-pressed", String(!isLit()));
  if (isLit()) showLight();
  else tell("");
}

/// Answers that are known at once are said at once; others are found out while the player thinks.
async function showLight() {
  const { pegs, played } = player.game;
  const isStale = () => pegs !== player?.game.pegs || !isLit();
  const asked = insight;
  const told = (asking) => asking.catch((error) => {
    if (error.name !== "AbortError" && !isStale()) tell(error.message);
    return "ended";
  });
  let state = await told(asked.glance(pegs, played));
  for (let again = 0; state === undefined && again < TRIES; again++) {
    if (isStale()) return;
    tell("Not known yet; looking on …", "busy");
    state = await told(asked.winnable(pegs, played));
  }
  if (state === "ended" || isStale()) return;
  if (player.game.isWon) return tell("The goal is reached.", "good");
  const left = asked.solutions(pegs);
  const many = left ? ` ${waysIn(left)} to the goal.` : "";
  if (state === true) tell(`Still winnable.${many}`, "good");
  else if (state === false) tell("No longer winnable.", "bad");
  else tell("Not known yet.");
}

/// The number of times that the light asks again, some seconds each time.
const TRIES = 4;

/// A number of solutions, which may be larger than a number of the script.
const waysIn = (number) => (number === "1" ? "One way leads" : `${BigInt(number).toLocaleString("en")} ways lead`);

async function backToWinning() {
  say("Looking …", "busy");
  const { positions, line, at } = player.game;
  const winnable = (after) => insight.winnable(positions[after], line.slice(0, after));
  let [low, high] = [0, at];
  try {
    if ((await winnable(0)) === false) return say("No position of this game was winnable.", "bad");
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      const state = await winnable(middle);
      if (state === undefined) return say("Not known within the time of a look.");
      if (state) low = middle;
      else high = middle - 1;
    }
  } catch (error) {
    return say(error.message);
  }
  if (low === at) return say("This position is still winnable.", "good");
  player.pause();
  player.goTo(low);
  say(`Back to the last winning position, after ${counted(low, "jump")}.`, "good");
}

async function explain() {
  const asked = puzzle;
  reasons.say("Explain", "Trying every test …");
  player.boardHost.scrollIntoView({ block: "nearest" });
  try {
    const { criteria } = await ask("/api/explain", { puzzle: told() });
    if (asked !== puzzle || !reasons.isOpen) return;
    reasons.show(puzzle, criteria, {
      view: player.view, pegs: player.game.pegs, certificate: refutation, isWinnable: insight.known(puzzle.start) === true,
    });
  } catch (error) {
    if (asked === puzzle) reasons.say("Explain", error.message, "problem");
  }
}

async function loadPuzzle() {
  const text = by("text").value;
  const isName = /^[a-z][a-z0-9-]*$/.test(text.trim()) && !/^o+$/.test(text.trim());
  try {
    if (text.trim() === "") throw new Error("paste a text or choose a file first");
    const entry = isName ? await bundledEntry(text.trim()) : await ask("/api/puzzle", { puzzle: `${text}\n` });
    by("load").close();
    open(entry);
    if (entry.read_as) by("work").textContent = `${entry.warning ? `Careful: ${entry.warning}. ` : ""}Read as ${entry.read_as}.`;
  } catch (error) {
    by("problem").textContent = error.message;
  }
}

async function loadPlan() {
  try {
    if (by("text").value.trim() === "") throw new Error("paste a plan or choose a file first");
    const { plan } = await ask("/api/check", { puzzle: told(), text: by("text").value });
    by("load").close();
    player.setPlan(readPlan(puzzle, plan));
    say(`The plan holds: ${counted(plan.length, "jump")}.`, "good");
  } catch (error) {
    by("problem").textContent = error.message;
  }
}

/// Hands a text to the reader as a file that is called as the puzzle is.
function keep(ending, text, type) {
  const name = `${puzzle.name ?? "puzzle"}.${ending}`;
  download(name, text, type);
  say(`${name} is saved where the browser keeps downloads.`);
}

function downloads() {
  const save = (name, what, ending, type) => button(name, `save ${name}`, async () => {
    try {
      const body = { puzzle: told(), what };
      if (player.game.line.length) body.plan = writePlan(puzzle.board, player.game.line);
      keep(ending, await askText("/api/download", body), type);
    } catch (error) {
      say(error.message);
    }
  });
  return [
    button("Copy the link", "copy a link to this game", async () => {
      try {
        await navigator.clipboard.writeText(location.href);
        say("The link is copied.");
      } catch {
        say("The browser does not let this page copy; the link is what stands in the address bar.");
      }
    }),
    button("Game as a plan", "save the game as a plan that saut check reads", () =>
      keep("plan", planText(puzzle.board, player.game.played))),
    button("Puzzle", "save the puzzle file", () => keep("toml", writePuzzle(puzzle))),
    button("Certificate", "save the certificate", () => certificate
      ? keep("json", JSON.stringify(certificate), "application/json")
      : say("There is no certificate yet: solve an infeasible puzzle first.")),
    save("Picture", "svg", "svg", "image/svg+xml"),
    save("Moving picture", "animation", "svg", "image/svg+xml"),
    save("Page", "html", "html", "text/html"),
    save("DIMACS", "dimacs", "cnf"),
    save("SMT-LIB", "smtlib", "smt2"),
    save("PDDL", "pddl", "pddl"),
  ];
}

start();
