// The coach helps the player. It gives hints in three steps and marks the losing jump of a game. Its light shows
// whether the position can still be won, and its glow shows the pegs with winning jumps.

import { cellName, counted, jumpInWords } from "./notation.js";
import { beyond, engine } from "./engine.js";

/// Number of times that the light repeats its request, with some seconds for each. The light and the glow also repeat
/// requests for numbers of solutions at most this many times, while the program computes them.
const TRIES = 4;

const PARTS = [["upper", "middle", "lower"], ["left", "middle", "right"]];

/// Returns the third of a range that contains a value, from 0 to 2.
const third = (value, size) => Math.min(2, Math.floor((3 * value) / size));

/// Returns the part of the board that contains a hole: its name in words, and its holes.
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

/// Formats a number of solutions, which may exceed the integers of JavaScript.
const waysInWords = (number) => (number === "1" ? "One way leads" : `${BigInt(number).toLocaleString("en")} ways lead`);

export class Coach {
  /// `say(text, state)` shows the result of a tool, `tell` the state of the light. `buttons` are the buttons of the
  /// light and the glow. `onhint` is called at the first step of each hint.
  constructor({ say, tell, buttons, onhint }) {
    Object.assign(this, { say, tell, buttons, onhint });
    buttons.light.onclick = () => this.toggleLight();
    buttons.glow.onclick = () => this.toggleGlow();
  }

  /// Follows another player. Without arguments, the coach gives no advice.
  take(player, insight) {
    this.isThinking = false;
    [this.player, this.insight] = [player, insight];
    this.hinted = undefined;
    this.texts = { light: ["", ""], glow: ["", ""] };
    this.say("");
    this.#tell("light", "");
  }

  /// Stores the sentence of the light or of the glow, and shows both sentences.
  #tell(name, text, state = "") {
    this.texts[name] = [text, state];
    const { light, glow } = this.texts;
    this.buttons.light.dataset.state = light[1];
    this.tell([light[0], glow[0]].filter(Boolean).join(" "), light[0] ? light[1] : glow[1]);
  }

  /// Handles a new position.
  changed() {
    this.hinted = undefined;
    this.#stopThinking("");
    this.#showMistake();
    if (this.#isOn("light")) this.#showLight();
    if (this.#isOn("glow")) this.#showGlow();
  }

  /// Cancels the running request for a hint, if there is one.
  #stopThinking(text) {
    if (!this.isThinking) return;
    this.isThinking = false;
    this.insight?.cancel();
    this.say(text);
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
    if (this.isThinking) return this.#stopThinking("Cancelled.");
    if (!this.hinted) {
      this.say("Thinking … (press Hint again to cancel)", "busy");
      this.isThinking = true;
      const jump = await insight.jump(pegs, played).catch((error) => error);
      if (jump?.name === "AbortError" || player !== this.player || pegs !== player.game.pegs) return;
      this.isThinking = false;
      this.#showMistake();
      if (jump instanceof Error) return this.say(jump.message);
      if (jump === null) {
        const hopeless = game.at === 0 ? "This puzzle cannot be won." : "The goal can no longer be reached from here.";
        return this.say(hopeless, "bad");
      }
      if (!jump) return this.say(`No hint found in time.${beyond(player.puzzle)}`);
      this.say("");
      this.hinted = { jump, step: 0 };
      this.onhint();
    }
    const { jump } = this.hinted;
    const step = (this.hinted.step += 1);
    const region = regionOf(board, player.view.layout, jump.from);
    if (step === 1) player.point(region.holes, `Hint: there is a winning jump ${region.words}.`);
    else if (step === 2) player.point([jump.from], `Hint: the peg on ${cellName(board, jump.from)}.`, true);
    else player.hint(jump);
  }

  toggleLight() {
    if (this.#toggle("light")) this.#showLight();
    else this.#tell("light", "");
  }

  toggleGlow() {
    if (this.#toggle("glow")) return this.#showGlow();
    this.#tell("glow", "");
    this.player?.view.glow(new Map());
  }

  /// Marks the losing jump of the game, if it is known.
  #showMistake() {
    const { game } = this.player ?? {};
    if (game) this.player.markMistake(this.insight.mistake(game.positions));
  }

  /// Asks again later, when the program may have computed the number of solutions. The engine in a page stores no
  /// results, so it is not asked again.
  #later(isStale, show, tries) {
    if (tries < TRIES && !engine) setTimeout(() => isStale() || show(tries + 1), 1000 * 2 ** tries);
  }

  /// Shows known answers immediately. Other answers are computed while the player thinks.
  async #showLight(tries = 0) {
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
    if (state && !left) this.#later(isStale, (next) => this.#showLight(next), tries);
    if (state === true) this.#tell("light", `Still winnable.${many}`, "good");
    else if (state === false) this.#tell("light", insight.known(player.puzzle.start) === false ? "This puzzle can't be won." : "No longer winnable.", "bad");
    else this.#tell("light", "Couldn't tell in time.");
  }

  /// Highlights each peg with a winning jump, as soon as it is known.
  async #showGlow(tries = 0) {
    const { player, insight } = this;
    if (!player) return;
    const { pegs, played } = player.game;
    const isStale = () => player !== this.player || pegs !== player.game.pegs || !this.#isOn("glow");
    const show = (found) => {
      const byPeg = new Map();
      for (const { jump: { from }, ways } of found) byPeg.set(from, [...(byPeg.get(from) ?? []), ways]);
      const sum = (ways) => (ways.includes(undefined) ? "" : String(ways.reduce((total, one) => total + BigInt(one), 0n)));
      player.view.glow(new Map([...byPeg].map(([hole, ways]) => [hole, sum(ways)])));
    };
    if (tries === 0) {
      player.view.glow(new Map());
      this.#tell("glow", "Thinking …", "busy");
    }
    try {
      const found = await insight.winningJumps(pegs, played, {
        isStale,
        ontold: (some, number, all) => {
          if (tries > 0) return;
          show(some);
          this.#tell("glow", `Thinking … ${number} of ${counted(all, "jump")}`, "busy");
        },
      });
      if (!found || isStale()) return;
      show(found);
      if (found.some(({ ways }) => ways === undefined)) this.#later(isStale, (next) => this.#showGlow(next), tries);
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
    if (low < 0) return this.say("This puzzle can't be won, not even from its start.", "bad");
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
