// A lesson: the central game of the English board in seven steps. Most steps remove a whole block of pegs and leave all
// other holes as they were.

import { hasDigits, cellName } from "./notation.js";
import { button, element } from "./page.js";
import { jumpBetween, after } from "./rules.js";

/// The pace of the jumps that the lesson plays, in milliseconds.
const LESSON_PACE = 700;

/// The steps: `block` has the pegs to remove, `moves` the moves in Lucas's notation.
const STEPS_OF_LESSON = [
  {
    title: "The first jump",
    text: "All first jumps are symmetric. Afterwards, think in blocks: a few jumps remove a group of pegs and leave the rest of the board as it was.",
    block: "45", moves: "46/44",
  },
  {
    title: "An L of six",
    text: "Six jumps remove the shaded pegs. The peg on 25 and the empty hole 45 help. At the end, both are unchanged.",
    block: "34 35 36 37 47 57", moves: "25/45 37/35 57/37 34/36 37/35 45/25",
  },
  {
    title: "The same L, turned",
    text: "This is the same block, turned by a quarter. The peg on 32 and the empty hole 34 help.",
    block: "13 14 15 23 33 43", moves: "32/34 13/33 15/13 43/23 13/33 34/32",
  },
  {
    title: "A rectangle of six",
    text: "The pegs on 55, 65 and 75 and the empty hole 43 help. Watch how the pegs return to their holes.",
    block: "53 54 63 64 73 74", moves: "63/43 55/53 75/55 43/63 63/65 73/75",
  },
  {
    title: "Clear the right",
    text: "Two moves turn the four shaded pegs into a single peg on 53.",
    block: "55 56 65 75", moves: "56/54 75/55/53",
  },
  {
    title: "Clear the left",
    text: "Two moves turn the four shaded pegs into a single peg on 43. The last block is ready.",
    block: "24 25 31 32", moves: "31/33 25/23/43",
  },
  {
    title: "The last block",
    text: "Another rectangle of six. The peg in the middle helps, and returns: it is the last peg.",
    block: "41 42 43 51 52 53", moves: "43/63 41/43 44/42 51/53 63/43 42/44",
  },
];

/// The lesson on the board of a player: the text of the step, and its block on the board.
export class Lesson {
  constructor(onclose) {
    this.onclose = onclose;
    this.element = element("section", { class: "card lesson", id: "lesson", "aria-label": "lesson" });
  }

  /// Starts the lesson in a player of the central game.
  begin(player) {
    const { board, start } = player.puzzle;
    const named = new Map(hasDigits(board) ? board.cells.map((_, hole) => [cellName(board, hole), hole]) : []);
    let pegs = start;
    const plan = [];
    this.player = player;
    this.steps = STEPS_OF_LESSON.map(({ title, text, block, moves }) => {
      for (const move of moves.split(" ")) {
        const stops = move.split("/").map((name) => named.get(name));
        for (let index = 1; index < stops.length; index++) {
          const jump = jumpBetween(board, pegs, stops[index - 1], stops[index]);
          plan.push(jump);
          pegs = after(pegs, jump);
        }
      }
      return { title, text, block: block.split(" ").map((name) => named.get(name)), end: plan.length };
    });
    player.host.firstChild.prepend(this.element);
    player.setPlan(plan);
  }

  get isOpen() {
    return this.player !== undefined;
  }

  /// Ends the lesson. The game continues.
  end() {
    clearInterval(this.timer);
    this.element.remove();
    this.player = undefined;
  }

  /// Handles a new position: shows the text of the step that belongs to the position.
  changed() {
    if (!this.isOpen) return;
    const { game } = this.player;
    if (!game.isOnPlan) {
      this.#stop();
      return this.#show("Another way", "This jump is not in the lesson. You can play on, or take it back.",
        button("Back to the lesson", "go back to the place where the game left the lesson", () => document.getElementById("back-to-plan").click(), { class: "main" }));
    }
    const index = this.steps.findIndex(({ end }) => game.at < end);
    if (index < 0) {
      this.#stop();
      return this.#show("Done", "You have won the central game in seven steps. Now try it without the lesson.",
        button("Play it alone", "start again without the lesson", () => this.onclose(), { class: "main" }));
    }
    const { title, text, block, end } = this.steps[index];
    const begin = this.steps[index - 1]?.end ?? 0;
    if (game.at === begin) this.#stop();
    this.player.view.highlight({ region: block, arrow: game.next });
    this.#show(`Step ${index + 1} of ${this.steps.length}: ${title}`,
      `${text} ${game.at === begin ? "Play the jump of the arrow, or watch." : `Jump ${game.at - begin + 1} of ${end - begin}.`}`,
      button(this.timer ? "Pause" : "Watch this step", "the lesson plays the jumps of this step", () => this.#watch(end), { class: "main", id: "watch" }),
      button("Back", "go to the beginning of the step, or to the step before", () => this.#back(index, begin), { id: "step-back" }));
  }

  #show(title, text, ...buttons) {
    const focused = this.element.contains(document.activeElement) ? document.activeElement.id : undefined;
    this.element.replaceChildren(
      element("h2", {}, title), element("p", { role: "status" }, text),
      element("div", { class: "tools" }, ...buttons, button("Leave", "end the lesson", () => this.onclose(), { id: "leave" })));
    if (focused) (document.getElementById(focused) ?? this.element.querySelector("button")).focus();
  }

  #stop() {
    clearInterval(this.timer);
    this.timer = undefined;
  }

  #watch(end) {
    const { player } = this;
    if (this.timer) {
      this.#stop();
      return this.changed();
    }
    const tick = () => {
      player.goTo(player.game.at + 1);
      if (player.game.at >= end) this.#stop();
    };
    this.timer = setInterval(tick, LESSON_PACE);
    tick();
  }

  #back(index, begin) {
    this.#stop();
    const { game } = this.player;
    this.player.goTo(game.at > begin || index === 0 ? begin : this.steps[index - 2]?.end ?? 0);
  }
}
