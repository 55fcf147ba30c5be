// Known positions of a game: whether the goal can still be reached, and how. A plan gives the answer for every position
// on it, so few requests are sent. The server stores results, too.

import { after, countPegs, isGoal, legalJumps, readPlan, writePlan } from "./rules.js";
import { ask } from "./server.js";

const textOf = (pegs) => pegs.map(Number).join("");

export class Insight {
  /// `told` is the puzzle in the format of a request.
  constructor(puzzle, told) {
    this.puzzle = puzzle;
    this.told = told;
    this.ways = new Map();
    this.deadOnes = new Set();
    this.asked = new Map();
    this.numbers = new Map();
    this.pending = new Map();
  }

  /// Records a plan from a position.
  learn(pegs, rest) {
    for (const jump of rest) {
      this.ways.set(textOf(pegs), jump);
      pegs = after(pegs, jump);
    }
  }

  /// Records that a position is dead.
  dead(pegs) {
    this.deadOnes.add(textOf(pegs));
  }

  /// Returns the number of remaining solutions, if it is known.
  solutions(pegs) {
    return this.numbers.get(textOf(pegs));
  }

  /// Returns whether the goal is reachable after these jumps. Returns nothing if the answer is not known immediately.
  /// Also requests the number of solutions.
  async glance(pegs, played) {
    if (this.#knows(pegs)) return this.known(pegs);
    const known = this.known(pegs);
    const state = await this.#ask(pegs, played, { at_once: true });
    return state ?? known;
  }

  /// Like `glance`, but with time to compute the answer. Returns nothing if the time is not sufficient.
  async winnable(pegs, played) {
    const known = this.known(pegs);
    if (known !== undefined) return known;
    const name = textOf(pegs);
    if (!this.asked.has(name)) {
      this.asked.set(name, this.#ask(pegs, played).finally(() => this.asked.delete(name)));
    }
    return this.asked.get(name);
  }

  /// Returns a winning jump, null if there is none, or nothing if the answer is not known in time.
  async jump(pegs, played) {
    const state = await this.winnable(pegs, played);
    return state ? this.ways.get(textOf(pegs)) : state === false ? null : undefined;
  }

  /// Returns the locally known result for a position: true, false, or nothing.
  known(pegs) {
    const name = textOf(pegs);
    if (this.deadOnes.has(name) || this.#isPlainlyDead(pegs)) return false;
    return isGoal(this.puzzle.goal, pegs) || this.ways.has(name) ? true : undefined;
  }

  /// Whether all facts about the position are known.
  #knows(pegs) {
    const known = this.known(pegs);
    return known === false || (known === true && (this.numbers.has(textOf(pegs)) || isGoal(this.puzzle.goal, pegs)));
  }

  /// Whether there are too few pegs for the goal, or no jump is left before it.
  #isPlainlyDead(pegs) {
    const { board, goal } = this.puzzle;
    const fewest = goal.onePeg ? 1 : goal.wants.filter((want) => want === true).length;
    if (isGoal(goal, pegs)) return false;
    return countPegs(pegs) < fewest || legalJumps(board, pegs).length === 0;
  }

  /// Returns the winning jumps of a position, each with the number of solutions after it if it is known. `ontold(found,
  /// number, all)` is called after each of the legal jumps. No further request is sent if `isStale()` returns true.
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

  /// Returns the number, from 0, of the first losing jump between these positions, if it is known.
  mistake(positions) {
    const at = positions.findIndex((pegs, index) => index > 0
      && this.known(pegs) === false && this.known(positions[index - 1]) === true);
    return at < 0 ? undefined : at - 1;
  }

  /// Returns the number of jumps up to the last winning position, -1 if there is none, or nothing if it is not known in
  /// time. `line` has the jumps between the positions.
  async lastWinning(positions, line) {
    const winnable = (at) => this.winnable(positions[at], line.slice(0, at));
    // The last winning position is at `low` or later, and before `high`.
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

  /// Cancels all requests.
  cancel() {
    for (const { control } of this.pending.values()) control.abort();
  }

  /// Sends a request. An earlier request for the same purpose, about another position, is cancelled.
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
