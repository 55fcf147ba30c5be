// Draws a puzzle: a grid for the start and, if the goal does not follow from the start, a grid for the goal. A click or
// a touch toggles peg and vacancy. A stroke paints the new symbol of its first cell. A right click or a long press
// removes the hole. Arrow keys move the cursor, Enter or Space paints, Delete removes the hole. A triangular board is
// drawn as a triangle.

import { DRAWN } from "./address.js";
import { button, element, selection } from "./page.js";
import { GEOMETRIES, countPegs, isAnywhere, legalJumps, readPuzzle } from "./rules.js";

/// Common names for the directions of jumps.
const DIRECTIONS_IN_WORDS = {
  square: "along rows and columns", triangle: "in a triangle", "square-diagonal": "with diagonals",
};

/// The brush without a symbol exchanges peg and vacancy.
const BRUSHES = [["toggle", "toggle"], ["o", "peg"], [".", "vacancy"], [" ", "no hole"], ["?", "either, peg or empty"]];
const SYMBOLS_IN_WORDS = Object.fromEntries(BRUSHES);
const MOST_SIDE = 16;

/// Duration in milliseconds of a press that removes a hole, and of the pause before the verdict is requested.
const LONG_PRESS = 500;
const REST = 200;

/// The possible goals, by the values of their options. A goal without a grid follows from the start.
const GOALS = [
  ["any", "one peg, anywhere"],
  ["some", "one peg, in a marked hole"],
  ["complement", "pegs and vacancies exchanged"],
  ["drawn", "as drawn"],
];

/// The symmetries of strokes.
const MIRRORS = [["", "none"], ["x", "left and right"], ["y", "top and bottom"], ["xy", "both"], ["turn", "turns"]];

/// Returns the images of a cell under a symmetry of strokes. It uses doubled coordinates on the screen: each row of a
/// triangle begins half a hole further left. `sums` are the sums of the extreme coordinates, for mirrors. `middle` is
/// the centre of rotations.
function imagesOf([x, y], mirror, isTriangle, { sums, middle: [cx, cy] }) {
  const seen = ([a, b]) => [isTriangle ? 2 * a - b : 2 * a, 2 * b];
  const near = (number) => (Math.abs(number - Math.round(number)) < 1e-6 ? Math.round(number) : number);
  const cell = ([u, v]) => [near(isTriangle ? (u + v / 2) / 2 : u / 2), near(v / 2)];
  const flip = { x: ([u, v]) => [sums[0] - u, v], y: ([u, v]) => [u, sums[1] - v] };
  const turns = {
    square: ([u, v]) => [cx - (v - cy), cy + (u - cx)],
    // Rotation by 120°: the cell's three coordinates are permuted.
    triangle: ([u, v]) => [cx - (u - cx) / 2 - 3 * (v - cy) / 4, cy + (u - cx) - (v - cy) / 2],
  };
  const turn = turns[isTriangle ? "triangle" : "square"];
  let all = [seen([x, y])];
  if (mirror === "turn") for (let times = 0; times < 3; times++) all.push(turn(all.at(-1)));
  else for (const axis of mirror) all = [...all, ...all.map(flip[axis])];
  const cells = all.map(cell).filter(([a, b]) => Number.isInteger(a) && Number.isInteger(b));
  return [...new Map(cells.map((one) => [String(one), one])).values()];
}

/// Creates grids for drawing in a host element. `onready(puzzle entry)` is called with the drawn puzzle, and
/// `decide(entry, signal)` returns whether the puzzle can be won: true, false, or nothing.
export class Drawing {
  constructor(host, onready, decide) {
    this.onready = onready;
    this.decide = decide;
    this.brush = "toggle";
    this.#build(host);
    this.#resize(5, 5);
  }

  /// Loads a puzzle for editing.
  take({ board, start, goal, title }) {
    this.geometry.value = board.geometry;
    this.goal.value = !goal.onePeg ? "drawn" : isAnywhere(goal) ? "any" : "some";
    this.title.value = title === DRAWN ? "" : title ?? "";
    this.#resize(board.width, board.height);
    const symbols = { true: "o", false: ".", null: "?" };
    for (const grid of Object.values(this.cells)) grid.flat().forEach((cell) => paint(cell, " "));
    board.cells.forEach(([x, y], hole) => {
      paint(this.cells.start[y][x], symbols[start[hole]]);
      paint(this.cells.goal[y][x], symbols[goal.wants[hole]]);
    });
    this.#showGoal();
    this.#changed();
  }

