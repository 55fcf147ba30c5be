// Drawing a puzzle: two grids, start and goal, and a brush. Arrow keys move about in a grid, Enter
// or Space paints; a pointer may be drawn over cells.

import { button, element } from "./page.js";
import { GEOMETRIES, countPegs, isAnywhere, readPuzzle } from "./rules.js";

/// The directions of jumps, as people name them.
const DIRECTIONS_IN_WORDS = {
  square: "along rows and columns", triangle: "in a triangle", "square-diagonal": "with diagonals",
};

const BRUSHES = [["o", "peg"], [".", "vacancy"], [" ", "no hole"], ["?", "free at the end"]];
const MOST_SIDE = 16;

/// The goals to choose from, by the value of its option. A goal that is not drawn follows from the start.
const GOALS = [
  ["any", "one peg, anywhere"],
  ["some", "one peg, in a marked hole"],
  ["complement", "pegs and vacancies exchanged"],
  ["drawn", "as drawn"],
];

/// Grids to draw in, in a host element; `onready(puzzle entry)` is told what was drawn.
export class Drawing {
  constructor(host, onready) {
    this.onready = onready;
    this.brush = "o";
    this.#build(host);
    this.#resize(5, 5);
  }

  /// Takes a puzzle to be changed.
  take({ board, start, goal }) {
    this.geometry.value = board.geometry;
    this.goal.value = !goal.onePeg ? "drawn" : isAnywhere(goal) ? "any" : "some";
    this.#resize(board.width, board.height);
    const symbols = { true: "o", false: ".", null: "?" };
    for (const grid of Object.values(this.cells)) grid.flat().forEach((cell) => paint(cell, " "));
    board.cells.forEach(([x, y], hole) => {
      paint(this.cells.start[y][x], symbols[start[hole]]);
      paint(this.cells.goal[y][x], symbols[goal.wants[hole]]);
    });
    this.#showGoal();
  }

  #build(host) {
    const number = (label) => element("input", {
      type: "number", min: 1, max: MOST_SIDE, value: 5, id: `draw-${label}`,
      onchange: () => this.#resize(clamp(this.width.value), clamp(this.height.value)),
    });
    [this.width, this.height] = [number("columns"), number("rows")];
    this.geometry = element("select", { id: "draw-geometry" },
      ...GEOMETRIES.map((name) => element("option", { value: name }, DIRECTIONS_IN_WORDS[name] ?? name)));
    this.goal = element("select", { id: "draw-goal-kind", onchange: () => this.#showGoal() },
      ...GOALS.map(([value, text]) => element("option", { value }, text)));
    const brush = ([symbol, name]) => element("label", { class: "brush" },
      element("input", { type: "radio", name: "brush", value: symbol, checked: symbol === "o", onchange: () => (this.brush = symbol) }),
      element("span", { class: `swatch ${swatch(symbol)}`, "aria-hidden": "true" }), name);
    this.grids = { start: grid("start"), goal: grid("goal") };
    const side = (name, title) => element("div", {}, element("h3", {}, title), this.grids[name],
      element("p", { class: "tools" },
        button("Fill", `a peg in every hole of the ${name}`, () => this.#fill(name, "o"), { id: `fill-${name}` }),
        button("Clear", `no peg in the ${name}`, () => this.#fill(name, "."), { id: `clear-${name}` })));
    this.goalSide = side("goal", "Goal");
    this.goalNote = element("p", { class: "faint" });
    this.goalSide.append(this.goalNote);
    this.problem = element("p", { class: "problem", role: "alert" });
    host.replaceChildren(
      element("div", { class: "fields" },
        element("label", {}, "columns ", this.width), element("label", {}, "rows ", this.height),
        element("label", {}, "jumps ", this.geometry),
        element("label", {}, "goal ", this.goal)),
      element("fieldset", { class: "brushes" }, element("legend", {}, "brush"), ...BRUSHES.map(brush)),
      element("div", { class: "grids" },
        side("start", "Start"), this.goalSide),
      this.problem,
      element("button", { type: "button", class: "main", id: "draw-play", onclick: () => this.#ready() }, "Play this"));
    for (const name of ["start", "goal"]) this.#listen(name);
  }

  #listen(name) {
    const host = this.grids[name];
    const at = (event) => event.target.closest?.("button");
    const use = (cell) => cell && this.#use(name, cell);
    host.addEventListener("pointerdown", (event) => {
      at(event)?.releasePointerCapture?.(event.pointerId);
      use(at(event));
    });
    host.addEventListener("pointerover", (event) => event.buttons === 1 && use(at(event)));
    host.addEventListener("click", (event) => event.detail === 0 && use(at(event)));
    host.addEventListener("keydown", (event) => this.#key(name, event));
  }

  #use(name, cell) {
    const { x, y } = cell.dataset;
    const other = name === "start" ? this.cells.goal[y][x] : this.cells.start[y][x];
    if (name === "start" && this.brush === "?") return;
    const isMark = name === "goal" && this.goal.value === "some" && this.brush === "o";
    paint(cell, isMark ? "?" : this.brush);
    if (this.brush === " ") paint(other, " ");
    else if (other.dataset.symbol === " ") paint(other, ".");
  }

  #key(name, event) {
    const step = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] }[event.key];
    if (!step) return;
    event.preventDefault();
    const { x, y } = event.target.dataset;
    const next = this.cells[name][Number(y) + step[1]]?.[Number(x) + step[0]];
    if (!next) return;
    event.target.tabIndex = -1;
    next.tabIndex = 0;
    next.focus();
  }

  #resize(width, height) {
    [this.width.value, this.height.value] = [width, height];
    const kept = this.cells;
    this.cells = {};
    for (const name of ["start", "goal"]) {
      this.cells[name] = Array.from({ length: height }, (_, y) => Array.from({ length: width }, (_, x) => {
        const cell = element("button", { type: "button", class: "cell", tabindex: x + y ? -1 : 0, "data-x": x, "data-y": y });
        paint(cell, kept?.[name][y]?.[x]?.dataset.symbol ?? (name === "start" ? "o" : "."));
        return cell;
      }));
      const rows = this.cells[name].map((row) => element("div", { class: "row" }, ...row));
      this.grids[name].replaceChildren(...rows);
    }
    this.#showGoal();
  }

  /// The goal is drawn where it does not follow from the start; a marked hole is one left free.
  #showGoal() {
    const { value } = this.goal;
    this.goalSide.hidden = value === "any" || value === "complement";
    const isSome = value === "some";
    this.goalNote.textContent = isSome ? "Mark with the brush \"peg\" where the last peg may end." : "";
    if (isSome) this.#replace("goal", "o", "?");
  }

  /// Paints all holes of a grid.
  #fill(name, symbol) {
    const isMark = name === "goal" && this.goal.value === "some" && symbol === "o";
    for (const cell of this.cells[name].flat()) {
      if (cell.dataset.symbol !== " ") paint(cell, isMark ? "?" : symbol);
    }
  }

