// A picture of a result for sharing: the board at the start, the title, stars, moves and time, drawn on a canvas.

import { placing } from "./board.js";

const [WIDTH, HEIGHT, BOARD] = [1200, 630, 510];

/// Draws the result of a game and returns it as PNG, with the colours of the page.
export function drawCard({ board, start, title, lines, stars }) {
  const canvas = Object.assign(document.createElement("canvas"), { width: WIDTH, height: HEIGHT });
  const pen = canvas.getContext("2d");
  const style = getComputedStyle(document.documentElement);
  const colour = (name) => style.getPropertyValue(`--${name}`).trim();
  const { place, size: [width, height] } = placing(board);
  pen.fillStyle = colour("ground");
  pen.fillRect(0, 0, WIDTH, HEIGHT);
  const scale = Math.min(BOARD / width, BOARD / height);
  const at = (cell) => {
    const [x, y] = place(...cell);
    return [60 + (BOARD - width * scale) / 2 + x * scale, (HEIGHT - height * scale) / 2 + y * scale];
  };
  const discs = (radius, fill, holes) => {
    pen.fillStyle = fill;
    for (const hole of holes) {
      const [x, y] = at(board.cells[hole]);
      pen.beginPath();
      pen.arc(x, y, radius * scale, 0, 2 * Math.PI);
      pen.fill();
    }
  };
  const all = board.cells.map((_, hole) => hole);
  discs(14.6, colour("wood-edge"), all);
  discs(14, colour("wood"), all);
  discs(5.8, colour("dent"), all);
  discs(7, colour("peg-middle"), all.filter((hole) => start[hole]));
  const write = (text, y, size, fill, weight = 400) => {
    pen.fillStyle = fill;
    pen.font = `${weight} ${size}px ${getComputedStyle(document.body).fontFamily}`;
    pen.fillText(text, 630, y, WIDTH - 660);
  };
  write("★".repeat(stars) + "☆".repeat(3 - stars), 170, 64, colour("accent"));
  write(title, 260, 44, colour("ink"), 600);
  lines.forEach((line, index) => write(line, 330 + 48 * index, 32, colour("faint")));
  write("saut: peg solitaire", HEIGHT - 60, 24, colour("faint"));
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}
