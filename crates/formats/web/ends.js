// Lets the user choose the holes of a game on a full board: first the starting vacancy, then the hole of the last peg.
// Impossible holes are grey, and show the reason when they are touched.

import { BoardView } from "./board.js";
import { cellName } from "./notation.js";
import { button, element } from "./page.js";
import { ask } from "./server.js";

/// The reason for an excluded hole, by the kind of its certificate.
const WHY_NOT = {
  class: "the colours of the diagonals exclude it",
  trivial: "no jump leads there",
};
const OTHER_REASON = "a weighting of the holes excludes it";

export class EndsDialog {
  /// `onchoose({start, goal})` is called with the chosen position and goal.
  constructor(host, onchoose) {
    Object.assign(this, { host, onchoose });
  }

  /// Begins the choice on a board. `told` is the puzzle in the format of a request.
  open(board, told) {
    [this.board, this.told, this.vacant] = [board, told, undefined];
    this.text = element("p", { class: "caption", role: "status", "aria-live": "polite" });
    this.boardHost = element("div", { class: "board-host" });
    this.again = button("Another start", "choose another vacancy for the start", () => this.open(board, told), { id: "ends-again" });
    this.anywhere = button("Finish anywhere", "the last peg may be in any hole", () => this.#done(undefined), { class: "main", id: "ends-anywhere" });
    this.host.replaceChildren(this.text, this.boardHost, element("div", { class: "tools" }, this.again, this.anywhere));
    this.#step(board.cells.map(() => true));
  }

  async #step(pegs) {
    const { board } = this;
    this.again.hidden = this.anywhere.hidden = this.vacant === undefined;
    const prompt = this.vacant === undefined ? "Touch the hole that is empty at the start."
      : `Start with ${cellName(board, this.vacant)} empty. Touch the hole for the last peg.`;
    this.text.textContent = prompt;
    this.boardHost.replaceChildren();
    this.view = new BoardView(this.boardHost, board, { label: "the board; arrow keys move, Enter chooses a hole", onpick: (hole) => this.#pick(hole) });
    this.view.show(pegs);
    this.excluded = board.cells.map(() => null);
    const { vacant } = this;
    try {
      const vacate = vacant === undefined ? undefined : board.cells[vacant];
      const { excluded } = await ask("/api/ends", { puzzle: this.told, vacate });
      if (vacant !== this.vacant || board !== this.board) return;
      this.excluded = excluded;
      this.view.exclude(excluded.map((kind) => kind !== null));
      const possible = excluded.flatMap((kind, hole) => (kind === null ? [cellName(board, hole)] : []));
      this.possible = possible;
      if (possible.length === 0) this.text.textContent = "On this board, every hole is excluded.";
      else if (possible.length < excluded.length) this.text.textContent = `${prompt} Grey holes are impossible.`;
    } catch (error) {
      this.text.textContent = error.message;
    }
  }

  #pick(hole) {
    const { board } = this;
    const kind = this.excluded[hole];
    if (kind !== null) {
      const why = WHY_NOT[kind] ?? OTHER_REASON;
      const others = this.possible.length ? ` Possible: ${this.possible.join(", ")}.` : "";
      const name = cellName(board, hole);
      this.text.textContent = this.vacant === undefined
        ? `With ${name} empty at the start, one peg can't be left: ${why}.${others}`
        : `With ${cellName(board, this.vacant)} empty at the start, the last peg can't be in ${name}: ${why}.${others}`;
      return;
    }
    if (this.vacant !== undefined) return this.#done(hole);
    this.vacant = hole;
    this.#step(board.cells.map((_, other) => other !== hole));
  }

  #done(last) {
    const { board, vacant } = this;
    const start = board.cells.map((_, hole) => hole !== vacant);
    const wants = board.cells.map((_, hole) => (last === undefined ? null : hole === last));
    this.onchoose({ board, start, goal: { wants, onePeg: last === undefined } });
  }
}
