// The end of a game: a banner over the board with what was reached, how long it took, and what to do next.

import { counted, movesOf } from "./notation.js";
import { button, element } from "./page.js";
import { countPegs } from "./rules.js";

/// The time of a game, from its first jump by hand, as long as the page is seen.
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

/// A time as clocks show it: 0:07, 12:30, 1:02:03.
export function clockTime(seconds) {
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, Math.floor(seconds) % 60];
  const shown = parts[0] ? parts : parts.slice(1);
  return shown.map((part, index) => (index ? String(part).padStart(2, "0") : part)).join(":");
}

/// The banner. `actions` has `undo`, `back`, `again` and `next`, which its buttons do.
export class Ending {
  constructor(actions) {
    this.actions = actions;
    this.element = element("section", { class: "ending", "aria-label": "end of the game", hidden: true });
  }

  hide() {
    this.element.hidden = true;
  }

  /// Shows the banner where it covers no peg if that can be: `isAbove` is the upper part of the board.
  /// `help` says what the game was helped by, `seconds` how long it took, where that is known.
  won(game, { seconds, hints, isSolved, fewest, planned, isAbove }) {
    const moves = movesOf(game.played).length;
    const facts = [
      `${counted(game.at, "jump")} in ${counted(moves, "move")}`,
      seconds === undefined ? undefined : `time ${clockTime(seconds)}`,
      hints ? `with ${counted(hints, "hint")}` : undefined,
      isSolved ? "with the solver's plan" : undefined,
    ].filter(Boolean);
    this.#show("Solved!", [facts.join(" · "), record(moves, fewest, planned)], isAbove, [
      this.#button("Again", "again", "play it again from the start"),
      this.#button("Next puzzle", "next", "the next puzzle that can be won", true),
    ]);
  }

  stuck(game, { isAbove }) {
    const left = countPegs(game.pegs);
    this.#show("No jump is left", [`${counted(left, "peg")} ${left === 1 ? "is" : "are"} left.`], isAbove, [
      this.#button("Undo", "undo", "take the last jump back", true),
      this.#button("Last winning position", "back", "back to the last position that could be won"),
      this.#button("Again", "again", "play it again from the start"),
    ]);
    this.element.classList.add("lost");
  }

  #show(title, lines, isAbove, buttons) {
    const close = button("×", "close", () => this.hide(), { class: "close", "aria-label": "close" });
    this.element.className = isAbove ? "ending above" : "ending";
    this.element.replaceChildren(close, element("h2", {}, title),
      ...lines.filter(Boolean).map((line) => element("p", {}, line)),
      element("div", { class: "tools" }, ...buttons));
    this.element.hidden = false;
  }

  #button(text, name, explanation, isMain) {
    return button(text, explanation, () => this.actions[name](), { class: isMain ? "main" : undefined, id: `ending-${name}` });
  }
}

/// The moves of a game beside the fewest that are known, or beside those of a plan in hand.
function record(moves, fewest, planned) {
  if (fewest === undefined) return planned === undefined ? undefined : `The plan that was found has ${counted(planned, "move")}.`;
  if (moves > fewest) return `Fewest moves known: ${fewest}.`;
  return moves === fewest ? `No plan with fewer moves is known.` : `The fewest moves known were ${fewest}.`;
}
