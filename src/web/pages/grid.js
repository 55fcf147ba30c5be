// Pictures of states whose objects are on a grid. A short description defines the picture:
//
//   cells tile_{y}-{x} upward     the objects with such names are cells; rows count upward
//   mark (goal {cell})            a ring around each cell for which this static fact is true
//   paint {colour} (painted {cell} {colour})
//   piece {who} (at {who} {cell})
//
// In a fact, `{cell}` matches a cell, `{x}` and `{y}` match numbers in a name, and `*` matches any text. Any other
// `{word}` also matches any text, which can then be shown. A problem can have a description in its comments, each line
// after `; draw`.

import { shape } from "./page.js";

/// Descriptions that are tried if the problem has none.
const KNOWN = [
  "cells pos-{x}-{y}\nmark (is-goal {cell})\npiece ■ (at stone-* {cell})\npiece ● (at player-* {cell})",
  "cells loc-x{x}-y{y}\npaint #8fbf8f (visited {cell})\npiece ● (at-robot {cell})",
  "cells tile_{y}-{x} upward\npaint {colour} (painted {cell} {colour})\npiece {robot} (robot-at {robot} {cell})",
  "piece {tile} (at {tile} p{x} p{y})\nspace (blank p{x} p{y})",
  "cells pos-{x}-{y}\npiece ● (occupied {cell})",
  "cells p_{x}_{y}\npiece {tile} (at {tile} {cell})",
];

const MOST_CELLS = 2_500;
const SIZE = 40;

/// Returns the description in the comments of a problem.
export const descriptionIn = (problem) =>
  [...problem.matchAll(/^[ \t]*;+[ \t]*draw[ \t]+(.+)$/gim)].map(([, line]) => line.trim()).join("\n");

/// Parses a description. An error names the line.
export function readDescription(text) {
  const rules = { cells: undefined, isUpward: false, lines: [] };
  text.split("\n").forEach((line, index) => {
    const bad = (fact) => new Error(`line ${index + 1} of the drawing: ${fact}`);
    const words = line.trim().split(/\s+/);
    if (words[0] === "") return;
    if (words[0] === "cells") {
      if (!words[1] || !/\{x\}/.test(words[1]) || !/\{y\}/.test(words[1])) throw bad("write `cells` and a name with {x} and {y}");
      if (words[2] && words[2] !== "upward") throw bad(`\`${words[2]}\` is not allowed after the name; expected \`upward\``);
      rules.cells = pattern([words[1].toLowerCase()]);
      rules.isUpward = words[2] === "upward";
      return;
    }
    const parts = /^(mark|paint|piece|space)\s+(?:([^()]*?)\s*)?\(([^()]+)\)$/.exec(line.trim());
    if (!parts) throw bad("write `cells NAME`, `mark (FACT)`, `paint COLOUR (FACT)`, `piece TEXT (FACT)` or `space (FACT)`");
    const [, kind, show, fact] = parts;
    if ((kind === "paint" || kind === "piece") && !show) throw bad(`write what to ${kind === "paint" ? "paint it with" : "show"} before the fact`);
    const asked = fact.trim().toLowerCase().split(/\s+/);
    if (asked.includes("{cell}") && !rules.cells) throw bad("{cell} needs a line `cells NAME` before it");
    if (!asked.includes("{cell}") && !(/\{x\}/.test(fact) && /\{y\}/.test(fact))) throw bad("a fact needs {cell}, or {x} and {y}");
    rules.lines.push({ kind, show: show?.replace(/\{\w+\}/g, (word) => word.toLowerCase()), fact: pattern(asked) });
  });
  if (rules.lines.length === 0) throw new Error("no line of the drawing draws anything");
  return rules;
}

/// Returns the regular expression for a fact with `*` and `{names}`.
function pattern(words) {
  const names = [];
  const part = (word) => word.split(/(\{\w+\}|\*)/).map((piece) => {
    if (piece === "*") return "\\S*";
    const name = /^\{(\w+)\}$/.exec(piece)?.[1];
    if (!name) return piece.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
    const known = names.indexOf(name);
    if (known >= 0) return `\\${known + 1}`;
    names.push(name);
    return name === "x" || name === "y" ? "(\\d{1,4}|[a-z])" : "(\\S+?)";
  }).join("");
  const expression = new RegExp(`^${words.map(part).join(" ")}$`);
  return (fact) => {
    const found = expression.exec(fact);
    return found && Object.fromEntries(names.map((name, index) => [name, found[index + 1]]));
  };
}

