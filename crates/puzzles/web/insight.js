// What is known of the positions of a game: whether the goal can still be reached, and how. A plan that
// was found answers for every position on it, so that few questions are asked; the server remembers too.

import { after, countPegs, isGoal, legalJumps, readPlan, writePlan } from "./rules.js";
import { ask } from "./server.js";

const key = (pegs) => pegs.map(Number).join("");

export class Insight {
  /// `told` is what the server is told of the puzzle.
  constructor(puzzle, told) {
    this.puzzle = puzzle;
    this.told = told;
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

  /// Whether the goal can be reached from the position after these jumps; nothing if that is not known
  /// in time. The number of solutions is asked for too where there are few pegs.
  async winnable(pegs, played) {
    const name = key(pegs);
    if (this.deadOnes.has(name) || this.#isPlainlyDead(pegs)) return false;
    const isKnown = isGoal(this.puzzle.goal, pegs) || this.ways.has(name);
    if (isKnown && (this.numbers.has(name) || countPegs(pegs) > FEW)) return true;
    if (!this.asked.has(name)) this.asked.set(name, this.#ask(pegs, played));
    return this.asked.get(name);
  }

  /// A jump towards the goal; null if there is none, nothing if that is not known in time.
  async jump(pegs, played) {
    const state = await this.winnable(pegs, played);
    return state ? this.ways.get(key(pegs)) : state === false ? null : undefined;
  }

  /// Too few pegs for the goal, or no jump left short of it.
  #isPlainlyDead(pegs) {
    const { board, goal } = this.puzzle;
    const fewest = goal.onePeg ? 1 : goal.wants.filter((want) => want === true).length;
    if (isGoal(goal, pegs)) return false;
    return countPegs(pegs) < fewest || legalJumps(board, pegs).length === 0;
  }

  /// Asks; the question before, about a position that was left since, is ended.
  async #ask(pegs, played) {
    const name = key(pegs);
    this.pending?.abort();
    this.pending = new AbortController();
    try {
      const body = { puzzle: this.told, played: writePlan(this.puzzle.board, played) };
      const { winnable, plan, solutions } = await ask("/api/hint", body, this.pending.signal);
      if (solutions) this.numbers.set(name, solutions);
      if (winnable) this.learn(pegs, readPlan({ board: this.puzzle.board, start: pegs }, plan));
      if (winnable === false) this.dead(pegs);
      if (typeof winnable === "boolean") return winnable;
    } finally {
      this.asked.delete(name);
    }
    return undefined;
  }
}

/// With more pegs than this, solutions are not counted in the time of a look.
const FEW = 16;
