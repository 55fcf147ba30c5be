// Rules of peg solitaire: boards, positions, jumps, goals. This module does not use the page.
//
// A hole is a number, row by row from the top of the picture. A position is an array of booleans by hole, a jump is
// `{from, over, to}` in holes. Directions are the same as in puzzle files: "square" has four, "triangle" six (rows
// left-aligned, third axis ↘), "square-diagonal" eight.

const STEPS = [[1, 0], [-1, 0], [0, 1], [0, -1], [1, 1], [-1, -1], [1, -1], [-1, 1]];

/// Number of directions of a jump for each geometry. A geometry uses the first directions of STEPS.
const DIRECTIONS = { square: 4, triangle: 6, "square-diagonal": 8 };

/// The names of the geometries.
export const GEOMETRIES = Object.keys(DIRECTIONS);

/// Maximum number of holes that the page draws, equal to the program's limit.
export const MOST_HOLES = 4096;

const key = (x, y) => `${x},${y}`;

/// Returns the board of these cells `[x, y]`, shifted so that column and row begin at 0.
export function makeBoard(geometry, cells) {
  if (!(geometry in DIRECTIONS)) throw new Error(`no geometry is called "${geometry}"`);
  if (cells.length === 0) throw new Error("the board has no hole");
  if (cells.length > MOST_HOLES) throw new Error(`the board has more than ${MOST_HOLES} holes`);
  const left = Math.min(...cells.map(([x]) => x));
  const top = Math.min(...cells.map(([, y]) => y));
  const shifted = cells.map(([x, y]) => [x - left, y - top]);
  shifted.sort(([ax, ay], [bx, by]) => ay - by || ax - bx);
  const holes = new Map(shifted.map(([x, y], hole) => [key(x, y), hole]));
  const board = {
    geometry,
    cells: shifted,
    holeAt: (x, y) => holes.get(key(x, y)),
    width: Math.max(...shifted.map(([x]) => x)) + 1,
    height: Math.max(...shifted.map(([, y]) => y)) + 1,
  };
  board.jumps = lines(board);
  board.jumpsFrom = shifted.map(() => []);
  for (const jump of board.jumps) board.jumpsFrom[jump.from].push(jump);
  return board;
}

/// Returns every jump on the lines of a board.
function lines({ geometry, cells, holeAt }) {
  const jumps = [];
  for (const [dx, dy] of STEPS.slice(0, DIRECTIONS[geometry])) {
    cells.forEach(([x, y], from) => {
      const over = holeAt(x + dx, y + dy);
      const to = holeAt(x + 2 * dx, y + 2 * dy);
      if (over !== undefined && to !== undefined) jumps.push({ from, over, to });
    });
  }
  return jumps;
}

/// Returns the board of a picture, and the symbol in each hole: `o` peg, `.` vacancy, `?` either.
export function readPicture(geometry, picture) {
  const found = [];
  picture.split("\n").forEach((line, y) =>
    [...line].forEach((symbol, x) => {
      if ("o.?".includes(symbol)) found.push([x, y, symbol]);
      else if (symbol.trim() !== "") throw new Error(`"${symbol}" isn't a hole; draw o, . or ?`);
    }),
  );
  const board = makeBoard(geometry, found.map(([x, y]) => [x, y]));
  found.sort(([ax, ay], [bx, by]) => ay - by || ax - bx);
  return { board, symbols: found.map(([, , symbol]) => symbol) };
}

/// Returns the picture of a position or a goal, from a symbol for each hole.
export function drawPicture(board, symbol) {
  const rows = Array.from({ length: board.height }, () => Array(board.width).fill(" "));
  board.cells.forEach(([x, y], hole) => (rows[y][x] = symbol(hole)));
  return rows.map((row) => row.join("").trimEnd()).join("\n");
}

/// Reads a puzzle from its data: `{name, title, geometry, start, goal, one_peg}`. The pictures are as in a puzzle file.
/// The goal has `true`, `false` or, if it is open, `null` for each hole.
export function readPuzzle(entry) {
  const { board, symbols } = readPicture(entry.geometry ?? "square", entry.start);
  const start = symbols.map((symbol) => symbol === "o");
  const onePeg = entry.one_peg === true || !entry.goal;
  const goal = entry.goal ? readPicture(board.geometry, entry.goal) : null;
  if (goal && String(goal.board.cells) !== String(board.cells)) {
    throw new Error("start and goal are on different boards");
  }
  const wanted = { o: true, ".": false, "?": null };
  const wants = goal ? goal.symbols.map((symbol) => wanted[symbol]) : start.map(() => null);
  return { name: entry.name, title: entry.title, board, start, goal: { wants, onePeg } };
}

/// Writes the puzzle as a puzzle file for the program.
export function writePuzzle({ name, board, start, goal }) {
  const draw = (symbol) => `"""\n${drawPicture(board, symbol)}\n"""`;
  const wanted = (hole) => ({ true: "o", false: ".", null: "?" })[goal.wants[hole]];
  const cells = board.cells.filter((_, hole) => goal.wants[hole] === null);
  const onePeg = isAnywhere(goal) ? '"one peg"' : `"one peg in [${cells.map(([x, y]) => `(${x},${y})`).join(" ")}]"`;
  const safe = String(name ?? "drawn").replace(/[^\w .:-]/g, "-");
  return [
    "[[puzzle]]",
    `name = "${safe}"`,
    `geometry = "${board.geometry}"`,
    `start = ${draw((hole) => (start[hole] ? "o" : "."))}`,
    `goal = ${goal.onePeg ? onePeg : draw(wanted)}`,
    "",
  ].join("\n");
}