/// Converts a number, or a letter, where a is 1.
const number = (text) => (/^\d+$/.test(text) ? Number(text) : text.charCodeAt(0) - 96);

const placed = (found) => found && { x: number(found.x), y: number(found.y) };

/// A picture of the states of one task.
export class Grid {
  /// Creates a picture from a description, the static facts of a task, its initial facts and goals, and its objects.
  constructor(rules, { objects, fixed, start, goal }) {
    this.rules = rules;
    this.fixed = fixed;
    this.cells = new Map();
    for (const object of rules.cells ? objects : []) {
      const place = placed(rules.cells(object));
      if (place) this.cells.set(`${place.x} ${place.y}`, place);
    }
    for (const fact of [...fixed, ...start, ...goal]) for (const { place } of this.drawn(fact)) this.cells.set(`${place.x} ${place.y}`, place);
    const places = [...this.cells.values()];
    this.hasPieces = start.some((fact) => this.drawn(fact).some(({ line }) => line.kind !== "mark"));
    const span = (values) => [Math.min(...values), Math.max(...values)];
    [this.left, this.right] = span(places.map(({ x }) => x));
    [this.top, this.bottom] = span(places.map(({ y }) => y));
    this.isTooLarge = places.length > MOST_CELLS || (this.right - this.left + 1) * (this.bottom - this.top + 1) > 4 * MOST_CELLS;
    this.goal = goal.flatMap((fact) => this.drawn(fact).map((one) => ({ ...one, fact })));
    this.marks = fixed.flatMap((fact) => this.drawn(fact)).filter(({ line }) => line.kind === "mark");
  }

  get isDrawable() {
    return this.cells.size >= 2 && !this.isTooLarge && (this.hasPieces || this.marks.length + this.goal.length > 0);
  }

  /// Returns the symbols that are drawn for a fact, each with its place.
  drawn(fact) {
    return this.rules.lines.flatMap((line) => {
      const found = line.fact(fact);
      const place = placed(found?.cell === undefined ? found : this.rules.cells?.(found.cell));
      if (!place) return [];
      const text = line.show?.replace(/\{(\w+)\}/g, (_, name) => found[name] ?? "");
      return [{ line, place, text }];
    });
  }

  /// Returns the cell where the weight of a fact is shown.
  placeOf(fact) {
    return this.drawn(fact)[0]?.place ?? fact.split(" ").map((word) => placed(this.rules.cells?.(word))).find(Boolean);
  }

  x = (place) => (place.x - this.left) * SIZE;
  y = (place) => (this.rules.isUpward ? this.bottom - place.y : place.y - this.top) * SIZE;

  /// Draws the static parts of the board.
  begin() {
    const [width, height] = [(this.right - this.left + 1) * SIZE, (this.bottom - this.top + 1) * SIZE];
    this.nodes = new Map();
    this.layers = ["floor", "paints", "pieces", "goals", "numbers"].map((name) => shape("g", { class: name }));
    this.svg = shape("svg", { viewBox: `-2 -2 ${width + 4} ${height + 4}`, class: "grid-picture", role: "img" }, ...this.layers);
    for (const place of this.cells.values()) {
      this.layers[0].append(shape("rect", { x: this.x(place), y: this.y(place), width: SIZE, height: SIZE, class: (place.x + place.y) % 2 ? "floor-cell odd" : "floor-cell" }));
    }
    const [, , , goals] = this.layers;
    for (const { place } of this.marks) goals.append(this.ring(place));
    // A goal is marked by a ring or, until it is true, by a dot or a name in the corner of its cell.
    this.wanted = this.goal.flatMap(({ line, place, text, fact }) => {
      const corner = { x: this.x(place) + SIZE - 3, y: this.y(place) + 9 };
      if (line.kind === "paint") return [[fact, shape("circle", { cx: corner.x - 4, cy: corner.y - 2, r: 4, fill: colour(text), class: "wanted-paint" })]];
      if (line.kind !== "piece") return [];
      return [[fact, line.show.includes("{") ? shape("text", { ...corner, class: "wanted-text" }, short(text)) : this.ring(place)]];
    });
    goals.append(...this.wanted.map(([, node]) => node));
    return this.svg;
  }

