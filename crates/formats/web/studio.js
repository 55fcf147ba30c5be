// The studio: choose or draw a puzzle, play, solve or explain it, save and share it.

import { DRAWN, readAddress, writeAddress } from "./address.js";
import { TrackPlayer, writeTrack } from "./baseball.js";
import { drawCard } from "./card.js";
import { Coach } from "./coach.js";
import { DRAWN_BOARDS, NewPuzzle, readRequest, writeRequest } from "./create.js";
import { Drawing } from "./draw.js";
import { Clock, Ending, clockTime } from "./ending.js";
import { EndsDialog } from "./ends.js";
import { beyond, engine } from "./engine.js";
import { ofTheDay, showGallery, smallBoards } from "./gallery.js";
import { Insight } from "./insight.js";
import { Lesson } from "./lesson.js";
import { Memory } from "./memory.js";
import { cellName, counted, moveName, movesOf, rulesInOneLine } from "./notation.js";
import { button, element, keepFile } from "./page.js";
import { Player } from "./player.js";
import { ReasonPanel } from "./reasons.js";
import { listenToResults } from "./results.js";
import { countPegs, drawPicture, isAnywhere, readPlan, readPuzzle, writePlan, writePuzzle } from "./rules.js";
import { downloads } from "./saving.js";
import { ask, bundled, solve } from "./server.js";
import { sound } from "./sound.js";

const by = (id) => document.getElementById(id);
const first = "central";

/// Maximum size of a file.
const MOST_BYTES = 2 << 20;

/// The puzzles of loaded collections, by the values of their options.
const registers = new Map();

/// Additional buttons of the player.
const [hintButton, light, glow] = [by("hint"), by("light"), by("glow")];

const memory = new Memory();
const clock = new Clock();
const ending = new Ending({
  undo: () => player.undo(), back: () => coach.backToWinning(), again: () => player.restart(), next: openNext, share,
});
const coach = new Coach({
  say, tell, buttons: { light, glow }, onhint: () => (help.hints += 1),
});
const lesson = new Lesson(() => {
  lesson.end();
  player.goTo(0);
  player.setPlan([]);
});
const intro = element("div", { class: "intro" });
const reasons = new ReasonPanel(by("reason"), () => by("explain").focus());

/// `certificate` refutes the position for which it was requested. `refutation` refutes the whole puzzle. `help` has the
/// number of hints that were used and of jumps that were taken back. `planned` has the number of moves of the shortest
/// known solution.
const NO_HELP = { hints: 0, undone: 0, isSolved: false };
let puzzle, player, track, insight, solving, certificate, refutation, planned, before;
let help = { ...NO_HELP };

/// The buttons that keys press, by key.
const KEYS_OF_TOOLS = { h: "hint", w: "light", g: "glow", b: "back-to-winning", s: "solve", "?": "open-help" };

