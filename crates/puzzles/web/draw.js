// Drawing a puzzle: two grids, start and goal, and a brush. Arrow keys move about in a grid, Enter
// or Space paints; a pointer may be drawn over cells.

import { element } from "./page.js";
import { GEOMETRIES, readPuzzle } from "./rules.js";

const BRUSHES = [["o", "peg"], [".", "vacancy"], [" ", "no hole"], ["?", "free at the end"]];
const MOST_SIDE = 16;

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
    this.onePeg.checked = goal.onePeg;
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
    const side = (label) => element("input", {
      type: "number", min: 1, max: MOST_SIDE, value: 5, id: `draw-${label}`,
      onchange: () => this.#resize(clamp(this.width.value), clamp(this.height.value)),
    });
    [this.width, this.height] = [side("columns"), side("rows")];
    this.geometry = element("select", { id: "draw-geometry" },
      ...GEOMETRIES.map((name) => element("option", { value: name }, name)));
    this.onePeg = element("input", { type: "checkbox", id: "draw-one", checked: true, onchange: () => this.#showGoal() });
    const brush = ([symbol, name]) => element("label", { class: "brush" },
      element("input", { type: "radio", name: "brush", value: symbol, checked: symbol === "o", onchange: () => (this.brush = symbol) }),
      element("span", { class: `swatch ${swatch(symbol)}`, "aria-hidden": "true" }), name);
    this.grids = { start: grid("start"), goal: grid("goal") };
    this.goalSide = element("div", {}, element("h3", {}, "Goal"), this.grids.goal);
    this.problem = element("p", { class: "problem", role: "alert" });
    host.replaceChildren(
      element("div", { class: "fields" },
        element("label", {}, "columns ", this.width), element("label", {}, "rows ", this.height),
        element("label", {}, "lines ", this.geometry),
        element("label", {}, this.onePeg, " goal: one peg, anywhere")),
      element("fieldset", { class: "brushes" }, element("legend", {}, "brush"), ...BRUSHES.map(brush)),
      element("div", { class: "grids" },
        element("div", {}, element("h3", {}, "Start"), this.grids.start), this.goalSide),
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
    paint(cell, this.brush);
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

  #showGoal() {
    this.goalSide.hidden = this.onePeg.checked;
  }

  #ready() {
    const read = (name) => this.cells[name]
      .map((row) => row.map((cell) => cell.dataset.symbol).join("").trimEnd()).join("\n");
    const isOne = this.onePeg.checked;
    const entry = {
      name: "drawn", title: "A drawn puzzle", geometry: this.geometry.value,
      start: read("start"), goal: isOne ? null : read("goal"), one_peg: isOne,
    };
    try {
      const { start } = readPuzzle(entry);
      if (!start.includes(true)) throw new Error("the start has no peg");
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
