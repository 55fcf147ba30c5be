// The board on the page: an SVG that fills its element, with coordinates, played by pointer or keys.
//
// Holes are buttons in one group with a single tab stop. Arrow keys move the cursor, Enter or Space picks up a peg and
// lands it, Escape puts it back. Pointer users tap or drag pegs.

import { shape } from "./page.js";
import { cellName, columnLabel, hasDigits, rowLabel, shortWays } from "./notation.js";

const PITCH = 20;
/// The margins of the picture: at edges with labels, and at edges without labels.
const MARGIN = 25;
const BARE = 16.5;
const HEXAGON = [[0, -1.155], [1, -0.577], [1, 0.577], [0, 1.155], [-1, 0.577], [-1, -0.577]];
const SQUARE = [[-1, -1], [1, -1], [1, 1], [-1, 1]];
/// Maximum movement of a pointer, in pixels, that still counts as a click.
const SLACK = 5;
/// Maximum distance from a hole, in units of the picture, at which a dropped peg lands in the hole.
const REACH = 15;
/// The size of labels in pixels.
const LABEL = 13;
const KEYS = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] };

/// Returns the centre of a cell in the picture. Rows of a triangle begin half a hole to the left of the row above.
export function placing(board) {
  const triangle = board.geometry === "triangle";
  const down = triangle ? (PITCH * Math.sqrt(3)) / 2 : PITCH;
  const column = (x, y) => PITCH * x - (triangle ? (PITCH / 2) * y : 0);
  const columns = board.cells.map(([x, y]) => column(x, y));
  const least = Math.min(...columns);
  const beside = hasDigits(board) ? 0.98 : 1.15;
  const side = triangle ? 7 + PITCH * beside : MARGIN;
  const top = !triangle && rowLabel(board, 0) === "0" ? MARGIN : BARE;
  const place = (x, y) => [side + column(x, y) - least, top + down * y];
  const size = [
    side + (triangle ? side : BARE) + Math.max(...columns) - least,
    (triangle ? 2 * BARE + 2 : MARGIN + BARE) + down * (board.height - 1),
  ];
  return { place, size, triangle, beside };
}

