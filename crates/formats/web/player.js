// The player steps through a plan, and lets the user play from any position.
//
// The keys are the same as for `saut play`, and work everywhere except in input fields. U or Ctrl+Z undoes. N, Ctrl+Y
// or Ctrl+Shift+Z redoes. R restarts, P plays, Home and End go to the ends. ← and → go one jump back or forward. On the
// board, they move the cursor instead.

import { BoardView } from "./board.js";
import { ICONS, button, control, element, icon, iconButton, keepInSight, spoken } from "./page.js";
import { Game, countPegs, jumpBetween, legalJumps } from "./rules.js";
import {
  cellName, counted, jumpInWords, moveInWords, moveName, movesOf, namingRule,
} from "./notation.js";

const PACE = 750;

/// The keys, for the user.
const KEYS_IN_WORDS = "Keys: U undo, N redo, R restart, ← → one jump, P play; on the board, arrows and Enter.";

/// A player in a host element.
///
/// `onchange(player, {isByHand})` is called for every new position. `isByHand` is true after a jump by hand. `more` are
/// additional buttons next to undo. `intro` replaces the list of moves before the first jump.
export class Player {
  constructor(host, puzzle, { plan = [], onchange, more = [], intro } = {}) {
    this.host = host;
    this.onchange = onchange;
    this.intro = intro;
    this.puzzle = puzzle;
    this.game = new Game(puzzle, plan);
    this.#build(more);
    this.view = new BoardView(this.boardHost, puzzle.board, {
      label: "the board; arrow keys move, Enter picks up a peg and lands it",
      onpick: (hole) => this.#pick(hole),
      oncancel: () => this.#release(`put back`),
      ongrab: (hole) => this.#grab(hole),
      ondrop: (hole) => this.#drop(hole),
    });
    this.view.showGoal(puzzle.goal);
    this.legend.replaceChildren(...legend(puzzle));
    this.#show({ isQuiet: true });
    this.onkey = (event) => this.#key(event);
    document.addEventListener("keydown", this.onkey);
  }

  /// Sets a plan from the start. The position does not change if it is on the plan.
  setPlan(plan) {
    this.pause();
    this.game.setPlan(plan);
    this.#show({});
  }

  /// Continues with these jumps from the current position.
  follow(rest) {
    this.game.follow(rest);
    this.#show({});
  }

  /// Goes to the position after this number of jumps.
  goTo(at) {
    const { game } = this;
    const before = game.at;
    game.goTo(at);
    const step = game.at - before;
    const jump = step === 1 ? game.last : step === -1 ? game.next : undefined;
    this.#show({ jump, isBack: step === -1 });
  }

  /// Plays a jump.
  play(jump, { isByHand = false } = {}) {
    if (!this.game.play(jump)) return false;
    this.#show({ jump, isByHand });
    return true;
  }

  /// Takes the last jump back. It stays in the list for redo.
  undo() {
    if (this.game.at > 0) this.#at(this.game.at - 1);
  }

  /// Repeats the last jump that was taken back, or plays the next jump of a plan.
  redo() {
    if (this.game.next) this.#at(this.game.at + 1);
  }

  /// Goes back to the start. If there is a plan, it is followed again.
  restart() {
    this.pause();
    const { game } = this;
    if (game.plan.length) game.setPlan(game.plan);
    else game.goTo(0);
    this.#show({});
  }

  /// Shows a possible jump.
  hint(jump) {
    this.view.highlight({ hint: jump });
    this.say(`Hint: ${jumpInWords(this.puzzle.board, jump)}.`);
  }

  /// Highlights holes, or one peg, without its jump.
  point(holes, text, isPeg = false) {
    this.held = undefined;
    this.view.highlight({ region: holes, isPeg });
    this.say(text);
  }

  /// Marks the jump with this number, counted from 0, as the losing jump. Without a number, removes the mark.
  markMistake(number) {
    if (number === this.mistake) return;
    this.mistake = number;
    this.#list();
  }

  /// Shows a message below the board, and announces it to screen readers.
  say(text) {
    this.caption.textContent = text;
  }

