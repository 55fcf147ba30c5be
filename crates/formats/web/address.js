// Addresses: the part of an address after `#` describes a puzzle, so that a link opens the puzzle. The browser never
// sends this part to a server.
//
// A bundled puzzle is `#puzzle=central`. Any other puzzle has its pictures row by row, with `_` for a place without a
// hole: `#geometry=square&start=__ooo__/…&goal=one`. With `last=one`, the goal is one peg in one of its open holes. A
// new puzzle is the request that generated it: `#new=english.two-axes.medium.hard.7`. The jumps of a game may follow as
// `played`. `#lesson` is the lesson.

import { drawPicture, isAnywhere } from "./rules.js";

/// Default title of a puzzle.
export const DRAWN = "A drawn puzzle";

const rows = (picture, width) =>
  picture.split("\n").map((row) => row.padEnd(width).replaceAll(" ", "_")).join("/");
const drawn = (text) => text.split("/").map((row) => row.replaceAll("_", " ")).join("\n");

/// Returns the address of a puzzle, and of a game on it.
export function writeAddress({ name, isBundled, request, board, start, goal }, played = []) {
  const parts = new URLSearchParams();
  if (isBundled) parts.set("puzzle", name);
  else if (request) parts.set("new", request);
  else {
    const symbols = { true: "o", false: ".", null: "?" };
    const draw = (symbol) => rows(drawPicture(board, symbol), board.width);
    parts.set("geometry", board.geometry);
    parts.set("start", draw((hole) => symbols[start[hole]]));
    if (goal.onePeg && !isAnywhere(goal)) parts.set("last", "one");
    parts.set("goal", isAnywhere(goal) ? "one" : draw((hole) => symbols[goal.wants[hole]]));
  }
  if (played.length) parts.set("played", played.map(({ from, to }) => `${from}-${to}`).join("."));
  return `#${parts.toString().replaceAll("%2F", "/").replaceAll("%3F", "?")}`;
}

/// Parses an address to `{name}`, `{request}`, `{isLesson}` or `{entry}`, where `entry` is data for `readPuzzle`.
/// `played` has pairs of holes.
export function readAddress(hash) {
  const parts = new URLSearchParams(hash.replace(/^#/, ""));
  const played = (parts.get("played") ?? "").split(".").filter(Boolean)
    .map((pair) => pair.split("-").map(Number));
  if (parts.has("lesson")) return { isLesson: true, played };
  if (parts.has("puzzle")) return { name: parts.get("puzzle"), played };
  if (parts.has("new")) return { request: parts.get("new"), played };
  if (!parts.has("start")) return undefined;
  const goal = parts.get("goal") ?? "one";
  const entry = {
    name: "drawn",
    title: DRAWN,
    geometry: parts.get("geometry") ?? "square",
    start: drawn(parts.get("start")),
    goal: goal === "one" ? null : drawn(goal),
    one_peg: goal === "one" || parts.get("last") === "one",
  };
  return { entry, played };
}
