// Knowledge of the positions of a game: whether the goal can still be reached, and how. A plan that
// was found answers for every position on it, so that few questions are asked; the server remembers too.

import { after, countPegs, isGoal, legalJumps, readPlan, writePlan } from "./rules.js";
import { ask } from "./server.js";

const textOf = (pegs) => pegs.map(Number).join("");

export class Insight {
  /// `told` is what the server is told of the puzzle.
  constructor(puzzle, told) {
    this.puzzle = puzzle;
    this.told = told;
    this.ways = new Map();
    this.deadOnes = new Set();
    this.asked = new Map();
    this.numbers = new Map();
    this.pending = new Map();
  }

  /// Takes note of a plan from a position on.
  learn(pegs, rest) {
    for (const jump of rest) {
      this.ways.set(textOf(pegs), jump);
      pegs = after(pegs, jump);
    }
  }

  /// Takes note that a position is dead.
  dead(pegs) {
    this.deadOnes.add(textOf(pegs));
  }

  /// The number of solutions left, where that is known.
  solutions(pegs) {
    return this.numbers.get(textOf(pegs));
  }

  /// Whether the goal can be reached from the position after these jumps, as far as that is known at
  /// once; nothing if it is not. The number of solutions is asked for too.
  async glance(pegs, played) {
    if (this.#knows(pegs)) return this.known(pegs);
    const known = this.known(pegs);
    const state = await this.#ask(pegs, played, { at_once: true });
    return state ?? known;
  }

  /// The same with time to find it out; nothing if that is too short.
  async winnable(pegs, played) {
    const known = this.known(pegs);
    if (known !== undefined) return known;
    const name = textOf(pegs);
    if (!this.asked.has(name)) {
      this.asked.set(name, this.#ask(pegs, played).finally(() => this.asked.delete(name)));
    }
    return this.asked.get(name);
  }

  /// A jump towards the goal; null if there is none, nothing if that is not known in time.
  async jump(pegs, played) {
    const state = await this.winnable(pegs, played);
    return state ? this.ways.get(textOf(pegs)) : state === false ? null : undefined;
  }

  /// The fate of a position as it is known here, without asking: true, false, or nothing.
  known(pegs) {
    const name = textOf(pegs);
    if (this.deadOnes.has(name) || this.#isPlainlyDead(pegs)) return false;
    return isGoal(this.puzzle.goal, pegs) || this.ways.has(name) ? true : undefined;
  }

  /// Whether there is nothing more to ask about it.
  #knows(pegs) {
    const known = this.known(pegs);
    return known === false || (known === true && (this.numbers.has(textOf(pegs)) || isGoal(this.puzzle.goal, pegs)));
  }

  /// Too few pegs for the goal, or no jump left short of it.
  #isPlainlyDead(pegs) {
    const { board, goal } = this.puzzle;
    const fewest = goal.onePeg ? 1 : goal.wants.filter((want) => want === true).length;
    if (isGoal(goal, pegs)) return false;
    return countPegs(pegs) < fewest || legalJumps(board, pegs).length === 0;
  }

  /// The winning jumps of a position, each with the number of ways after it where that is known. `ontold(found, number,
  /// all)` is called after each of the legal jumps; no other is asked about once `isStale()`.
  async winningJumps(pegs, played, { isStale, ontold }) {
    const jumps = legalJumps(this.puzzle.board, pegs);
    const found = [];
    for (const [number, jump] of jumps.entries()) {
      const next = after(pegs, jump);
      const line = [...played, jump];
      if (!this.#knows(next)) await this.#ask(next, line, { at_once: true }, "jumps");
      if (isStale()) return undefined;
      if (this.known(next) === undefined) await this.#ask(next, line, {}, "jumps");
      if (isStale()) return undefined;
      if (this.known(next)) found.push({ jump, ways: this.solutions(next) });
      ontold(found, number + 1, jumps.length);
    }
    return found;
  }

  /// The first of the jumps between these positions, in order, that lost the game, as far as that is known.
  mistake(positions) {
    const at = positions.findIndex((pegs, index) => index > 0
      && this.known(pegs) === false && this.known(positions[index - 1]) === true);
    return at < 0 ? undefined : at - 1;
  }

  /// The number of jumps after which a game could be won for the last time; -1 if it never could, nothing if that is not known
  /// in time. `line` are the jumps between the positions.
  async lastWinning(positions, line) {
    const winnable = (at) => this.winnable(positions[at], line.slice(0, at));
    // The last position that could be won is at `low` or after it and before `high`.
    let [low, high] = [-1, positions.length];
    while (high - low > 1) {
      const middle = low < 0 && high === positions.length ? 0 : Math.floor((low + high) / 2);
      const state = await winnable(middle);
      if (state === undefined) return undefined;
      if (state) low = middle;
      else high = middle;
    }
    return low;
  }

  /// Asks; the question before for the same purpose, about a position that was left since, is ended.
  async #ask(pegs, played, more = {}, purpose = "position") {
    const name = textOf(pegs);
    const before = this.pending.get(purpose);
    if (before?.name !== name) before?.control.abort();
    const control = new AbortController();
    this.pending.set(purpose, { name, control });
    const body = { puzzle: this.told, played: writePlan(this.puzzle.board, played), ...more };
    const { winnable, plan, solutions } = await ask("/api/hint", body, control.signal);
    if (solutions) this.numbers.set(name, solutions);
    if (winnable) this.learn(pegs, readPlan({ board: this.puzzle.board, start: pegs }, plan));
    if (winnable === false) this.dead(pegs);
    return typeof winnable === "boolean" ? winnable : undefined;
  }
}