/// Returns the number of pegs of a position.
export const countPegs = (pegs) => pegs.filter(Boolean).length;

/// Whether a jump is legal.
export const isLegal = (pegs, { from, over, to }) => pegs[from] && pegs[over] && !pegs[to];

/// Returns the legal jumps, all of them or the jumps of one peg.
export function legalJumps(board, pegs, hole) {
  const jumps = hole === undefined ? board.jumps : board.jumpsFrom[hole];
  return jumps.filter((jump) => isLegal(pegs, jump));
}

/// Returns the jump from one hole into another, if it is legal.
export const jumpBetween = (board, pegs, from, to) =>
  legalJumps(board, pegs, from).find((jump) => jump.to === to);

/// Returns the position after a jump.
export function after(pegs, { from, over, to }) {
  const next = pegs.slice();
  next[from] = next[over] = false;
  next[to] = true;
  return next;
}

/// Whether the goal is one peg anywhere. Some goals allow only certain holes.
export const isAnywhere = ({ wants, onePeg }) => onePeg && wants.every((want) => want === null);

/// Whether a position satisfies the goal.
export function isGoal({ wants, onePeg }, pegs) {
  if (onePeg && countPegs(pegs) !== 1) return false;
  return wants.every((want, hole) => want === null || want === pegs[hole]);
}

/// Converts the jumps of a plan in JSON from cells to holes. Throws at the first illegal jump.
export function readPlan({ board, start }, entries) {
  let pegs = start;
  return entries.map((entry, index) => {
    const from = board.holeAt(...entry.from);
    const to = board.holeAt(...entry.to);
    const jump = from === undefined ? undefined : jumpBetween(board, pegs, from, to);
    if (!jump) throw new Error(`jump ${index + 1} can't be played`);
    pegs = after(pegs, jump);
    return jump;
  });
}

/// Returns the plan in the JSON format of the program.
export function writePlan(board, jumps) {
  const cell = (hole) => board.cells[hole];
  return jumps.map(({ from, over, to }) => ({ from: cell(from), over: cell(over), to: cell(to) }));
}

/// A game: a line of jumps from the start, and the number of played jumps.
///
/// The line may be longer than the played part, because of a plan or of jumps that were taken back. From the index
/// `planned` on, the line is a plan. A different jump cuts the line off, and `plan` restores it.
export class Game {
  constructor(puzzle, plan = []) {
    this.puzzle = puzzle;
    this.setPlan(plan);
  }

  /// Sets a plan to step through, and goes to its beginning.
  setPlan(plan) {
    this.plan = plan;
    this.line = plan.slice();
    this.positions = [this.puzzle.start];
    for (const jump of plan) this.positions.push(after(this.positions.at(-1), jump));
    this.at = 0;
    this.planned = 0;
  }

  get pegs() {
    return this.positions[this.at];
  }

  get next() {
    return this.line[this.at];
  }

  /// Returns the next jump if it belongs to a plan and was not taken back.
  get nextOfPlan() {
    return this.at >= this.planned ? this.next : undefined;
  }

  get last() {
    return this.line[this.at - 1];
  }

  get played() {
    return this.line.slice(0, this.at);
  }

  /// Whether the played jumps are the first jumps of the plan.
  get isOnPlan() {
    return this.plan.length > 0 && this.played.every((jump, i) => same(jump, this.plan[i]));
  }

  get isWon() {
    return isGoal(this.puzzle.goal, this.pegs);
  }

  get isStuck() {
    return legalJumps(this.puzzle.board, this.pegs).length === 0;
  }

  goTo(at) {
    this.at = Math.max(0, Math.min(this.line.length, at));
  }

  /// Plays a jump. Returns whether it is legal.
  play(jump) {
    if (!isLegal(this.pegs, jump)) return false;
    if (!this.next || !same(this.next, jump)) {
      this.line = [...this.played, jump];
      this.positions = [...this.positions.slice(0, this.at + 1), after(this.pegs, jump)];
      this.planned = Infinity;
    }
    this.at += 1;
    return true;
  }

  /// Continues with a plan from the current position.
  follow(rest) {
    this.line = [...this.played, ...rest];
    this.planned = this.at;
    this.positions = this.positions.slice(0, this.at + 1);
    for (const jump of rest) this.positions.push(after(this.positions.at(-1), jump));
  }

  /// Goes back to the position where the game left the plan, and follows the plan again.
  backToPlan() {
    const leaves = this.played.findIndex((jump, i) => !this.plan[i] || !same(jump, this.plan[i]));
    const at = leaves < 0 ? this.at : leaves;
    this.setPlan(this.plan);
    this.at = at;
  }
}

const same = (a, b) => a.from === b.from && a.over === b.over && a.to === b.to;