  ring = (place) => shape("rect", { x: this.x(place) + 5, y: this.y(place) + 5, width: SIZE - 10, height: SIZE - 10, rx: 8, class: "ring-mark" });

  /// Shows the state in which these facts are true.
  show(facts, label) {
    const [, paints, pieces] = this.layers;
    paints.replaceChildren();
    const now = new Set(facts);
    for (const [fact, node] of this.wanted) node.classList.toggle("reached", now.has(fact));
    const seen = [...this.fixed, ...facts].flatMap((fact) => this.drawn(fact).map((one) => ({ ...one, fact })));
    const keys = new Map();
    const found = seen.filter(({ line }) => line.kind === "piece").map((one) => {
      const who = `${this.rules.lines.indexOf(one.line)} ${one.fact.split(" ").filter((word) => !this.rules.cells?.(word) && !/^\D{0,3}\d+$/.test(word)).join(" ")} ${one.text}`;
      keys.set(who, (keys.get(who) ?? 0) + 1);
      return { ...one, who };
    });
    const left = new Set(this.nodes.keys());
    for (const one of found) {
      const key = keys.get(one.who) > 1 ? `${one.who} ${one.place.x} ${one.place.y}` : one.who;
      left.delete(key);
      let node = this.nodes.get(key);
      if (!node) {
        node = token(one.text);
        pieces.append(node);
        this.nodes.set(key, node);
      }
      node.style.transform = `translate(${this.x(one.place)}px, ${this.y(one.place)}px)`;
    }
    for (const key of left) {
      this.nodes.get(key).remove();
      this.nodes.delete(key);
    }
    for (const { line, place, text } of seen) {
      if (line.kind === "paint") paints.append(shape("rect", { x: this.x(place) + 1, y: this.y(place) + 1, width: SIZE - 2, height: SIZE - 2, fill: colour(text), class: "paint" }));
      if (line.kind === "space") paints.append(shape("rect", { x: this.x(place) + 1, y: this.y(place) + 1, width: SIZE - 2, height: SIZE - 2, class: "space" }));
    }
    this.svg.setAttribute("aria-label", label);
  }

  /// Shows the total weight of its facts on each cell.
  weigh(weights) {
    const sums = new Map();
    for (const [fact, weight] of weights) {
      const place = this.placeOf(fact);
      if (!place) continue;
      const key = `${place.x} ${place.y}`;
      sums.set(key, { place, weight: (sums.get(key)?.weight ?? 0) + weight });
    }
    this.layers[4].replaceChildren(...[...sums.values()].map(({ place, weight }) =>
      shape("text", { x: this.x(place) + SIZE / 2, y: this.y(place) + SIZE / 2 + 1, class: "weight-text" }, `${weight}`)));
  }
}

const colour = (text) => (/^[#\w(),.% ]{1,40}$/.test(text) ? text : "gray");
/// Abbreviates a long name to its first letter and its number, or to its first letters; at most three symbols.
const short = (text) => text.replace(/^(\p{L})\S*?(\d+)$/u, "$1$2").slice(0, 3);

/// Draws a token. A single symbol is shown unchanged. A longer word is abbreviated on a tile.
function token(text) {
  const isSymbol = [...text].length === 1;
  return shape("g", { class: "token-piece" },
    shape("title", {}, text),
    isSymbol ? null : shape("rect", { x: 4, y: 4, width: SIZE - 8, height: SIZE - 8, rx: 7, class: "tile" }),
    shape("text", { x: SIZE / 2, y: SIZE / 2 + 1, class: isSymbol ? "symbol" : "tile-text" }, isSymbol ? text : short(text)));
}

/// Returns the picture of a task by its description, or by the first known description that fits. Returns `undefined`
/// if there is none.
export function gridOf(task, description) {
  if (description.trim()) {
    const grid = new Grid(readDescription(description.trim()), task);
    if (grid.isTooLarge) throw new Error("the drawing has too many cells to show");
    if (!grid.isDrawable) throw new Error("the drawing does not fit this task: no object has a place in it");
    return grid;
  }
  for (const known of KNOWN) {
    const grid = new Grid(readDescription(known), task);
    if (grid.isDrawable && grid.hasPieces) return grid;
  }
  return undefined;
}
