// Colour baseball on the page: bases on a ring or a line, tokens in the colours of their bases, one hole. The user
// steps through a plan, or plays by hand: a token next to the hole moves into it.

import { control, element, iconButton, keepInSight, shape, spoken } from "./page.js";
import { counted } from "./notation.js";

const stepInWords = ({ token, from, to }) => `token ${token} from base ${from} to base ${to}`;

/// Returns the neighbours of a base.
export function neighbours(track, bases, base) {
  const both = [base + 1, base - 1];
  const inside = track === "ring" && bases > 2 ? both.map((b) => (b + bases) % bases) : both;
  return inside.filter((b) => b >= 0 && b < bases);
}

/// Returns the tokens on every base after a step, or nothing if the step is not allowed.
export function afterStep({ track, capacity }, bases, { token, from, to }) {
  const may = bases[from]?.includes(token) && bases[to]?.length < capacity
    && neighbours(track, bases.length, from).includes(to);
  if (!may) return undefined;
  const next = bases.map((tokens) => tokens.slice());
  next[from].splice(next[from].indexOf(token), 1);
  next[to].push(token);
  next[to].sort((a, b) => a - b);
  return next;
}

/// Writes a puzzle of colour baseball that begins with these tokens on the bases, as a puzzle file for the program.
export const writeTrack = ({ name, track, capacity, goal }, start) => [
  "[[puzzle]]", `name = "${name}"`, 'game = "baseball"', `track = "${track}"`, `capacity = ${capacity}`,
  `start = ${JSON.stringify(start)}`, `goal = ${JSON.stringify(goal)}`, "",
].join("\n");

const textOfBases = (bases) => JSON.stringify(bases);

/// A game of colour baseball in a host element, with a plan if the data contain one. `more` are additional buttons.
export class TrackPlayer {
  constructor(host, data, { more = [] } = {}) {
    Object.assign(this, { host, data, line: [], at: 0, states: [data.start], ways: new Map() });
    this.#build(more);
    this.onkey = (event) => this.#key(event);
    document.addEventListener("keydown", this.onkey);
    this.follow(data.plan ?? []);
  }

  /// Returns the tokens on every base.
  get bases() {
    return this.states[this.at];
  }

  get isHome() {
    return textOfBases(this.bases) === textOfBases(this.data.goal);
  }

  /// Records a plan from the current position, for hints.
  learn(plan) {
    let bases = this.bases;
    for (const step of plan) {
      this.ways.set(textOfBases(bases), step);
      bases = afterStep(this.data, bases, step);
    }
  }

  /// Continues with a plan from the current position.
  follow(plan) {
    this.learn(plan);
    this.line = [...this.line.slice(0, this.at), ...plan];
    this.states = this.states.slice(0, this.at + 1);
    for (const [index, step] of plan.entries()) {
      const next = afterStep(this.data, this.states.at(-1), step);
      if (!next) throw new Error(`step ${index + 1} can't be made`);
      this.states.push(next);
    }
    this.#draw();
  }

  /// Returns the next step of a known solution, if there is one.
  get advice() {
    return this.ways.get(textOfBases(this.bases));
  }

  /// Shows the next step of a known solution.
  hint() {
    this.#draw(this.advice);
    this.caption.textContent = `Hint: ${stepInWords(this.advice)}.`;
  }

  goTo(at) {
    this.at = Math.max(0, Math.min(this.line.length, at));
    this.#draw();
  }

  close() {
    document.removeEventListener("keydown", this.onkey);
    this.host.replaceChildren();
  }

  #build(more) {
    const to = (at) => () => this.goTo(at());
    this.track = element("div", { class: "board-host" });
    this.caption = element("p", { class: "caption", role: "status", "aria-live": "polite" });
    this.list = element("ol", { class: "moves", id: "moves" });
    this.title = element("h2", {});
    this.pictures = element("div", { class: "pictures" });
    this.fold = element("details", { class: "save step-pictures", ontoggle: () => this.#drawPictures() },
      element("summary", {}, "A picture of each step"), this.pictures);
    this.backward = [control("first", "to the start (Home)", to(() => 0)), control("back", "a step back (←)", to(() => this.at - 1)),
      iconButton("undo", "Undo", "undo the last step (U)", to(() => this.at - 1)),
      iconButton("restart", "Restart", "back to the start (R)", to(() => 0))];
    this.forward = [control("on", "one step forward (→)", to(() => this.at + 1)), control("last", "to the end (End)", to(() => this.line.length)),
      iconButton("redo", "Redo", "repeat the step that was taken back (N)", to(() => this.at + 1))];
    const [start, back, undo, restart] = this.backward;
    const [on, last, redo] = this.forward;
    this.host.replaceChildren(element("div", { class: "player" },
      element("div", { class: "stage" }, this.track,
        element("div", { class: "actions", role: "group", "aria-label": "game" }, undo, redo, restart, ...more), this.caption,
        element("div", { class: "transport", role: "group", "aria-label": "solution" }, start, back, on, last),
        element("p", { class: "legend" }, element("span", { class: "rule" },
          "A token next to the hole moves into it. Every token must reach the base of its own colour.")), this.fold),
      element("section", { class: "card side", "aria-label": "steps" }, this.title, this.list)));
  }