async function start() {
  for (const dialog of document.querySelectorAll("dialog")) {
    dialog.querySelector("[data-close]").onclick = () => dialog.close();
  }
  const drawing = new Drawing(by("draw"), (entry) => {
    by("drawing").close();
    open(entry);
  }, async (entry, signal) => {
    const { winnable } = await ask("/api/hint", { puzzle: writePuzzle(readPuzzle(entry)), played: [] }, signal);
    return winnable ?? undefined;
  });
  by("open-gallery").onclick = () => {
    by("gallery").showModal();
    // On a touch screen, the focus would open a keyboard.
    showCollection().then(() => matchMedia("(hover: hover)").matches && by("find")?.focus());
  };
  void new NewPuzzle(by("make"), async (request) => {
    await openRequest(writeRequest(request));
    by("making").close();
  });
  by("open-new").onclick = () => by("making").showModal();
  by("open-help").onclick = () => by("help").showModal();
  by("open-lesson").onclick = () => {
    by("help").close();
    openLesson().catch((error) => say(error.message, "bad"));
  };
  const ends = new EndsDialog(by("choose"), (drawn) => {
    by("ends").close();
    open({ name: "drawn", title: DRAWN, ...asEntry(drawn) });
  });
  by("choose-ends").onclick = () => {
    ends.open(puzzle.board, told());
    by("ends").showModal();
  };
  by("open-draw").onclick = () => {
    if (puzzle?.board) drawing.take(puzzle);
    by("drawing").showModal();
  };
  by("board").append(...DRAWN_BOARDS.map(([value, text]) => element("option", { value }, text)));
  by("board").onchange = async () => {
    const { value } = by("board");
    if (value === "") return;
    drawing.take(readPuzzle(await ask("/api/board", { name: value })));
    by("board").value = "";
  };
  if (engine) {
    document.querySelector(".brand").href = "#";
    by("planning").replaceWith(button("Planning tasks", "how planning tasks are solved", () =>
      say("This page does not support planning tasks. Use saut plan, or the studio of saut serve.")));
  }
  by("open-load").onclick = () => {
    by("problem").textContent = "";
    by("load").showModal();
  };
  by("solve").onclick = solveHere;
  by("cancel").onclick = () => solving?.abort();
  hintButton.onclick = () => (track ? hintOnTrack() : coach.hint());
  by("explain").onclick = async () => {
    if (reasons.isOpen) return reasons.close();
    await explain();
    reasons.focus();
  };
  by("back-to-winning").onclick = () => coach.backToWinning();
  by("load-puzzle").onclick = loadPuzzle;
  by("load-plan").onclick = loadPlan;
  by("load-register").onclick = loadRegister;
  for (const [input, field, problem] of [["file", "text", "problem"], ["register-file", "register", "register-problem"]]) {
    by(input).onchange = () => readFile(by(input), by(field), by(problem));
  }
  addEventListener("hashchange", fromAddress);
  by("downloads").append(...downloads({
    say, told, current: () => ({ puzzle, certificate, game: player.game }),
  }));
  listenToResults(memory);
  document.addEventListener("keydown", useKey);
  by("collection").onchange = showCollection;
  await fromAddress();
}

/// Presses the button of a key. The keys are the same as in `saut play`.
function useKey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest?.("input, textarea, select, dialog")) return;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const tool = Object.hasOwn(KEYS_OF_TOOLS, key) ? by(KEYS_OF_TOOLS[key]) : undefined;
  if (!tool || !tool.checkVisibility()) return;
  event.preventDefault();
  tool.click();
}

/// Shows the puzzles of the chosen collection: all bundled puzzles, the figures of a census, or a form for the user's
/// file.
async function showCollection() {
  const { value } = by("collection");
  by("loading-register").hidden = value !== "own";
  if (value === "own") {
    by("figures").replaceChildren();
    return by("register").focus();
  }
  try {
    const entries = await collection(value);
    if (value !== by("collection").value) return;
    // Filters are kept when a collection is opened again.
    if (by("figures").dataset.collection !== value) by("figures").replaceChildren();
    by("figures").dataset.collection = value;
    const { solved, begun } = memory.addresses;
    const isSolved = (entry) => solved.size > 0 && solved.has(addressOf(entry, value === ""));
    const isBegun = (entry) => begun.size > 0 && begun.has(addressOf(entry, value === ""));
    showGallery(by("figures"), entries, (entry) => {
      by("gallery").close();
      open({ ...entry, isBundled: value === "", plan: undefined });
    }, { isSolved, isBegun, streak: memory.streak(new Date()) });
  } catch (error) {
    by("figures").replaceChildren(element("p", { class: "problem" }, error.message));
  }
}

/// Returns the address of a puzzle in a collection, without a game.
const addressOf = (entry, isBundled) => (isBundled ? writeAddress({ name: entry.name, isBundled })
  : entry.game === "baseball" ? "" : writeAddress(readPuzzle(entry)));

