// The coach: hints in three steps, the light for positions that can still be won, the glow on pegs with winning jumps,
// and the losing jump of a game.

import { counted, jumpInWords } from "./notation.js";
import { beyond } from "./engine.js";

/// Number of times that the light repeats its question, some seconds each time.
const TRIES = 4;

const PARTS = [["upper", "middle", "lower"], ["left", "middle", "right"]];

/// Returns the third of a range that contains a value, from 0 to 2.
const third = (value, size) => Math.min(2, Math.floor((3 * value) / size));

/// Returns the part of the board with a hole, in words, and the holes of that part.
export function regionOf(board, layout, hole) {
  const [width, height] = layout.size;
  const partOf = (one) => {
    const [x, y] = layout.place(...board.cells[one]);
    return [third(y, height), third(x, width)];
  };
  const part = partOf(hole);
  const holes = board.cells.map((_, one) => one).filter((one) => String(partOf(one)) === String(part));
  const [down, across] = part.map((index, axis) => PARTS[axis][index]);
  const words = down === "middle" ? (across === "middle" ? "in the middle" : `on the ${across}`)
    : across === "middle" ? `in the ${down} part` : `at the ${down} ${across}`;
  return { words, holes };
}

/// A number of solutions, which may exceed the integers of JavaScript.
const waysInWords = (number) => (number === "1" ? "One way leads" : `${BigInt(number).toLocaleString("en")} ways lead`);

export class Coach {
  /// `say(text, state)` shows the result of a tool, `tell` the state of the light. `buttons` are the buttons of the
  /// light and the glow, and `onhint` is called at the first step of each hint.
  constructor({ say, tell, buttons, onhint }) {
    Object.assign(this, { say, tell, buttons, onhint });
    buttons.light.onclick = () => this.toggleLight();
    buttons.glow.onclick = () => this.toggleGlow();
  }

  /// Sets another puzzle; nothing for a puzzle without advice.
  take(player, insight) {
    [this.player, this.insight] = [player, insight];
    this.hinted = undefined;
    this.texts = { light: ["", ""], glow: ["", ""] };
    this.say("");
    this.#tell("light", "");
  }

