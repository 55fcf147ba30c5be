// Notation: the written and spoken names of cells, jumps and moves.
//
// Boards with at most nine columns and rows use Lucas's notation (1882): column from the left, then row from below,
// from 1. On larger boards, a cell is `(x,y)`, from 0, from the left and the top.

/// Whether cells of this board have a name of two digits.
export const hasDigits = ({ width, height }) => width <= 9 && height <= 9;

/// Returns the name of a hole.
export function cellName(board, hole) {
  const [x, y] = board.cells[hole];
  return hasDigits(board) ? `${x + 1}${board.height - y}` : `(${x},${y})`;
}

/// Returns the label of a column or a row at the edge of the board.
export const columnLabel = (board, x) => String(hasDigits(board) ? x + 1 : x);
export const rowLabel = (board, y) => String(hasDigits(board) ? board.height - y : y);

/// Explains the names of cells, in a sentence.
export const namingRule = (board) =>
  hasDigits(board)
    ? "A cell is named by its column and its row, counted from below: 31 is column 3, row 1."
    : "A cell is named (column, row). Both count from 0, from the left and from the top.";

/// Explains the rules and the goal in one line, for beginners.
export function rulesInOneLine({ board, goal: { wants, onePeg } }) {
  const where = { square: " (not diagonally)", "square-diagonal": " (diagonally too)" }[board.geometry] ?? "";
  const [wanted, isFree, isBare] = [wants.filter((want) => want === true).length, wants.includes(null), wants.includes(false)];
  const ringed = wanted === 1 ? "the ringed hole" : "the ringed holes";
  const goal = onePeg ? (isBare ? "Leave one peg, in a dashed hole." : "Leave one peg, anywhere.")
    : !isFree && wanted === 1 ? `Leave one peg, in ${ringed}.`
      : !isFree ? `Leave pegs in ${ringed} and nowhere else.`
        : !isBare ? `Bring ${wanted === 1 ? "a peg" : "pegs"} to ${ringed}.`
          : `Leave ${wanted === 1 ? "a peg" : "pegs"} in ${ringed}; the dashed holes may keep their pegs.`;
  return `Jump a peg over its neighbour${where} into the empty hole beyond; the peg that you jumped over is removed. ${goal}`;
}

/// Describes a jump in words.
export const jumpInWords = (board, { from, over, to }) =>
  `peg from ${cellName(board, from)} over ${cellName(board, over)} to ${cellName(board, to)}`;

/// Groups jumps into moves: consecutive jumps of the same peg are one move. Each move has the number of jumps before
/// it.
export function movesOf(jumps) {
  const moves = [];
  jumps.forEach((jump, index) => {
    const last = moves.at(-1);
    if (last && last.stops.at(-1) === jump.from) last.stops.push(jump.to);
    else moves.push({ before: index, stops: [jump.from, jump.to] });
  });
  return moves;
}

/// Writes a move in Lucas's notation: `45/47`, a sweep `75/73/53`.
export const moveName = (board, { stops }) =>
  stops.map((hole) => cellName(board, hole)).join("/");

/// Describes a move in words.
export const moveInWords = (board, { stops }) =>
  `peg from ${stops.map((hole) => cellName(board, hole)).join(" to ")}`;

/// Writes jumps as a plan for `saut check`, one move per line.
export const planText = (board, jumps) =>
  movesOf(jumps).map((move) => `${moveName(board, move)}\n`).join("");

/// "1 jump", "2 jumps".
export const counted = (number, noun) => `${number} ${noun}${number === 1 ? "" : "s"}`;

/// Shortens a number of solutions, given in digits, to fit on a peg: 14880, 3·10⁵, 4·10¹⁶.
export function shortWays(digits) {
  if (digits.length <= 5) return digits;
  const raised = [...String(digits.length - 1)].map((digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[digit]).join("");
  return `${digits[0]}·10${raised}`;
}