/// Converts a puzzle to the entry that `readPuzzle` reads.
function asEntry({ board, start, goal }) {
  const symbols = { true: "o", false: ".", null: "?" };
  const draw = (symbol) => drawPicture(board, symbol);
  return {
    geometry: board.geometry, start: draw((hole) => symbols[start[hole]]), one_peg: goal.onePeg,
    goal: isAnywhere(goal) ? null : draw((hole) => symbols[goal.wants[hole]]),
  };
}

/// Generates a new puzzle, and opens it.
async function openRequest(request, played) {
  const entry = await ask("/api/new", readRequest(request));
  open({ ...entry, request }, played);
}

/// Returns the puzzles of a collection: the bundled puzzles, a census, or a loaded register.
async function collection(value) {
  if (!registers.has(value)) registers.set(value, value === "" ? await bundled() : (await ask(`/api/census/${value}`)).puzzles);
  return registers.get(value);
}

/// Opens the next solvable puzzle of the chosen collection. After the last puzzle, it opens the first puzzle.
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

/// Sends the register of a census to the program, which checks it, and shows its figures as an additional collection.
async function loadRegister() {
  const [text, problem] = [by("register").value, by("register-problem")];
  problem.textContent = "";
  by("load-register").disabled = true;
  try {
    if (text.trim() === "") throw new Error("choose a file, or paste its lines");
    const { title, summary, puzzles } = await ask("/api/census", { text });
    if (puzzles.length === 0) throw new Error("the file has no figure yet");
    const value = `register-${registers.size}`;
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

/// Copies the text of a chosen file into a field, if it is not too large.
async function readFile(input, field, problem) {
  const file = input.files[0];
  if (!file) return;
  problem.textContent = file.size > MOST_BYTES ? `${file.name} has more than ${MOST_BYTES >> 20} MiB` : "";
  if (file.size <= MOST_BYTES) field.value = await file.text();
}

/// Opens the puzzle in the address, or the default puzzle.
async function fromAddress() {
  if (puzzle && location.hash === puzzle.address) return;
  try {
    const said = readAddress(location.hash) ?? { name: first, played: [] };
    if (said.isLesson) return await openLesson(said.played);
    if (said.request) return await openRequest(said.request, said.played);
    open(said.entry ?? (await bundledEntry(said.name)), said.played);
  } catch (error) {
    // If a link is invalid, the default puzzle is opened.
    if (!puzzle) await bundledEntry(first).then(open, () => (by("solver").hidden = true));
    say(`${error.message}.`, "bad");
  }
}

const bundledEntry = async (name) => ({ ...(await ask("/api/puzzle", { puzzle: name })), isBundled: true });

/// Opens the lesson at the position after some of its jumps.
const openLesson = async (played) => open(await bundledEntry(first), played, true);

/// Shows a puzzle on the board, after some jumps.
function open(entry, played = [], isLesson = false) {
  const isTrack = entry.game === "baseball";
  const drawn = isTrack ? undefined : readPuzzle(entry);
  solving?.abort();
  certificate = refutation = planned = before = undefined;
  lesson.end();
  (player ?? track)?.close();
  player = track = undefined;
  ending.hide();
  reasons.close();
  clock.reset();
  help = { ...NO_HELP };
  coach.take();
  const title = drawn && entry.title === DRAWN ? titleOfDrawn(drawn) : entry.title ?? entry.name;
  by("title").textContent = title;
  document.title = `${title} · saut`;
  for (const id of ["rules", "outlook", "explain", "back-to-winning", "choose-ends", "save"]) by(id).hidden = isTrack;
  light.hidden = glow.hidden = isTrack;
  if (isTrack) return openTrack(entry);
  puzzle = { ...drawn, title, isBundled: entry.isBundled, request: entry.request, fewest: entry.fewest_moves ?? undefined };
  puzzle.isSolvable = entry.expect === "solvable";
  puzzle.key = writeAddress(puzzle);
  insight = new Insight(puzzle, told());
  const { board, start } = puzzle;
  by("facts").textContent = [`${board.cells.length} holes, ${counted(countPegs(start), "peg")}`, entry.source]
    .filter(Boolean).join(" · ");
  by("rules").textContent = rulesInOneLine(puzzle);
  showIntro();
  player = new Player(by("live"), puzzle, { onchange: changed, more: [hintButton, glow, light], intro });
  by("live").append(ending.element);
  coach.take(player, insight);
  if (isLesson) lesson.begin(player);
  const wrong = played.findIndex(([from, to]) => {
    const jump = board.jumps.find((one) => one.from === from && one.to === to);
    return !jump || !player.play(jump);
  });
  changed();
  if (wrong >= 0) say(`Jump ${wrong + 1} of the link isn't legal; the game stops before it.`, "bad");
}

function openTrack(entry) {
  by("facts").textContent = `colour baseball: ${entry.start.length} bases on a ${entry.track}, ${entry.capacity} places each`;
  puzzle = { track: entry, name: entry.name, isBundled: true, address: `#puzzle=${entry.name}` };
  history.replaceState(null, "", puzzle.address);
  track = new TrackPlayer(by("live"), entry, { more: [hintButton] });
}

/// Shows the next step of a solution of colour baseball.
async function hintOnTrack() {
  const asked = track;
  const { bases } = track;
  if (track.isHome) return say("Every token is home.", "good");
  if (!track.advice) {
    say("Thinking …", "busy");
    const mine = (solving = new AbortController());
    const result = await solve({ puzzle: told() }, () => {}, mine.signal).catch((error) => error);
    if (asked !== track || bases !== track.bases || mine !== solving) return;
    if (!result.plan) return say(result.message ?? `No hint found in time.${beyond(puzzle)}`);
    track.learn(result.plan);
  }
  say("");
  track.hint();
}

/// Returns the puzzle in the format of a request: its name, or its complete description.
const told = () => (track ? writeTrack(puzzle.track, track.bases) : puzzle.isBundled ? puzzle.name : writePuzzle(puzzle));

/// Returns the title of a puzzle that was drawn or chosen by its holes.
function titleOfDrawn({ board, start, goal: { wants, onePeg } }) {
  const vacant = start.flatMap((has, hole) => (has ? [] : [hole]));
  const last = wants.flatMap((want, hole) => (want ? [hole] : []));
  if (vacant.length !== 1) return DRAWN;
  const end = onePeg ? "anywhere" : last.length === 1 && !wants.includes(null) ? `in ${cellName(board, last[0])}` : undefined;
  return end ? `Start with ${cellName(board, vacant[0])} empty, finish ${end}` : DRAWN;
}

/// Before the first jump, shows the rules, the best results so far, and the last unfinished game.
function showIntro() {
  const best = memory.best(puzzle.key);
  const results = best && [`Solved ${counted(best.times, "time")}`, `best ${counted(best.moves, "move")}`,
    best.seconds === undefined ? undefined : clockTime(best.seconds)].filter(Boolean).join(" · ");
  const game = memory.unfinished(puzzle.key);
  intro.replaceChildren(
    element("h2", {}, "How to play"),
    element("p", {}, "Drag a peg over its neighbour into an empty hole, or touch the peg and then the hole."),
    ...(results ? [element("p", { class: "best" }, `✓ ${results}`)] : []),
    ...(puzzle.fewest ? [element("p", { class: "faint" }, `Fewest moves known: ${puzzle.fewest}.`)] : []),
    ...(puzzle.isBundled && puzzle.name === first ? [button("Lesson: win in seven steps", "learn how to win this game",
      () => by("open-lesson").click(), { id: "begin-lesson" })] : []),
    ...(game ? [button(`Continue: ${game.title}, ${counted(game.jumps, "jump")}`, "continue the last game", () => {
      location.hash = game.address;
    }, { id: "continue" })] : []));
}

/// Handles a new position: updates the address, the light, the sums of an explanation, and the banner.
function changed(_, { isByHand } = {}) {
  if (!player) return;
  const { game } = player;
  puzzle.address = writeAddress(puzzle, game.played) + (lesson.isOpen ? "&lesson" : "");
  history.replaceState(null, "", puzzle.address);
  ending.hide();
  reasons.follow(game.pegs);
  const isBack = game.at < before && !isByHand;
  if (isBack) help.undone += 1;
  before = game.at;
  if (game.at === 0) {
    clock.reset();
    help = { ...NO_HELP, isSolved: game.plan.length > 0 };
    showIntro();
  }
  if (isByHand) {
    if (game.at === 1) clock.start();
    if (!lesson.isOpen) endGame();
  }
  if (isByHand || isBack) {
    const isOver = game.isWon || game.isStuck || help.isSolved;
    memory.keep({ puzzle: puzzle.key, title: puzzle.title, address: puzzle.address, jumps: isOver ? 0 : game.at });
  }
  coach.changed();
  lesson.changed();
}

/// Shows the banner, if a jump by hand ended the game.
async function endGame() {
  const { game } = player;
  const hears = memory.setting("sound") === true;
  if (!game.isWon && !game.isStuck) return void (hears && sound(520));
  if (hears) sound(...(game.isWon ? [520, 660, 780] : [300, 220]));
  if (game.isWon) return endWon(game);
  ending.stuck(game);
  const { pegs } = game;
  const after = await coach.lastWinning().catch(() => undefined);
  if (after === undefined || pegs !== player?.game.pegs) return;
  const [move] = movesOf(game.line.slice(after, after + 1));
  ending.stuck(game, { after, jump: move && moveName(puzzle.board, move) });
}

/// Shows the banner of a won game and stores its result.
async function endWon(game) {
  const asked = puzzle;
  const seconds = clock.isStarted ? clock.seconds : undefined;
  const result = { ...help, seconds, fewest: puzzle.fewest, planned };
  if (help.isSolved) return void ending.won(game, result);
  const moves = movesOf(game.played).length;
  const earlier = memory.record(puzzle.key, { moves, seconds, hints: help.hints });
  const show = (streak) => (puzzle.stars = ending.won(game, { ...result, before: earlier, streak }));
  show();
  if (!puzzle.isBundled) return;
  const today = new Date();
  const ofToday = await collection("").then((entries) => ofTheDay(entries, today), () => undefined);
  if (ofToday?.name !== asked.name || asked !== puzzle || !player.game.isWon) return;
  memory.solvedDay(today);
  show(memory.streak(today));
}

/// Saves a picture of the result.
async function share() {
  const { board, start, title, stars = 0 } = puzzle;
  const moves = movesOf(player.game.played).length;
  const time = clock.isStarted ? `Time ${clockTime(clock.seconds)}` : undefined;
  const lines = [`${counted(player.game.at, "jump")} in ${counted(moves, "move")}`, time].filter(Boolean);
  keepFile(`${puzzle.name ?? "puzzle"}.png`, await drawCard({ board, start, title, lines, stars }), say);
}

/// Shows the result of a tool, such as a hint or the solver.
function say(text, state = "") {
  by("work").textContent = text;
  by("work").dataset.state = state;
}

/// Shows whether the position can still be won.
function tell(text, state = "") {
  by("outlook").textContent = text;
  by("outlook").dataset.state = state;
}

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

function answered(result) {
  const time = `${result.seconds.toFixed(2)} s`;
  if (result.verdict === "solved" && track) {
    track.follow(result.plan);
    return say(`Solved in ${counted(result.plan.length, "step")}${track.at ? " from here" : ""}${result.optimal ? ", no solution is shorter" : ""} (checked, ${time}).`, "good");
  }
  if (result.verdict === "solved") {
    const rest = readPlan({ board: puzzle.board, start: player.game.pegs }, result.plan);
    insight.learn(player.game.pegs, rest);
    const moves = movesOf([...player.game.played, ...rest]).length;
    planned = Math.min(planned ?? moves, moves);
    if (player.game.at === 0) player.setPlan(rest);
    else player.follow(rest);
    help.isSolved = true;
    say(`Solved in ${counted(rest.length, "jump")}${player.game.at ? " from here" : ""} (checked, ${time}).`, "good");
  } else if (result.verdict === "infeasible") {
    certificate = result;
    if (player) insight.dead(player.game.pegs);
    if (!player?.game.at) refutation = result;
    const where = player?.game.at ? "from here " : "";
    say(`Impossible: no sequence of jumps ${where}reaches the goal (proof checked, ${time}).`, "bad");
    coach.changed();
    if (player?.game.at === 0) explain();
  } else say(`Not decided: ${result.reason} after ${time}.${beyond(puzzle)}`);
}

async function explain() {
  const asked = puzzle;
  reasons.say("Explain", "Trying all tests …");
  player.boardHost.scrollIntoView({ block: "nearest" });
  try {
    const { criteria } = await ask("/api/explain", { puzzle: told() });
    if (asked !== puzzle || !reasons.isOpen) return;
    reasons.show(puzzle, criteria, {
      view: player.view, pegs: player.game.pegs, certificate: refutation, isWinnable: puzzle.isSolvable || insight.known(puzzle.start) === true,
    });
  } catch (error) {
    if (asked === puzzle) reasons.say("Explain", error.message, "problem");
  }
}

/// Opens a puzzle from its text or its name. Short names and other spellings are also accepted.
async function loadPuzzle() {
  const text = by("text").value;
  const isName = /^\p{L}[\p{L}\d -]*$/u.test(text.trim()) && !/^[ox -]+$/i.test(text.trim());
  by("problem").textContent = text.trim() === "" ? "paste a text, or choose a file, first" : "";
  by("readings").replaceChildren();
  if (text.trim() === "") return;
  try {
    if (isName) return openLoaded(await ask("/api/puzzle", { puzzle: text.trim() }), true);
    const entry = await ask("/api/puzzle", { puzzle: `${text}\n` });
    if (!entry.choices) return openLoaded(entry);
    by("problem").textContent = entry.why;
    by("readings").replaceChildren(smallBoards(entry.choices, (chosen) => openLoaded(chosen)));
    by("readings").scrollIntoView({ block: "nearest" });
  } catch (error) {
    // The text may be a game for the puzzle on the board.
    if (player && await showGame(text).then(() => true, () => false)) return;
    by("problem").textContent = error.message;
  }
}

/// Opens a loaded puzzle, and explains how its picture was read.
function openLoaded(entry, isBundled = false) {
  by("load").close();
  open({ ...entry, isBundled });
  if (entry.read_as) say(`${entry.warning ? `Careful: ${entry.warning}. ` : ""}Read as ${entry.read_as}.`);
}

async function loadPlan() {
  const text = by("text").value;
  by("problem").textContent = text.trim() ? "" : "paste a game, or choose a file, first";
  if (text.trim()) await showGame(text).catch((error) => (by("problem").textContent = error.message));
}

/// Shows a game on the board, finished or not.
async function showGame(text) {
  const { plan, verdict } = await ask("/api/check", { puzzle: told(), text });
  by("load").close();
  player.setPlan(readPlan(puzzle, plan));
  if (verdict === "solved") return say(`The solution is correct: ${counted(plan.length, "jump")}.`, "good");
  player.goTo(plan.length);
  const { pegs, played } = player.game;
  const facts = `${counted(plan.length, "legal jump")}, ${counted(countPegs(pegs), "peg")} left`;
  const asked = player;
  say(`${facts} …`, "busy");
  const winnable = await insight.winnable(pegs, played).catch(() => undefined);
  if (asked !== player) return;
  const fate = winnable === undefined ? "" : winnable ? "; the game can still be won" : "; the game can no longer be won";
  say(`${facts}${fate}.`, { true: "good", false: "bad" }[winnable] ?? "");
}

start();
