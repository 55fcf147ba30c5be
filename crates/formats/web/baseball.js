// Colour baseball on the page: bases on a ring or a line, tokens in the colours of their bases, one hole. It steps
// through a plan, or is played by hand: a token next to the hole moves into it.

import { ICONS, button, element, icon, keepInSight, shape, spoken } from "./page.js";
import { counted } from "./notation.js";

const stepInWords = ({ token, from, to }) => `token ${token} from base ${from} to base ${to}`;

/// Returns the neighbours of a base.
export function neighbours(track, bases, base) {
  const both = [base + 1, base - 1];
  const inside = track === "ring" && bases > 2 ? both.map((b) => (b + bases) % bases) : both;
  return inside.filter((b) => b >= 0 && b < bases);
}

/// Returns the tokens of every base after a step, or nothing if the step is not allowed.
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

/// Shows a puzzle of colour baseball, with a plan if the data contain one.
export function showTrack(host, data) {
  let line = data.plan ?? [];
  let at = 0;
  let states = replay(data, line);
  const track = element("div", { class: "board-host" });
  const caption = element("p", { class: "caption", role: "status", "aria-live": "polite" });
  const list = element("ol", { class: "moves", id: "moves" });
  const title = element("h2", {});
  const go = (to) => {
    at = Math.max(0, Math.min(line.length, to));
    draw();
  };
  const control = (name, label, act) => button(icon(ICONS[name]), label, act, { class: "control", id: name });
  const step = (one) => {
    const next = afterStep(data, states[at], one);
    if (!next) return;
    const isNext = line[at] && JSON.stringify(line[at]) === JSON.stringify(one);
    if (!isNext) {
      line = [...line.slice(0, at), one];
      states = [...states.slice(0, at + 1), next];
    }
    go(at + 1);
  };
  const controls = {
    first: control("first", "to the start (Home)", () => go(0)),
    back: control("back", "a step back (←)", () => go(at - 1)),
    on: control("on", "a step on (→)", () => go(at + 1)),
    last: control("last", "to the end (End)", () => go(line.length)),
  };
  const restart = button("Restart", "back to the start and to the plan", () => {
    line = data.plan ?? [];
    states = replay(data, line);
    go(0);
  }, { id: "restart" });
  host.replaceChildren(element("div", { class: "player" },
    element("div", { class: "stage" }, track, caption,
      element("div", { class: "transport", role: "group", "aria-label": "plan" }, ...Object.values(controls)),
      element("div", { class: "actions" }, restart),
      element("p", { class: "legend" }, element("span", { class: "rule" },
        "A token beside the hole moves into it; every token wants the base of its own colour."))),
    element("section", { class: "card side", "aria-label": "steps" }, title, list)));
  document.addEventListener("keydown", (event) => {
    const ways = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: line.length };
    if (!(event.key in ways) || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    go(ways[event.key]);
  });

  function draw() {
    const focused = document.activeElement?.dataset?.token;
    track.replaceChildren(picture(data, states[at], step));
    if (focused) track.querySelector(`[data-token="${focused}"]`)?.focus();
    const isHome = states[at].every((tokens, base) => tokens.every((token) => token === base));
    const end = isHome ? " Every token is home." : "";
    caption.textContent = at === 0
      ? `Start.${line[0] ? ` First: ${stepInWords(line[0])}.` : ""}`
      : `Step ${at} of ${line.length}: ${stepInWords(line[at - 1])}.${end}`;
    title.textContent = line.length ? counted(line.length, "step") : "No step yet";
    const entry = (number, ...content) => element("li", {}, element("button", {
      type: "button", "data-at": number, onclick: () => go(number),
      "aria-current": number === at ? "step" : undefined,
    }, ...content));
    list.replaceChildren(entry(0, "start"), ...line.map((one, i) =>
      entry(i + 1, ...spoken(`${one.token}: ${one.from} → ${one.to}`, `step ${i + 1}: ${stepInWords(one)}`))));
    keepInSight(list, list.children[at]);
    for (const name of ["first", "back"]) controls[name].setAttribute("aria-disabled", String(at === 0));
    for (const name of ["on", "last"]) controls[name].setAttribute("aria-disabled", String(at === line.length));
  }
  draw();
}

function replay(data, line) {
  const states = [data.start];
  line.forEach((one, index) => {
    const next = afterStep(data, states.at(-1), one);
    if (!next) throw new Error(`step ${index + 1} of the plan cannot be made`);
    states.push(next);
  });
  return states;
}

/// Draws the track: bases around a circle, or in a row.
function picture(data, bases, onstep) {
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
  const root = shape("svg", { class: "board track", viewBox: `0 0 ${size[0]} ${size[1]}`, role: "group", "aria-label": "the track" });
  if (round) root.append(shape("circle", { class: "way", cx: size[0] / 2, cy: size[1] / 2 - 4, r: radius }));
  else root.append(shape("path", { class: "way", d: `M${middle(0)}L${middle(number - 1)}` }));
  const hole = bases.findIndex((tokens) => tokens.length < capacity);
  bases.forEach((tokens, base) => {
    const [x, y] = middle(base);
    root.append(
      shape("rect", { class: "base", x: x - wide / 2, y: y - 16, width: wide, height: 32, rx: 16 }),
      shape("rect", { class: "own", fill: colours[base][0], x: x - wide / 2 + 12, y: y + 18, width: wide - 24, height: 4, rx: 2 }),
      shape("text", { class: "base-name", x, y: y + 30 }, `base ${base}`));
    for (let place = 0; place < capacity; place++) {
      const cx = x - (22 * (capacity - 1)) / 2 + 22 * place;
      const token = tokens[place];
      if (token === undefined) {
        root.append(shape("circle", { class: "dent", cx, cy: y, r: 8 }));
        continue;
      }
      const may = neighbours(track, number, base).includes(hole);
      const one = { token, from: base, to: hole };
      const name = `token ${token} on base ${base}${may ? `, moves to base ${hole}` : ""}`;
      const drawn = [
        shape("circle", { class: "token", fill: colours[token][0], cx, cy: y, r: 10 }),
        shape("text", { class: "token-name", "aria-hidden": "true", fill: colours[token][1], x: cx, y: y + 3.5 }, String(token)),
      ];
      root.append(may
        ? shape("g", {
          class: "hole", role: "button", tabindex: "0", "aria-label": name, "data-token": `${token}-${base}-${place}`,
          onclick: () => onstep(one),
          onkeydown: (event) => {
            if (event.key !== "Enter" && event.key !== " ") return;
            event.preventDefault();
            onstep(one);
          },
        }, ...drawn, shape("circle", { class: "ring", cx, cy: y, r: 11.5 }))
        : shape("g", { role: "img", "aria-label": name }, ...drawn));
    }
  });
  return root;
}