  /// Shows the sentences of the light and of the glow.
  #tell(name, text, state = "") {
    this.texts[name] = [text, state];
    const { light, glow } = this.texts;
    this.tell([light[0], glow[0]].filter(Boolean).join(" "), light[0] ? light[1] : glow[1]);
  }

  /// Handles a new position.
  changed() {
    this.hinted = undefined;
    this.#showMistake();
    if (this.#isOn("light")) this.#showLight();
    if (this.#isOn("glow")) this.#showGlow();
  }

  #isOn(name) {
    return this.buttons[name].getAttribute("aria-pressed") === "true";
  }

  #toggle(name) {
    this.buttons[name].setAttribute("aria-pressed", String(!this.#isOn(name)));
    return this.#isOn(name);
  }

  /// Shows the next step of a hint: the part of the board, the peg, the jump.
  async hint() {
    const { player, insight } = this;
    const { game, puzzle: { board } } = player;
    const { pegs, played } = game;
    if (game.isWon) return player.say("The goal is reached.");
    if (!this.hinted) {
      this.say("Thinking …", "busy");
      const jump = await insight.jump(pegs, played).catch((error) => void (error.name === "AbortError" || this.say(error.message)));
      if (player !== this.player || pegs !== player.game.pegs || this.hinted) return;
      this.#showMistake();
      if (jump === null) {
        const hopeless = game.at === 0 ? "This puzzle cannot be won." : "The goal can no longer be reached from here.";
        return this.say(hopeless, "bad");
      }
      if (!jump) return void (this.isBusy() && this.say(`No hint found in time.${beyond(player.puzzle)}`));
      this.say("");
      this.hinted = { jump, step: 0 };
      this.onhint();
    }
    const { jump } = this.hinted;
    const step = (this.hinted.step += 1);
    const region = regionOf(board, player.view.layout, jump.from);
    if (step === 1) player.point(region.holes, `Hint: there is a winning jump ${region.words}.`);
    else if (step === 2) player.point([jump.from], `Hint: the peg on ${player.nameOf(jump.from)}.`, true);
    else player.hint(jump);
  }

  /// Whether a question of a tool is pending.
  isBusy() {
    return document.getElementById("work").dataset.state === "busy";
  }

  toggleLight() {
    if (this.#toggle("light")) this.#showLight();
    else this.#tell("light", "");
  }

  toggleGlow() {
    if (this.#toggle("glow")) return this.#showGlow();
    this.#tell("glow", "");
    this.player?.glow(new Map());
  }

  /// Marks the losing jump of the game, if it is known.
  #showMistake() {
    const { game } = this.player ?? {};
    if (game) this.player.markMistake(this.insight.mistake(game.positions));
  }

  /// Shows known answers immediately; others are computed while the player thinks.
  async #showLight() {
    const { player, insight } = this;
    if (!player) return;
    const { pegs, played } = player.game;
    const isStale = () => player !== this.player || pegs !== player.game.pegs || !this.#isOn("light");
    const told = (asking) => asking.catch((error) => {
      if (error.name !== "AbortError" && !isStale()) this.#tell("light", error.message);
      return "ended";
    });
    let state = await told(insight.glance(pegs, played));
    for (let again = 0; state === undefined && again < TRIES; again++) {
      if (isStale()) return;
      this.#tell("light", "Still looking …", "busy");
      state = await told(insight.winnable(pegs, played));
    }
    if (state === "ended" || isStale()) return;
    this.#showMistake();
    if (player.game.isWon) return this.#tell("light", "The goal is reached.", "good");
    const left = insight.solutions(pegs);
    const many = left ? ` ${waysInWords(left)} to the goal.` : "";
    if (state === true) this.#tell("light", `Still winnable.${many}`, "good");
    else if (state === false) this.#tell("light", insight.known(player.puzzle.start) === false ? "This puzzle can't be won." : "No longer winnable.", "bad");
    else this.#tell("light", "Couldn't tell in time.");
  }

  /// Highlights each peg with a winning jump, as soon as it is known.
  async #showGlow() {
    const { player, insight } = this;
    if (!player) return;
    const { pegs, played } = player.game;
    const isStale = () => player !== this.player || pegs !== player.game.pegs || !this.#isOn("glow");
    const show = (found) => {
      const byPeg = new Map();
      for (const { jump: { from }, ways } of found) byPeg.set(from, [...(byPeg.get(from) ?? []), ways]);
      const sum = (ways) => (ways.includes(undefined) ? "" : String(ways.reduce((total, one) => total + BigInt(one), 0n)));
      player.glow(new Map([...byPeg].map(([hole, ways]) => [hole, sum(ways)])));
    };
    player.glow(new Map());
    this.#tell("glow", "Thinking …", "busy");
    try {
      const found = await insight.winningJumps(pegs, played, {
        isStale,
        ontold: (some, number, all) => {
          show(some);
          this.#tell("glow", `Thinking … ${number} of ${counted(all, "jump")}`, "busy");
        },
      });
      if (!found || isStale()) return;
      show(found);
      this.#showMistake();
      if (player.game.isWon) this.#tell("glow", "");
      else if (found.length) this.#tell("glow", `${counted(found.length, "jump")} can still win.`, "good");
      else this.#tell("glow", "No jump can win from here.", "bad");
    } catch (error) {
      if (error.name !== "AbortError" && !isStale()) this.#tell("glow", error.message);
    }
  }

  /// Goes back to the last winning position.
  async backToWinning() {
    const { player } = this;
    const { game } = player;
    this.say("Looking …", "busy");
    const low = await this.lastWinning().catch((error) => error);
    if (player !== this.player || low?.name === "AbortError") return;
    if (low instanceof Error) return this.say(low.message);
    if (low === undefined) return this.say("Couldn't tell in time.");
    if (low < 0) return this.say("This puzzle can't be won, from its start on.", "bad");
    if (low === game.at) return this.say("This position is still winnable.", "good");
    player.pause();
    player.goTo(low);
    this.#showMistake();
    const lost = game.line[low];
    const mistake = lost ? ` The mistake: ${jumpInWords(player.puzzle.board, lost)}.` : "";
    this.say(`Back to the last winning position, after ${counted(low, "jump")}.${mistake}`, "good");
  }

  /// Returns the number of jumps up to the last winning position, see `Insight`, and marks the mistake.
  async lastWinning() {
    const { player, insight } = this;
    const { positions, line, at } = player.game;
    const low = await insight.lastWinning(positions.slice(0, at + 1), line);
    if (player === this.player) this.#showMistake();
    return low;
  }
}
