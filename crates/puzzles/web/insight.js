// What is known of positions: whether the goal can still be reached, and how. A plan that was found
// answers for every position on it, a dead position for those after it, so that few questions are
// asked.

import { after, countPegs, isGoal, legalJumps, readPlan, writePuzzle } from "./rules.js";
import { ask } from "./server.js";

const key = (pegs) => pegs.map(Number).join("");

export class Insight {
  constructor(puzzle) {
    this.puzzle = puzzle;
    this.ways = new Map();
    this.deadOnes = new Set();
    this.asked = new Map();
    this.numbers = new Map();
  }

  /// Takes note of a plan from a position on.
  learn(pegs, rest) {
    for (const jump of rest) {
      this.ways.set(key(pegs), jump);
      pegs = after(pegs, jump);
    }
  }

  /// Takes note that a position is dead.
  dead(pegs) {
    this.deadOnes.add(key(pegs));
  }

  /// How many solutions are left, where that is known.
  solutions(pegs) {
    return this.numbers.get(key(pegs));
  }

  /// Whether the goal can be reached from a position; nothing if that is not known in time.
  async winnable(pegs) {
    const name = key(pegs);
    if (isGoal(this.puzzle.goal, pegs) || this.ways.has(name)) return true;
    if (this.deadOnes.has(name) || this.#isPlainlyDead(pegs)) return false;
    if (!this.asked.has(name)) this.asked.set(name, this.#ask(pegs));
    return this.asked.get(name);
  }

  /// A jump towards the goal; null if there is none, nothing if that is not known in time.
  async jump(pegs) {
    const state = await this.winnable(pegs);
    return state ? this.ways.get(key(pegs)) : state === false ? null : undefined;
  }

  /// Too few pegs for the goal, or no jump left.
  #isPlainlyDead(pegs) {
    const { board, goal } = this.puzzle;
    const fewest = goal.onePeg ? 1 : goal.wants.filter((want) => want === true).length;
    return countPegs(pegs) < fewest || legalJumps(board, pegs).length === 0;
  }

  async #ask(pegs) {
    const position = { ...this.puzzle, start: pegs };
    const result = await ask("/api/hint", { puzzle: writePuzzle(position) });
    if (result.solutions) this.numbers.set(key(pegs), result.solutions);
    if (result.verdict === "solved") {
      this.learn(pegs, readPlan({ board: this.puzzle.board, start: pegs }, result.plan));
      return true;
    }
    if (result.verdict === "infeasible") {
      this.dead(pegs);
      return false;
    }
    this.asked.delete(key(pegs));
    return undefined;
  }
}
