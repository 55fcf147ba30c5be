// New puzzles: a dialog for board, symmetry, size, difficulty and seed. The address of a new puzzle contains the
// request, so a link with a seed gives the same puzzle to all users.

import { button, element, selection } from "./page.js";

/// The largest random seed of the dialog. Users can type any 32-bit number.
const SEEDS = 1_000_000;

/// Boards for new puzzles, and boards with which a drawing can begin. Each board has its name and its text.
const BOARDS = [
  ["english", "English, 33 holes"], ["french", "French, 37 holes"], ["german", "German, 45 holes"],
  ["diamond", "Diamond, 41 holes"], ["square-5", "Square, 5 by 5"], ["square-6", "Square, 6 by 6"],
  ["triangle-5", "Triangle, 15 holes"], ["triangle-6", "Triangle, 21 holes"], ["triangle-7", "Triangle, 28 holes"],
];
export const DRAWN_BOARDS = [
  ...BOARDS, ["square-8", "Square, 8 by 8"], ["hexagon-3", "Hexagon, 19 holes"], ["hexagon-4", "Hexagon, 37 holes"],
  ["star-1", "Star, 13 holes"], ["star-2", "Star, 37 holes"], ["heart", "Heart"],
  ...Array.from("ABCDEFGHIJKLMNOPQRSTUVWXYZ", (letter) => [`letter-${letter}`, `Letter ${letter}`]),
];

/// The choices, each with its value and its text.
const FIELDS = {
  board: BOARDS,
  symmetry: [
    ["", "any"], ["four-axes", "four axes"], ["two-axes", "two axes"], ["two-diagonals", "two diagonals"], ["turns", "turns"],
    ["one-axis", "one axis"], ["one-diagonal", "one diagonal"], ["none", "none"],
  ],
  size: [["small", "few pegs"], ["medium", "some pegs"], ["large", "many pegs"]],
  difficulty: [["", "any"], ["easy", "easy"], ["moderate", "moderate"], ["hard", "hard"], ["very hard", "very hard"]],
};

/// Creates the fields of the dialog in a host element. `onmake(request)` creates the puzzle, and throws an error if
/// there is none.
export class NewPuzzle {
  constructor(host, onmake) {
    this.onmake = onmake;
    this.selects = Object.fromEntries(Object.entries(FIELDS).map(([name, options]) => [name, selection(`new-${name}`, options)]));
    this.seed = element("input", { type: "number", id: "new-seed", min: 0, max: 4294967295, step: 1 });
    this.problem = element("p", { class: "problem", role: "alert" });
    this.selects.size.value = "medium";
    this.make = button("Make it", "make this puzzle", () => this.#make(), { class: "main", id: "new-make" });
    const label = (name, input) => element("label", {}, `${name} `, input);
    host.replaceChildren(
      element("div", { class: "fields" },
        label("Board", this.selects.board), label("Symmetry", this.selects.symmetry), label("Size", this.selects.size),
        label("Difficulty", this.selects.difficulty), label("Seed", this.seed)),
      this.problem,
      element("div", { class: "tools" }, this.make,
        button("Surprise me", "choose everything at random", () => this.#surprise(), { id: "new-surprise" })));
    this.shuffle();
  }

  /// Chooses another random seed.
  shuffle() {
    this.seed.value = Math.floor(Math.random() * SEEDS);
  }

  #surprise() {
    for (const [name, select] of Object.entries(this.selects)) {
      // Small boards do not support every symmetry.
      const { length } = select.options;
      select.selectedIndex = name === "symmetry" ? 0 : Math.floor(Math.random() * length);
    }
    this.shuffle();
    this.#make();
  }

  async #make() {
    this.problem.textContent = "";
    this.make.disabled = true;
    try {
      const seed = Number(this.seed.value);
      if (this.seed.value === "" || !Number.isInteger(seed) || seed < 0 || seed > 4294967295) {
        throw new Error("A seed is a whole number from 0 to 4294967295");
      }
      const chosen = Object.entries(this.selects).map(([name, { value }]) => [name, value]);
      await this.onmake({ ...Object.fromEntries(chosen), seed });
      this.shuffle();
    } catch (error) {
      this.problem.textContent = `${error.message}.`;
    } finally {
      this.make.disabled = false;
    }
  }
}

/// Converts a request to a part of an address.
export const writeRequest = ({ board, symmetry, size, difficulty, seed }) =>
  [board, symmetry || "any", size, difficulty.replace(" ", "-") || "any", seed].join(".");

/// Parses the part of an address that `writeRequest` made. Throws if the text is invalid.
export function readRequest(text) {
  const parts = text.split(".");
  const [board, symmetry, size, difficulty, seed] = parts;
  if (parts.length !== 5 || !/^\d{1,10}$/.test(seed)) throw new Error(`"${text}" does not name a new puzzle`);
  const any = (value) => (value === "any" ? "" : value);
  return { board, symmetry: any(symmetry), size, difficulty: any(difficulty).replace("-", " "), seed: Number(seed) };
}