  pause() {
    clearInterval(this.timer);
    this.timer = undefined;
    this.#setPlaying(false);
  }

  close() {
    this.pause();
    document.removeEventListener("keydown", this.onkey);
    this.host.replaceChildren();
  }

  #build(more) {
    this.boardHost = element("div", { class: "board-host" });
    this.caption = element("p", { class: "caption", role: "status", "aria-live": "polite" });
    this.playButton = control("play", "play the solution (P)", () => this.#toggle());
    this.controls = {
      first: control("first", "to the start (Home)", () => this.#at(0)),
      back: control("back", "one jump back (←)", () => this.#at(this.game.at - 1)),
      play: this.playButton,
      on: control("on", "one jump forward (→)", () => this.#at(this.game.at + 1)),
      last: control("last", "to the end (End)", () => this.#at(this.game.line.length)),
    };
    this.slider = element("input", {
      type: "range", id: "slider", min: 0, "aria-label": "jump",
      oninput: () => this.#at(Number(this.slider.value)),
    });
    this.undoButton = iconButton("undo", "Undo", "undo the last jump (U)", () => this.undo());
    this.redoButton = iconButton("redo", "Redo", "repeat the jump that was taken back (N)", () => this.redo());
    this.restartButton = iconButton("restart", "Restart", "back to the start (R)", () => this.restart());
    this.planButton = button("Back to the solution", "back to where the game left the solution",
      () => this.#backToPlan(), { id: "back-to-plan" });
    this.actions = element("div", { class: "actions", role: "group", "aria-label": "game" },
      this.undoButton, this.redoButton, this.restartButton, ...more);
    this.plans = element("div", { class: "actions plans" }, this.planButton);
    this.legend = element("p", { class: "legend" });
    this.movesTitle = element("h2", {});
    this.list = element("ol", { class: "moves", id: "moves" });
    this.aside = element("section", { class: "card side", "aria-label": "moves" },
      ...(this.intro ? [this.intro] : []), this.movesTitle, this.list);
    this.transport = element("div", { class: "transport", role: "group", "aria-label": "solution" },
      ...Object.values(this.controls), this.slider);
    this.stage = element("div", { class: "stage" },
      this.boardHost,
      this.actions,
      this.caption,
      this.transport,
      this.plans,
      this.legend);
    this.host.replaceChildren(element("div", { class: "player" }, this.stage, this.aside));
  }

  #at(at) {
    this.pause();
    this.goTo(at);
  }

  #toggle() {
    if (this.timer) return this.pause();
    if (this.game.at === this.game.line.length) this.goTo(0);
    this.#setPlaying(true);
    this.timer = setInterval(() => this.#tick(), PACE);
  }

  #tick() {
    this.goTo(this.game.at + 1);
    if (this.game.at === this.game.line.length) this.pause();
  }

  /// During playback, captions are not announced, because they would queue up.
  #setPlaying(isPlaying) {
    if (!this.playButton) return;
    this.playButton.replaceChildren(icon(ICONS[isPlaying ? "pause" : "play"]));
    const label = isPlaying ? "pause (P)" : "play the solution (P)";
    this.playButton.title = label;
    this.playButton.setAttribute("aria-label", label);
    this.caption.setAttribute("aria-live", isPlaying ? "off" : "polite");
  }

  #backToPlan() {
    this.pause();
    this.game.backToPlan();
    this.#show({});
  }

  /// Handles a chosen hole: picks up a peg, lands it, or selects another peg.
  #pick(hole) {
    const { board } = this.puzzle;
    const { pegs } = this.game;
    this.pause();
    if (this.held !== undefined) {
      const jump = jumpBetween(board, pegs, this.held, hole);
      if (jump) return void this.play(jump, { isByHand: true });
      if (hole === this.held) return this.#release(`peg on ${cellName(board, hole)} put back`);
    }
    const jumps = pegs[hole] ? legalJumps(board, pegs, hole) : [];
    if (jumps.length > 0) return this.#hold(hole, jumps);
    if (!pegs[hole]) {
      const into = legalJumps(board, pegs).filter((jump) => jump.to === hole);
      if (into.length === 1 && this.held === undefined) return void this.play(into[0], { isByHand: true });
    }
    this.#release(pegs[hole]
      ? `the peg on ${cellName(board, hole)} cannot jump`
      : `no held peg can land on ${cellName(board, hole)}`);
  }

  /// Handles the start of a drag. A peg that cannot jump is also dragged, and then moves back.
  #grab(hole) {
    this.pause();
    this.#hold(hole, legalJumps(this.puzzle.board, this.game.pegs, hole));
  }

  /// Handles the end of a drag, over a hole or outside of the board.
  #drop(hole) {
    const { board } = this.puzzle;
    const { held } = this;
    if (held === undefined) return;
    const jump = hole === undefined ? undefined : jumpBetween(board, this.game.pegs, held, hole);
    if (jump) return void this.play(jump, { isByHand: true });
    const name = cellName(board, held);
    this.#release(hole === undefined || hole === held
      ? `peg on ${name} put back`
      : `${name} to ${cellName(board, hole)} isn't a jump: a peg jumps over one neighbour into the empty hole beyond it`);
  }

  #hold(hole, jumps) {
    const { board } = this.puzzle;
    this.held = hole;
    const targets = jumps.map((jump) => jump.to);
    this.view.highlight({ held: hole, targets });
    const names = targets.map((target) => cellName(board, target)).join(" or ");
    const where = names ? `it can land on ${names}` : "it cannot jump from here";
    this.say(`Peg on ${cellName(board, hole)} picked up; ${where}.`);
  }

  #release(why) {
    const held = this.held;
    this.held = undefined;
    this.view.highlight({ arrow: this.game.nextOfPlan });
    if (held !== undefined || !/^put back/.test(why)) this.say(`${why[0].toUpperCase()}${why.slice(1)}.`);
  }

  #show({ jump, isBack, isByHand = false, isQuiet }) {
    const { game, view } = this;
    this.held = undefined;
    view.show(game.pegs, { jump, isBack });
    this.view.highlight({ arrow: game.nextOfPlan });
    view.celebrate(game.isWon && game.at > 0);
    this.say(this.#captionText());
    const { at, line } = game;
    this.slider.max = line.length;
    this.slider.value = at;
    this.slider.setAttribute("aria-valuetext", `${at} of ${line.length} jumps`);
    for (const name of ["first", "back"]) this.#disable(this.controls[name], at === 0);
    for (const name of ["on", "last"]) this.#disable(this.controls[name], at === line.length);
    this.#disable(this.playButton, line.length === 0);
    this.#disable(this.undoButton, at === 0);
    this.#disable(this.redoButton, at === line.length);
    this.transport.classList.toggle("unused", line.length === 0);
    this.#disable(this.restartButton, at === 0 && (game.plan.length === 0 || line.length === game.plan.length));
    this.planButton.hidden = game.plan.length === 0
      || (game.isOnPlan && line.length === game.plan.length);
    this.#list();
    if (!isQuiet || this.onchange) this.onchange?.(this, { isByHand });
  }

  /// Disables a button, which keeps its place in the tab order, so that the focus is not lost.
  #disable(control, isDisabled) {
    control.setAttribute("aria-disabled", String(isDisabled));
  }

  #captionText() {
    const { game, puzzle } = this;
    const pegs = counted(countPegs(game.pegs), "peg");
    const end = game.isWon ? " The goal is reached." : game.isStuck ? " No jump is left." : "";
    if (game.at === 0) {
      const next = game.nextOfPlan ? ` First: ${jumpInWords(puzzle.board, game.next)}.` : "";
      return `Start: ${pegs}.${next}${end}`;
    }
    const words = jumpInWords(puzzle.board, game.last);
    const of = game.nextOfPlan || game.isOnPlan ? ` of ${game.line.length}` : "";
    return `Jump ${game.at}${of}: ${words}. ${pegs}.${end}`;
  }

  /// Shows the moves as buttons. The last played move is the current one.
  #list() {
    const { board } = this.puzzle;
    const { game } = this;
    const moves = movesOf(game.line);
    const listed = JSON.stringify(moves);
    if (listed !== this.listed || !this.list.children.length) {
      this.listed = listed;
      const entry = (at, ...content) => element("li", {},
        element("button", { type: "button", "data-at": at, onclick: () => this.#at(at) }, ...content));
      this.list.replaceChildren(
        entry(0, "start"),
        ...moves.map((move, index) => {
          const at = move.before + move.stops.length - 1;
          const words = `move ${index + 1}: ${moveInWords(board, move)}`;
          return entry(at, ...spoken(moveName(board, move), words));
        }));
    }
    const { mistake } = this;
    moves.forEach((move, index) => {
      const made = this.list.children[index + 1].firstChild;
      const isMistake = mistake >= move.before && mistake < move.before + move.stops.length - 1;
      made.querySelector(".flag")?.remove();
      if (isMistake) made.append(element("span", { class: "flag", title: "the goal could still be reached before this move" }, "mistake"));
    });
    if (this.intro) {
      this.intro.hidden = game.line.length > 0;
      this.movesTitle.hidden = this.list.hidden = game.line.length === 0;
    }
    const isPlan = game.plan.length > 0 && game.isOnPlan && game.line.length === game.plan.length;
    this.movesTitle.textContent = game.line.length === 0
      ? "No jump yet"
      : `${isPlan ? "Solution" : "Game"}: ${counted(game.line.length, "jump")} in ${counted(moves.length, "move")}`;
    const index = game.at === 0 ? 0 : moves.filter((move) => move.before < game.at).length;
    [...this.list.children].forEach((item, i) => {
      if (i === index) item.firstChild.setAttribute("aria-current", "step");
      else item.firstChild.removeAttribute("aria-current");
      item.classList.toggle("ahead", i > index);
    });
    keepInSight(this.list, this.list.children[index]);
  }

  #key(event) {
    if (event.target.closest?.("input:not([type=range]), textarea, select, dialog")) return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (event.ctrlKey || event.metaKey) return this.#shortcut(event, key);
    if (event.altKey) return;
    const { game } = this;
    const actions = {
      ArrowLeft: () => this.#at(game.at - 1),
      ArrowRight: () => this.#at(game.at + 1),
      Home: () => this.#at(0),
      End: () => this.#at(game.line.length),
      p: () => this.#toggle(),
      u: () => this.undo(),
      n: () => this.redo(),
      r: () => this.restart(),
    };
    this.#act(event, actions[key]);
  }

  /// Handles the common keys for undo and redo.
  #shortcut(event, key) {
    if (event.altKey) return;
    if (key === "z") this.#act(event, () => (event.shiftKey ? this.redo() : this.undo()));
    else if (key === "y" && !event.shiftKey) this.#act(event, () => this.redo());
  }

  #act(event, action) {
    if (!action || this.host.closest("[hidden]")) return;
    event.preventDefault();
    action();
  }
}

/// Explains the marks and the names of cells.
export function legend({ board, goal }) {
  const sample = (name) => element("span", { class: `sample ${name}`, "aria-hidden": "true" });
  const isPartial = !goal.onePeg && goal.wants.includes(null);
  const isChoice = goal.onePeg && goal.wants.includes(false);
  const items = [[sample("peg"), "peg"], [sample("vacancy"), "vacancy"]];
  if (!goal.onePeg && goal.wants.includes(true)) items.push([sample("wanted"), "a peg belongs here at the end"]);
  if (isPartial) items.push([sample("open"), "peg or empty at the end"]);
  if (isChoice) items.push([sample("open"), "the last peg may end here"]);
  const rule = goal.onePeg && !isChoice ? "Goal: one peg, anywhere. " : "";
  return [
    ...items.map(([mark, text]) => element("span", { class: "item" }, mark, text)),
    element("span", { class: "rule" }, `${rule}${namingRule(board)}`),
    element("span", { class: "rule keys" }, KEYS_IN_WORDS),
  ];
}