/// Draws a board into a host element.
///
/// `onpick(hole)` is called for every chosen hole. Without it, the board is not interactive. `ongrab(hole)` is called
/// when a drag of a peg begins, and `ondrop(hole)` when it ends. If the drag ends outside of the board, `hole` is
/// `undefined`.
export class BoardView {
  constructor(host, board, { label = "board", onpick, oncancel, ongrab, ondrop } = {}) {
    this.board = board;
    this.layout = placing(board);
    this.pegs = new Map();
    this.targets = [];
    this.cursor = 0;
    this.oncancel = oncancel;
    const [width, height] = this.layout.size;
    this.root = shape("svg", {
      class: "board",
      viewBox: `0 0 ${width} ${height}`,
      role: onpick ? "group" : "img",
      "aria-label": label,
    });
    this.root.append(this.#defs(), this.#wood(), this.#edges());
    this.marks = shape("g", { class: "marks", "aria-hidden": "true" });
    this.pegLayer = shape("g", { class: "pegs", "aria-hidden": "true" });
    this.glows = shape("g", { class: "glows", "aria-hidden": "true" });
    this.over = shape("g", { class: "over", "aria-hidden": "true" });
    this.hand = shape("g", { class: "hand", "aria-hidden": "true" });
    this.holes = board.cells.map((cell, hole) => this.#hole(hole, onpick));
    const holes = shape("g", onpick ? {} : { "aria-hidden": "true" }, ...this.holes);
    this.root.append(this.marks, this.pegLayer, this.glows, this.over, this.hand, holes);
    if (onpick) {
      this.root.addEventListener("keydown", (event) => this.#key(event, onpick));
      this.root.classList.add("played");
      if (ongrab) this.#listenToDrags(ongrab, ondrop);
      this.#moveCursor(this.#middle());
    }
    host.append(this.root);
    new ResizeObserver(() => this.#sizeLabels()).observe(this.root);
  }

  /// Shows a position. If it differs from the previous one by a single jump, the jump is animated.
  show(pegs, { jump, isBack = false } = {}) {
    this.#endDrag();
    this.glow(new Map());
    const shown = [...this.pegs.keys()];
    const moves = jump && this.#isStep(jump, isBack, pegs);
    if (moves) {
      const [from, to] = isBack ? [jump.to, jump.from] : [jump.from, jump.to];
      const peg = this.pegs.get(from);
      this.pegs.delete(from);
      this.pegs.set(to, peg);
      this.pegLayer.append(peg);
      this.#stand(peg, to);
    }
    for (const hole of shown) {
      if (!pegs[hole] && this.pegs.has(hole)) this.#remove(hole, moves);
    }
    pegs.forEach((has, hole) => has && !this.pegs.has(hole) && this.#add(hole));
    this.holes.forEach((node, hole) => {
      const content = pegs[hole] ? "peg" : "vacancy";
      if (node.dataset.holds !== content) node.dataset.holds = content;
      this.#name(hole);
    });
  }

  /// Marks the goal: a ring where a peg is required, a dashed ring where both are allowed.
  showGoal({ wants, onePeg }) {
    this.marks.replaceChildren();
    if (onePeg && !wants.includes(false)) return;
    const isFull = wants.every((want) => want === true);
    wants.forEach((want, hole) => {
      if (want === false || isFull) return;
      this.#circle(this.marks, hole, 8.9, want ? "wanted" : "open");
    });
    this.wants = wants;
  }

  /// Greys the holes that cannot be chosen.
  exclude(excluded) {
    this.excluded = excluded;
    this.holes.forEach((node, hole) => {
      node.classList.toggle("excluded", excluded[hole]);
      this.pegs.get(hole)?.classList.toggle("excluded", excluded[hole]);
      this.#name(hole);
    });
  }

  /// Highlights pegs, each with a short text. Pegs with an empty text only glow.
  glow(texts) {
    this.glows.replaceChildren();
    this.glowing = texts;
    for (const [hole, text] of texts) {
      const [x, y] = this.layout.place(...this.board.cells[hole]);
      this.#circle(this.glows, hole, 8, "glow");
      if (text !== "") this.glows.append(shape("text", { x, y, class: "ways", "font-size": text.length > 3 ? 4.6 : 6.4 }, shortWays(text)));
    }
    this.holes.forEach((_, hole) => this.#name(hole));
  }

  /// Marks the held peg and its landing holes, the next jump as an arrow, and the peg or the part of the board that a
  /// hint names.
  highlight({ held, targets = [], arrow, hint, region = [], isPeg } = {}) {
    this.over.replaceChildren();
    for (const hole of region) this.#circle(this.over, hole, isPeg ? 8.6 : 9.6, isPeg ? "pointed" : "region");
    if (arrow) this.#arrow(arrow, "arrow");
    if (hint) this.#arrow(hint, "arrow hint");
    if (held !== undefined) this.#circle(this.over, held, 8.2, "held");
    for (const hole of targets) {
      this.#circle(this.over, hole, 7.4, "landing");
      this.#circle(this.over, hole, 3, "target");
    }
    for (const [hole, peg] of this.pegs) peg.classList.toggle("lifted", hole === held);
    this.held = held;
    this.targets = targets;
    this.holes.forEach((node, hole) => {
      if (node.hasAttribute("role")) node.setAttribute("aria-pressed", String(hole === held));
      this.#name(hole);
    });
  }

  /// Shades the holes by weight and writes the weight into each. `null` removes the weights.
  shade(weights) {
    this.root.querySelector(".weights")?.remove();
    this.root.classList.toggle("weighed", Boolean(weights));
    if (!weights) return;
    const layer = shape("g", { class: "weights", "aria-hidden": "true" });
    const most = Math.max(1, ...weights.map(Math.abs));
    weights.forEach((weight, hole) => {
      const [x, y] = this.layout.place(...this.board.cells[hole]);
      const text = String(weight).replace("-", "−");
      const strong = Math.abs(weight) / most;
      layer.append(
        shape("circle", {
          cx: x, cy: y, r: 8,
          class: weight < 0 ? "weight below" : "weight",
          "fill-opacity": weight === 0 ? 0 : 0.25 + 0.75 * strong,
        }),
        shape("text", {
          x, y, class: strong > 0.55 ? "number strong" : "number",
          "font-size": text.length > 3 ? 5 : text.length > 2 ? 6 : 8,
        }, text),
      );
    });
    this.pegLayer.before(layer);
  }

  focus() {
    this.holes[this.cursor].focus();
  }

  /// Marks the game as won or not. The remaining pegs of a won game shine.
  celebrate(isWon) {
    this.root.classList.toggle("won", isWon);
  }

  #defs() {
    const stop = (offset, name) => shape("stop", { offset, class: name });
    this.gradient = `peg-${BoardView.#number++}`;
    return shape("defs", {},
      shape("radialGradient", { id: this.gradient, cx: "0.36", cy: "0.3", r: "0.75" },
        stop(0, "peg-light"), stop(0.55, "peg-middle"), stop(1, "peg-dark")),
      shape("linearGradient", { id: `${this.gradient}-dent`, x1: 0.3, x2: 0.5, y2: 1 },
        stop(0, "dent-dark"), stop(1, "dent-light")),
      shape("linearGradient", { id: `${this.gradient}-wood`, x1: 0, x2: 0.25, y2: 1 },
        stop(0, "wood-light"), stop(1, "wood-dark")));
  }

  static #number = 0;

  /// Draws the wood: a tile for each hole. The thick round strokes of the tiles join to one rounded shape.
  #wood() {
    const corners = this.layout.triangle ? HEXAGON : SQUARE;
    const tile = this.board.cells.map(([x, y]) => {
      const [cx, cy] = this.layout.place(x, y);
      const at = corners.map(([dx, dy]) => `${(cx + 10 * dx).toFixed(2)} ${(cy + 10 * dy).toFixed(2)}`);
      return `M${at.join("L")}Z`;
    });
    const dents = shape("g", { class: "dents" });
    this.board.cells.forEach((cell, hole) => this.#circle(dents, hole, 5.8, "dent"));
    for (const dent of dents.children) dent.setAttribute("fill", `url(#${this.gradient}-dent)`);
    const wood = `url(#${this.gradient}-wood)`;
    return shape("g", { "aria-hidden": "true" },
      shape("path", { class: "wood edge", d: tile.join(""), transform: "translate(0 1.6)" }),
      shape("path", { class: "wood", d: tile.join(""), fill: wood, stroke: wood }),
      dents);
  }

  /// Draws the names of columns and rows at the edges: below and at the left, or above if rows count from the top. The
  /// rows of a triangle are slanted, so the first and the last hole of each row are named.
  #edges() {
    const { board, layout } = this;
    const layer = shape("g", { class: "edges", "aria-hidden": "true" });
    const write = ([x, y], text) => layer.append(shape("text", { x, y }, text));
    if (layout.triangle) {
      const rows = Map.groupBy(board.cells.keys(), (hole) => board.cells[hole][1]);
      for (const holes of rows.values()) {
        for (const [hole, side] of [[holes[0], -1], [holes.at(-1), 1]]) {
          const [x, y] = board.cells[hole];
          write(layout.place(x + side * layout.beside, y), cellName(board, hole));
        }
      }
      return layer;
    }
    const fromTop = rowLabel(board, 0) === "0";
    const edge = fromTop ? -0.98 : board.height - 0.02;
    for (const y of new Set(board.cells.map(([, y]) => y))) write(layout.place(-0.98, y), rowLabel(board, y));
    for (const x of new Set(board.cells.map(([x]) => x))) write(layout.place(x, edge), columnLabel(board, x));
    return layer;
  }

  /// Sets the text size of labels to the text size of the page, if there is enough space on the board.
  #sizeLabels() {
    const scale = this.root.getScreenCTM()?.a;
    if (!scale) return;
    const most = this.layout.triangle && !hasDigits(this.board) ? 6 : 8;
    this.root.querySelector(".edges")?.setAttribute("font-size", Math.min(most, LABEL / scale).toFixed(2));
  }

  #hole(hole, onpick) {
    const [cx, cy] = this.layout.place(...this.board.cells[hole]);
    const ring = shape("circle", { class: "ring", cx, cy, r: 9.2 });
    const touch = shape("circle", { class: "touch", cx, cy, r: 10 });
    if (!onpick) return shape("g", { class: "hole" }, touch);
    return shape("g", {
      class: "hole", role: "button", tabindex: "-1", "data-hole": hole,
      onclick: () => {
        this.#moveCursor(hole);
        onpick(hole);
      },
      onfocus: () => this.#moveCursor(hole),
    }, touch, ring);
  }

  /// Lets a pressed peg follow the pointer.
  #listenToDrags(ongrab, ondrop) {
    const { root } = this;
    let ended = -Infinity;
    root.addEventListener("pointerdown", (event) => {
      const hole = Number(event.target.closest(".hole")?.dataset.hole ?? NaN);
      if (!event.isPrimary || event.button !== 0 || !this.pegs.has(hole)) return;
      this.drag = { hole, pointer: event.pointerId, x: event.clientX, y: event.clientY, isMoving: false };
    });
    root.addEventListener("pointermove", (event) => {
      const { drag } = this;
      if (drag?.pointer !== event.pointerId) return;
      if (!drag.isMoving) {
        if (Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < SLACK) return;
        drag.isMoving = true;
        root.setPointerCapture(drag.pointer);
        this.#moveCursor(drag.hole);
        ongrab(drag.hole);
        const peg = this.pegs.get(drag.hole);
        peg.classList.add("dragged");
        this.hand.append(peg);
      }
      const at = this.#inPicture(event);
      this.pegs.get(drag.hole).style.transform = `translate(${at[0]}px, ${at[1]}px)`;
      const near = this.#holeAt(at);
      this.holes.forEach((node, hole) => node.classList.toggle("near", hole === near && this.targets.includes(hole)));
    });
    root.addEventListener("pointerup", (event) => {
      const { drag } = this;
      if (drag?.pointer !== event.pointerId) return;
      this.#endDrag();
      if (!drag.isMoving) return;
      ended = event.timeStamp;
      ondrop(this.#holeAt(this.#inPicture(event)));
    });
    root.addEventListener("pointercancel", ({ pointerId }) => {
      const { drag } = this;
      if (drag?.pointer !== pointerId) return;
      this.#endDrag();
      if (drag.isMoving) ondrop(undefined);
    });
    // The click that ends a drag must not pick a hole.
    root.addEventListener("click", (event) => event.timeStamp - ended < 60 && event.stopPropagation(), true);
  }

  /// Releases a dragged peg. It moves back to its hole, or to its new hole if it has landed.
  #endDrag() {
    const { drag } = this;
    this.drag = undefined;
    if (!drag?.isMoving) return;
    for (const node of this.holes) node.classList.remove("near");
    const peg = this.pegs.get(drag.hole);
    peg.classList.remove("dragged");
    this.pegLayer.append(peg);
    this.#stand(peg, drag.hole);
  }

  /// Returns the position of a pointer in the picture.
  #inPicture({ clientX, clientY }) {
    const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(this.root.getScreenCTM().inverse());
    return [x, y];
  }

