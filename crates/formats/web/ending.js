// The end of a game: a banner next to the board with the result, the time, and possible next actions.

import { counted, movesOf } from "./notation.js";
import { button, element } from "./page.js";
import { countPegs } from "./rules.js";

/// The time of a game, from its first jump by hand, while the page is visible.
export class Clock {
  constructor() {
    this.reset();
    document.addEventListener("visibilitychange", () => (document.hidden ? this.#pause() : this.#resume()));
  }

  reset() {
    this.isStarted = false;
    this.since = undefined;
    this.spent = 0;
  }

  start() {
    if (this.isStarted) return;
    this.isStarted = true;
    this.#resume();
  }

  get seconds() {
    return (this.spent + (this.since === undefined ? 0 : performance.now() - this.since)) / 1000;
  }

  #pause() {
    this.spent = 1000 * this.seconds;
    this.since = undefined;
  }

  #resume() {
    if (this.isStarted) this.since = performance.now();
  }
}

/// Formats a time like a clock: 0:07, 12:30, 1:02:03.
export function clockTime(seconds) {
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, Math.floor(seconds) % 60];
  const shown = parts[0] ? parts : parts.slice(1);
  return shown.map((part, index) => (index ? String(part).padStart(2, "0") : part)).join(":");
}

/// The banner. `actions` has the functions of its buttons: `undo`, `back`, `again`, `next` and `share`.
export class Ending {
  constructor(actions) {
    this.actions = actions;
    this.element = element("section", { class: "ending", "aria-label": "end of the game", hidden: true });
  }

  hide() {
    this.element.hidden = true;
  }

  /// Shows a won game. `hints`, `isSolved` and `undone` describe the help that was used. `seconds` is the time, if
  /// known. `before` are the best results before this game. `streak` is the number of successive days, if this was the
  /// puzzle of the day.
  won(game, { seconds, hints, isSolved, undone, fewest, planned, before, streak }) {
    const moves = movesOf(game.played).length;
    const stars = starsOf({ moves, hints, isSolved, undone, fewest });
    const facts = [
      `${counted(game.at, "jump")} in ${counted(moves, "move")}`,
      seconds === undefined ? undefined : `time ${clockTime(seconds)}`,
      hints ? `with ${counted(hints, "hint")}` : undefined,
      isSolved ? "with the solver's solution" : undefined,
    ].filter(Boolean);
    const days = streak ? `Puzzle of the day: ${streak === 1 ? "solved" : `${streak} days in a row`}.` : undefined;
    this.#show("Solved!", [
      facts.join(" · "), isSolved ? undefined : compared(moves, seconds, before), fewestInWords(moves, fewest, planned), days,
    ], [
      this.#button("Play again", "again", "play the puzzle again from the start"),
      this.#button("Share", "share", "save a picture of this result"),
      this.#button("Next puzzle", "next", "open the next puzzle that can be won", true),
    ], stars);
    return stars;
  }

  /// Shows a lost game, in which no jump is left. If the losing jump is known, `lost` has the number of jumps up to the
  /// last winning position (-1 if there is none) and the losing jump in words.
  stuck(game, lost) {
    const left = countPegs(game.pegs);
    const canGoBack = lost === undefined || lost.after >= 0;
    const mistake = lost === undefined ? undefined
      : canGoBack ? `The mistake was jump ${lost.after + 1}: ${lost.jump}.` : "This puzzle can't be won.";
    const back = lost === undefined ? "Replay from the last position that could be won" : `Replay from jump ${lost.after + 1}`;
    this.#show("No jump is left", [`${counted(left, "peg")} ${left === 1 ? "is" : "are"} left.`, mistake], [
      this.#button("Undo", "undo", "undo the last jump", !canGoBack),
      ...(canGoBack ? [this.#button(back, "back", "replay from the last position that could be won", true)] : []),
      this.#button("Play again", "again", "play the puzzle again from the start"),
    ]);
    this.element.classList.add("lost");
  }

  #show(title, lines, buttons, stars) {
    const close = button("×", "close", () => this.hide(), { class: "close", "aria-label": "close" });
    const shown = stars === undefined ? [] : [element("p", { class: "stars", role: "img", "aria-label": `${stars} of 3 stars` },
      "★".repeat(stars), element("span", {}, "☆".repeat(3 - stars)))];
    this.element.className = "ending";
    this.element.replaceChildren(close, element("h2", {}, title), ...shown,
      ...lines.filter(Boolean).map((line) => element("p", {}, line)),
      element("div", { class: "tools" }, ...buttons));
    this.element.hidden = false;
  }

  #button(text, name, explanation, isMain) {
    return button(text, explanation, () => this.actions[name](), { class: isMain ? "main" : undefined, id: `ending-${name}` });
  }
}

/// Returns the number of stars: one for a solution by hand, one for a solution without hints, and one for the fewest
/// known moves. If no minimum is known, the third star is for a game without undo.
function starsOf({ moves, hints, isSolved, undone, fewest }) {
  if (isSolved) return 0;
  return 1 + Number(hints === 0) + Number(fewest === undefined ? undone === 0 : moves <= fewest);
}

/// Compares the game with the best earlier results.
function compared(moves, seconds, before) {
  if (!before) return "Your first solution of this puzzle.";
  if (moves < before.moves) return `A new best: your best before was ${before.moves} moves.`;
  if (seconds !== undefined && seconds < before.seconds) return `Your fastest game: your best time before was ${clockTime(before.seconds)}.`;
  return `Your best so far: ${counted(before.moves, "move")}${before.seconds === undefined ? "" : `, ${clockTime(before.seconds)}`}.`;
}

/// Compares the number of moves with the fewest known moves, or with the solver's solution.
function fewestInWords(moves, fewest, planned) {
  if (fewest === undefined) return planned === undefined ? undefined : `The solver's solution has ${counted(planned, "move")}.`;
  if (moves > fewest) return `Fewest moves known: ${fewest}.`;
  return moves === fewest ? `No solution with fewer moves is known.` : `A new record: the fewest moves known were ${fewest}.`;
}