  #replace(name, from, to) {
    for (const cell of this.cells[name].flat()) if (cell.dataset.symbol === from) paint(cell, to);
  }

  #ready() {
    const read = (name, change = (symbol) => symbol) => this.cells[name]
      .map((row) => row.map((cell) => change(cell.dataset.symbol)).join("").trimEnd()).join("\n");
    const exchanged = (symbol) => ({ o: ".", ".": "o" })[symbol] ?? symbol;
    const goals = {
      any: () => null,
      some: () => read("goal"),
      complement: () => read("start", exchanged),
      drawn: () => read("goal"),
    };
    const { value } = this.goal;
    const entry = {
      name: "drawn", title: "A drawn puzzle", geometry: this.geometry.value,
      start: read("start"), goal: goals[value](), one_peg: value === "any" || value === "some",
    };
    try {
      const { start, goal } = readPuzzle(entry);
      const [pegs, wanted] = [countPegs(start), goal.wants.filter((want) => want === true).length];
      if (pegs === 0) throw new Error("the start has no peg");
      if (value === "some" && !goal.wants.includes(null)) throw new Error("no hole is marked for the last peg");
      if (wanted > pegs) throw new Error(`the goal has ${wanted} pegs and the start ${pegs}; jumps only remove pegs`);
      if (value !== "any" && !goal.wants.some((want) => want !== false)) throw new Error("the goal has no peg");
      this.problem.textContent = "";
      this.onready(entry);
    } catch (error) {
      this.problem.textContent = `This is no puzzle: ${error.message}.`;
    }
  }
}

const grid = (name) => element("div", { class: "grid", role: "group", "aria-label": `${name}; arrow keys move, Enter paints`, id: `draw-${name}` });
const clamp = (text) => Math.max(1, Math.min(MOST_SIDE, Number(text) || 1));
const swatch = (symbol) => ({ o: "peg", ".": "vacancy", " ": "nothing", "?": "open" })[symbol];

function paint(cell, symbol) {
  cell.dataset.symbol = symbol;
  cell.className = `cell ${swatch(symbol)}`;
  const { x, y } = cell.dataset;
  const name = BRUSHES.find(([other]) => other === symbol)[1];
  cell.setAttribute("aria-label", `column ${Number(x) + 1}, row ${Number(y) + 1} from the top: ${name}`);
}