  /// Returns the hole near the point where a peg is dropped. Holes in which the peg can land are preferred.
  #holeAt([x, y]) {
    const far = (hole) => {
      const [cx, cy] = this.layout.place(...this.board.cells[hole]);
      return Math.hypot(cx - x, cy - y);
    };
    const nearest = (holes) => holes.reduce((best, hole) => (far(hole) < far(best) ? hole : best), holes[0]);
    const target = this.targets.length ? nearest(this.targets) : undefined;
    if (target !== undefined && far(target) < REACH) return target;
    const hole = nearest(this.board.cells.map((_, hole) => hole));
    return far(hole) < REACH ? hole : undefined;
  }

  #name(hole) {
    const node = this.holes[hole];
    if (!node.hasAttribute("role")) return;
    const notes = [cellName(this.board, hole), node.dataset.holds ?? "vacancy"];
    if (this.wants?.[hole] === true) notes.push("goal");
    const ways = this.glowing?.get(hole);
    if (ways !== undefined) notes.push(ways === "" ? "can win" : `can win in ${ways} ways`);
    if (this.excluded?.[hole]) notes.push("impossible");
    if (this.held === hole) notes.push("picked up");
    if (this.targets?.includes(hole)) notes.push("can land here");
    const name = notes.join(", ");
    if (node.getAttribute("aria-label") !== name) node.setAttribute("aria-label", name);
  }

  #key(event, onpick) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const direction = KEYS[event.key];
    if (direction) this.#step(direction);
    else if (event.key === "Enter" || event.key === " ") onpick(this.cursor);
    else if (event.key === "Escape" && this.oncancel) this.oncancel();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /// Moves the cursor to the nearest hole in a direction on the screen.
  #step([dx, dy]) {
    const at = this.layout.place(...this.board.cells[this.cursor]);
    let best, least = Infinity;
    this.board.cells.forEach((cell, hole) => {
      const [x, y] = this.layout.place(...cell);
      const ahead = (x - at[0]) * dx + (y - at[1]) * dy;
      const aside = Math.abs((x - at[0]) * dy) + Math.abs((y - at[1]) * dx);
      if (ahead < 1 || aside > ahead * 1.2) return;
      if (ahead + 2 * aside < least) [best, least] = [hole, ahead + 2 * aside];
    });
    if (best === undefined) return;
    this.#moveCursor(best);
    this.focus();
  }

  #moveCursor(hole) {
    this.holes[this.cursor].setAttribute("tabindex", "-1");
    this.holes[hole].setAttribute("tabindex", "0");
    this.cursor = hole;
  }

  #middle() {
    const [width, height] = this.layout.size;
    const far = this.board.cells.map((cell) => {
      const [x, y] = this.layout.place(...cell);
      return Math.hypot(x - width / 2, y - height / 2);
    });
    return far.indexOf(Math.min(...far));
  }

  #isStep({ from, over, to }, isBack, pegs) {
    const [gone, come] = isBack ? [to, from] : [from, to];
    return this.pegs.has(gone) && !this.pegs.has(come) && pegs[come] && !pegs[gone]
      && this.pegs.has(over) !== isBack;
  }

  #stand(peg, hole) {
    const [x, y] = this.layout.place(...this.board.cells[hole]);
    peg.style.transform = `translate(${x}px, ${y}px)`;
  }

  #add(hole) {
    const peg = shape("g", { class: "peg" },
      shape("ellipse", { class: "shadow", cx: 0.7, cy: 1.5, rx: 7.3, ry: 7.1 }),
      shape("circle", { r: 7, fill: `url(#${this.gradient})` }),
      shape("ellipse", { class: "shine", cx: -2.2, cy: -2.7, rx: 1.9, ry: 1.3 }));
    this.#stand(peg, hole);
    this.pegLayer.append(peg);
    this.pegs.set(hole, peg);
  }

  #remove(hole, slowly) {
    const peg = this.pegs.get(hole);
    this.pegs.delete(hole);
    if (!slowly) return peg.remove();
    peg.classList.add("gone");
    setTimeout(() => peg.remove(), 260);
  }

  #circle(layer, hole, r, name) {
    const [cx, cy] = this.layout.place(...this.board.cells[hole]);
    layer.append(shape("circle", { cx, cy, r, class: name }));
  }

  #arrow({ from, to }, name) {
    const [ax, ay] = this.layout.place(...this.board.cells[from]);
    const [bx, by] = this.layout.place(...this.board.cells[to]);
    const [dx, dy] = [(bx - ax) / Math.hypot(bx - ax, by - ay), (by - ay) / Math.hypot(bx - ax, by - ay)];
    const [tx, ty] = [bx - 3 * dx, by - 3 * dy];
    const wing = (side) => `M${tx} ${ty}L${tx - 5 * dx + side * 4 * dy} ${ty - 5 * dy - side * 4 * dx}`;
    const d = `M${ax + 3 * dx} ${ay + 3 * dy}L${tx} ${ty}${wing(1)}${wing(-1)}`;
    this.over.append(shape("path", { class: "casing", d }), shape("path", { class: name, d }));
  }
}