  /// Plays a step by hand.
  #step(one) {
    const next = afterStep(this.data, this.bases, one);
    if (!next) return;
    if (textOfBases(this.states[this.at + 1]) !== textOfBases(next)) {
      this.line = [...this.line.slice(0, this.at), one];
      this.states = [...this.states.slice(0, this.at + 1), next];
    }
    this.goTo(this.at + 1);
  }

  #key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest?.("input, textarea, select, dialog")) return;
    const { at, line } = this;
    const places = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: line.length, u: at - 1, n: at + 1, r: 0 };
    if (!(event.key in places)) return;
    event.preventDefault();
    this.goTo(places[event.key]);
  }

  #draw(hint) {
    const { at, line, data } = this;
    const focused = document.activeElement?.dataset?.token;
    this.track.replaceChildren(picture(data, this.bases, (one) => this.#step(one), hint));
    if (focused) this.track.querySelector(`[data-token="${focused}"]`)?.focus();
    const end = this.isHome ? " Every token is home." : "";
    this.caption.textContent = at === 0
      ? `Start.${line[0] ? ` First: ${stepInWords(line[0])}.` : ""}`
      : `Step ${at} of ${line.length}: ${stepInWords(line[at - 1])}.${end}`;
    this.title.textContent = line.length ? counted(line.length, "step") : "No step yet";
    const entry = (number, ...content) => element("li", {}, element("button", {
      type: "button", "data-at": number, onclick: () => this.goTo(number),
      "aria-current": number === at ? "step" : undefined,
    }, ...content));
    this.list.replaceChildren(entry(0, "start"), ...line.map((one, i) =>
      entry(i + 1, ...spoken(`${one.token}: ${one.from} → ${one.to}`, `step ${i + 1}: ${stepInWords(one)}`))));
    keepInSight(this.list, this.list.children[at]);
    for (const node of this.backward) node.setAttribute("aria-disabled", String(at === 0));
    for (const node of this.forward) node.setAttribute("aria-disabled", String(at === line.length));
    this.fold.hidden = line.length === 0;
    this.#drawPictures();
  }

  /// Draws the position after each step, as long as the pictures are unfolded.
  #drawPictures() {
    const drawn = textOfBases(this.states);
    if (!this.fold.open || this.drawn === drawn) return;
    this.drawn = drawn;
    this.pictures.replaceChildren(...this.states.map((bases, number) => {
      const one = this.line[number - 1];
      return element("figure", {}, picture(this.data, bases),
        element("figcaption", {}, one ? `${number}. ${one.token}: ${one.from} → ${one.to}` : "start"));
    }));
  }
}

/// Draws the track: bases around a circle, or in a row. Without `onstep`, the picture is not interactive.
function picture(data, bases, onstep, hint) {
  const { track, capacity, colours } = data;
  const number = bases.length;
  const wide = 22 * capacity + 12;
  const round = track === "ring" && number > 2;
  const radius = round ? Math.max(70, (number * (wide + 18)) / (2 * Math.PI)) : 0;
  const size = round ? [2 * radius + wide + 20, 2 * radius + 60] : [number * (wide + 14) + 14, 76];
  const middle = (base) => {
    if (!round) return [14 + wide / 2 + base * (wide + 14), 34];
    const angle = (2 * Math.PI * base) / number - Math.PI / 2;
    return [size[0] / 2 + radius * Math.cos(angle), size[1] / 2 - 4 + radius * Math.sin(angle)];
  };
  const root = shape("svg", { class: "board track", viewBox: `0 0 ${size[0]} ${size[1]}`, role: onstep ? "group" : "img", "aria-label": "the track" });
  if (round) root.append(shape("circle", { class: "way", cx: size[0] / 2, cy: size[1] / 2 - 4, r: radius }));
  else root.append(shape("path", { class: "way", d: `M${middle(0)}L${middle(number - 1)}` }));
  const hole = bases.findIndex((tokens) => tokens.length < capacity);
  bases.forEach((tokens, base) => {
    const [x, y] = middle(base);
    root.append(
      shape("rect", { class: "base", x: x - wide / 2, y: y - 16, width: wide, height: 32, rx: 16 }),
      shape("text", { class: "base-name", x, y: y + 30 }, `base ${base}`),
      shape("rect", { class: "own", fill: colours[base][0], x: x - wide / 2 + 12, y: y + 18, width: wide - 24, height: 4, rx: 2 }));
    for (let place = 0; place < capacity; place++) {
      const cx = x - (22 * (capacity - 1)) / 2 + 22 * place;
      const token = tokens[place];
      if (token === undefined) {
        root.append(shape("circle", { class: "dent", cx, cy: y, r: 8 }));
        continue;
      }
      const may = onstep && neighbours(track, number, base).includes(hole);
      const one = { token, from: base, to: hole };
      const name = `token ${token} on base ${base}${may ? `, moves to base ${hole}` : ""}`;
      const drawn = [
        shape("circle", { class: "token", fill: colours[token][0], cx, cy: y, r: 10 }),
        shape("text", { class: "token-name", "aria-hidden": "true", fill: colours[token][1], x: cx, y: y + 3.5 }, String(token)),
      ];
      root.append(may
        ? shape("g", {
          class: hint?.token === token && hint.from === base ? "hole hinted" : "hole", role: "button", tabindex: "0", "aria-label": name, "data-token": `${token}-${base}-${place}`,
          onclick: () => onstep(one),
          onkeydown: (event) => {
            if (event.key !== "Enter" && event.key !== " ") return;
            event.preventDefault();
            onstep(one);
          },
        }, ...drawn, shape("circle", { class: "ring", cx, cy: y, r: 11.5 }))
        : shape("g", onstep ? { role: "img", "aria-label": name } : {}, ...drawn));
    }
  });
  return root;
}