  #build(host) {
    const number = (label) => element("input", {
      type: "number", min: 1, max: MOST_SIDE, value: 5, id: `draw-${label}`,
      onchange: () => this.#resize(clamp(this.width.value), clamp(this.height.value)),
    });
    [this.width, this.height] = [number("columns"), number("rows")];
    this.geometry = selection("draw-geometry", GEOMETRIES.map((name) => [name, DIRECTIONS_IN_WORDS[name] ?? name]), () => {
      this.#lean();
      this.#changed();
    });
    this.goal = selection("draw-goal-kind", GOALS, () => {
      this.#showGoal();
      this.#changed();
    });
    this.mirror = selection("draw-mirror", MIRRORS);
    this.title = element("input", { type: "text", id: "draw-title", maxlength: 60, placeholder: DRAWN });
    const brush = ([symbol, name]) => element("label", { class: "brush" },
      element("input", { type: "radio", name: "brush", value: symbol, checked: symbol === "toggle", onchange: () => (this.brush = symbol) }),
      symbol === "toggle" ? null : element("span", { class: `swatch ${swatch(symbol)}`, "aria-hidden": "true" }), name);
    this.grids = { start: grid("start"), goal: grid("goal") };
    const side = (name, title) => element("div", {}, element("h3", {}, title), this.grids[name],
      element("p", { class: "tools" },
        button("Fill", `a peg in every hole of the ${name}`, () => this.#fill(name, "o"), { id: `fill-${name}` }),
        button("Clear", `no peg in the ${name}`, () => this.#fill(name, "."), { id: `clear-${name}` })));
    this.goalSide = side("goal", "Goal");
    this.goalNote = element("p", { class: "faint" });
    this.goalSide.append(this.goalNote);
    this.problem = element("p", { class: "problem", role: "alert" });
    this.verdict = element("p", { class: "verdict", id: "draw-verdict", role: "status", "aria-live": "polite" });
    const undo = button("Undo", "undo the last stroke", () => this.#undo(), { id: "draw-undo" });
    host.replaceChildren(
      element("div", { class: "drawing-bar" },
        element("button", { type: "button", class: "main", id: "draw-play", onclick: () => this.#ready() }, "Play this"), undo, this.verdict),
      this.problem,
      element("div", { class: "grids" }, side("start", "Start"), this.goalSide),
      element("fieldset", { class: "brushes" }, element("legend", {}, "Brush"), ...BRUSHES.map(brush)),
      element("p", { class: "faint" }, "Click or touch a hole: peg or empty. Drag to paint. Right-click or long press: remove the hole."),
      element("div", { class: "fields" },
        element("label", {}, "Goal ", this.goal), element("label", {}, "Symmetry ", this.mirror),
        element("label", {}, "Jumps ", this.geometry),
        element("label", {}, "Columns ", this.width), element("label", {}, "Rows ", this.height),
        element("label", {}, "Name ", this.title)));
    this.strokes = [];
    for (const name of ["start", "goal"]) this.#listen(name);
  }

  #listen(name) {
    const host = this.grids[name];
    const at = (event) => event.target.closest?.(".cell");
    let timer;
    host.addEventListener("pointerdown", (event) => {
      const cell = at(event);
      cell?.releasePointerCapture?.(event.pointerId);
      if (!cell || (event.button !== 0 && event.button !== 2)) return;
      this.#begin(name, cell, event.button === 2 ? " " : undefined);
      clearTimeout(timer);
      if (event.pointerType === "touch") {
        timer = setTimeout(() => {
          this.stroke = " ";
          this.#use(name, cell);
        }, LONG_PRESS);
      }
    });
    host.addEventListener("pointerover", (event) => {
      if (!(event.buttons & 3) || !at(event) || this.stroke === undefined) return;
      if (at(event) !== this.first) clearTimeout(timer);
      this.#use(name, at(event));
    });
    for (const ended of ["pointerup", "pointercancel"]) host.addEventListener(ended, () => clearTimeout(timer));
    host.addEventListener("contextmenu", (event) => event.preventDefault());
    // Handles keys and clicks that are not from a pointer.
    host.addEventListener("click", (event) => event.detail === 0 && at(event) && this.#begin(name, at(event)));
    host.addEventListener("keydown", (event) => this.#key(name, event));
  }

  /// Begins a stroke. Without a symbol, the stroke depends on the brush and the first cell.
  #begin(name, cell, symbol) {
    this.strokes.push(this.#symbols());
    if (this.strokes.length > 50) this.strokes.shift();
    this.first = cell;
    this.centre = this.#centre();
    const toggled = { o: ".", ".": "o", "?": "o", " ": "o" }[cell.dataset.symbol];
    const isChoice = name === "goal" && this.goal.value === "some";
    this.stroke = symbol ?? (this.brush !== "toggle" ? this.brush : isChoice ? (cell.dataset.symbol === "?" ? "." : "o") : toggled);
    this.#use(name, cell);
  }

  #use(name, first) {
    const isTriangle = this.geometry.value === "triangle";
    const images = imagesOf([Number(first.dataset.x), Number(first.dataset.y)], this.mirror.value, isTriangle, this.centre);
    for (const [x, y] of images) {
      const cell = this.cells[name][y]?.[x];
      if (cell) this.#paint(name, cell);
    }
    this.#changed();
  }

  #paint(name, cell) {
    const { x, y } = cell.dataset;
    const { stroke } = this;
    const other = name === "start" ? this.cells.goal[y][x] : this.cells.start[y][x];
    if (name === "start" && stroke === "?") {
      this.problem.textContent = "At the start, a hole has a peg or is vacant; \"either\" is only for the goal.";
      return;
    }
    const isMark = name === "goal" && this.goal.value === "some" && stroke === "o";
    paint(cell, isMark ? "?" : stroke);
    if (stroke === " ") paint(other, " ");
    else if (other.dataset.symbol === " ") paint(other, ".");
  }

  /// Returns the centre of all holes. If there are no holes, returns the centre of the grid.
  #centre() {
    const isTriangle = this.geometry.value === "triangle";
    const all = this.cells.start.flat();
    const holes = all.filter(({ dataset }) => dataset.symbol !== " ");
    const places = (holes.length ? holes : all).map(({ dataset: { x, y } }) => [isTriangle ? 2 * x - y : 2 * x, 2 * y]);
    const axes = [0, 1].map((axis) => places.map((place) => place[axis]));
    return {
      sums: axes.map((numbers) => Math.min(...numbers) + Math.max(...numbers)),
      middle: axes.map((numbers) => numbers.reduce((sum, one) => sum + one) / numbers.length),
    };
  }

  #symbols() {
    return Object.values(this.cells).map((rows) => rows.map((row) => row.map((cell) => cell.dataset.symbol)));
  }

  #undo() {
    const before = this.strokes.pop();
    if (!before) return;
    Object.values(this.cells).forEach((rows, index) => rows.forEach((row, y) => row.forEach((cell, x) => {
      const symbol = before[index][y]?.[x];
      if (symbol !== undefined) paint(cell, symbol);
    })));
    this.#changed();
  }

  #key(name, event) {
    if (event.key === "Delete" || event.key === "Backspace") {
      event.preventDefault();
      return this.#begin(name, event.target, " ");
    }
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
        paint(cell, kept?.[name][y]?.[x]?.dataset.symbol ?? (kept ? " " : name === "start" ? "o" : "."));
        return cell;
      }));
      const rows = this.cells[name].map((row) => element("div", { class: "row" }, ...row));
      this.grids[name].replaceChildren(...rows);
    }
    this.#lean();
    this.#showGoal();
    this.#changed();
  }

  /// Slants the rows of a triangular board to the left.
  #lean() {
    for (const host of Object.values(this.grids)) host.classList.toggle("leaning", this.geometry.value === "triangle");
    for (const rows of Object.values(this.grids)) {
      [...rows.children].forEach((row, y) => row.style.setProperty("--indent", rows.children.length - 1 - y));
    }
  }

  /// Draws a grid for the goal if it does not follow from the start. A marked hole is open.
  #showGoal() {
    const { value } = this.goal;
    this.goalSide.hidden = value === "any" || value === "complement";
    const isSome = value === "some";
    this.goalNote.textContent = isSome ? "The last peg may end in the dashed holes. Click a hole to mark it." : "";
    if (!isSome) return;
    // If all holes of a drawn goal are open, none is shown as marked.
    const holes = this.cells.goal.flat().filter(({ dataset }) => dataset.symbol !== " ");
    const isAll = holes.every(({ dataset }) => dataset.symbol === "?");
    for (const cell of holes) paint(cell, !isAll && "o?".includes(cell.dataset.symbol) ? "?" : ".");
  }

  /// Paints all holes of a grid.
  #fill(name, symbol) {
    this.strokes.push(this.#symbols());
    const isMark = name === "goal" && this.goal.value === "some" && symbol === "o";
    for (const cell of this.cells[name].flat()) {
      if (cell.dataset.symbol !== " ") paint(cell, isMark ? "?" : symbol);
    }
    this.#changed();
  }

  /// Returns the drawn puzzle. Throws if it is invalid.
  #entry() {
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
    const title = this.title.value.trim() || DRAWN;
    const entry = {
      name: "drawn", title, geometry: this.geometry.value,
      start: read("start"), goal: goals[value](), one_peg: value === "any" || value === "some",
    };
    const puzzle = readPuzzle(entry);
    const { start, goal } = puzzle;
    const [pegs, wanted] = [countPegs(start), goal.wants.filter((want) => want === true).length];
    if (pegs === 0) throw new Error("the start has no pegs");
    if (value === "some" && !goal.wants.includes(null)) throw new Error("no hole is marked for the last peg");
    if (wanted > pegs) throw new Error(`the goal has ${wanted} pegs, but the start only ${pegs}; jumps only remove pegs`);
    if (value !== "any" && !goal.wants.some((want) => want !== false)) throw new Error("the goal has no peg");
    return { entry, puzzle };
  }

  /// Shows, shortly after the last stroke, whether the drawn puzzle can be won.
  #changed() {
    this.problem.textContent = "";
    clearTimeout(this.waiting);
    this.asking?.abort();
    const say = (text, state = "") => {
      this.verdict.textContent = text;
      this.verdict.dataset.state = state;
    };
    let drawn;
    try {
      drawn = this.#entry();
    } catch (error) {
      return say(`${error.message[0].toUpperCase()}${error.message.slice(1)}.`, "bad");
    }
    const { puzzle: { board, start } } = drawn;
    if (legalJumps(board, start).length === 0) {
      const isFull = start.every(Boolean);
      return say(isFull ? "Every hole has a peg, so no peg can jump. Empty a hole." : "No peg can jump.", "bad");
    }
    say("Thinking …", "busy");
    const asked = (this.asking = new AbortController());
    this.waiting = setTimeout(async () => {
      const winnable = await this.decide(drawn.entry, asked.signal).catch((error) => error);
      if (asked.signal.aborted) return;
      if (winnable instanceof Error) say(winnable.message);
      else if (winnable === undefined) say("Couldn't tell in time.");
      else say(winnable ? "This puzzle can be won." : "This puzzle can't be won.", winnable ? "good" : "bad");
    }, REST);
  }

  #ready() {
    try {
      const { entry } = this.#entry();
      this.problem.textContent = "";
      this.onready(entry);
    } catch (error) {
      this.problem.textContent = `This puzzle can't be played: ${error.message}.`;
    }
  }
}

const grid = (name) => element("div", { class: "grid", role: "group", "aria-label": `${name}; arrow keys move, Enter paints, Delete removes the hole`, id: `draw-${name}` });
const clamp = (text) => Math.max(1, Math.min(MOST_SIDE, Number(text) || 1));
const swatch = (symbol) => ({ o: "peg", ".": "vacancy", " ": "nothing", "?": "open" })[symbol];

function paint(cell, symbol) {
  cell.dataset.symbol = symbol;
  cell.className = `cell ${swatch(symbol)}`;
  const { x, y } = cell.dataset;
  cell.setAttribute("aria-label", `column ${Number(x) + 1}, row ${Number(y) + 1} from the top: ${SYMBOLS_IN_WORDS[symbol]}`);
}
