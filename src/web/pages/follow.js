// Shows a plan step by step: a picture of the state, its facts with marked changes, the list of steps, and a chart of
// parallel actions.

import { counted } from "./notation.js";
import { ICONS, button, element, icon, keepInSight } from "./page.js";

/// Maximum number of listed facts. Changed facts come first.
const MOST_FACTS = 300;
/// Maximum number of steps of a plan whose chart is drawn.
const MOST_BARS = 2_000;
const PAUSE = 700;

export class Follower {
  /// Creates the view in this element. `onstep` is called whenever a step is displayed.
  constructor(host, onstep) {
    this.host = host;
    this.onstep = onstep;
    this.picture = element("div", { class: "picture" });
    this.caption = element("p", { class: "caption", role: "status", "aria-live": "polite" });
    const control = (id, name, words, onclick, more = {}) => button(icon(ICONS[name]), words, onclick, { id, class: "control", ...more });
    this.controls = [
      control("first", "first", "to the initial state", () => this.goTo(0)),
      control("back", "back", "one step back", () => this.goTo(this.at - 1)),
      control("play", "play", "play the plan", () => this.toggle(), { class: "control play" }),
      control("on", "on", "one step forward", () => this.goTo(this.at + 1)),
      control("last", "last", "to the end", () => this.goTo(this.steps.length)),
    ];
    this.slider = element("input", { type: "range", min: 0, value: 0, "aria-label": "step", oninput: () => this.goTo(Number(this.slider.value)) });
    this.transport = element("div", { class: "transport", role: "group", "aria-label": "steps" }, this.slider, ...this.controls);
    this.listTitle = element("h2", {}, "Plan");
    this.list = element("ol", { class: "moves", id: "steps" });
    this.facts = element("ul", { class: "state-facts", id: "facts-of-state" });
    this.find = element("input", { type: "search", id: "find-fact", placeholder: "find", "aria-label": "find a fact", oninput: () => this.showFacts() });
    this.hidden = element("p", { class: "faint" });
    this.factsTitle = element("h2", { id: "state-title" }, "State");
    this.chart = element("div", { class: "chart", id: "chart" });
    this.chartTitle = element("h2");
    this.chartPart = element("section", { class: "chart-part", "aria-label": "parallel steps" }, this.chartTitle, this.chart);
    host.replaceChildren(
      element("div", { class: "stage" }, this.picture, this.caption, this.transport),
      element("section", { class: "side", "aria-label": "plan" }, this.listTitle, this.list),
      element("section", { class: "state", "aria-labelledby": "state-title" }, element("div", { class: "head" }, this.factsTitle, this.find), this.facts, this.hidden),
      this.chartPart,
    );
    addEventListener("keydown", (event) => this.key(event));
  }

  /// Shows a plan from its initial state on: `{start, steps}` from the server, and a picture if there is one.
  show({ start, steps }, grid, { hasCosts = false } = {}) {
    this.pause();
    Object.assign(this, { steps, grid, hasCosts });
    this.states = [new Set(start)];
    this.host.hidden = false;
    this.picture.replaceChildren(...(grid ? [grid.begin()] : []));
    this.picture.hidden = !grid;
    this.slider.max = steps.length;
    this.transport.hidden = steps.length === 0;
    const row = (number, text) => element("li", {}, button(text, `show the state after step ${number}`, () => this.goTo(number), { title: false }));
    this.list.replaceChildren(row(0, "start"), ...steps.map(({ step }, index) => row(index + 1, step.slice(1, -1))));
    this.list.parentElement.hidden = steps.length === 0;
    this.draw();
    this.goTo(0);
  }

  /// Returns the state after this number of steps. It is computed from the last known state.
  state(at) {
    while (this.states.length <= at) {
      const next = new Set(this.states.at(-1));
      const { added, removed } = this.steps[this.states.length - 1];
      removed.forEach((fact) => next.delete(fact));
      added.forEach((fact) => next.add(fact));
      this.states.push(next);
    }
    return this.states[at];
  }

  goTo(at) {
    this.at = Math.min(Math.max(at, 0), this.steps.length);
    const step = this.steps[this.at - 1];
    const spent = this.steps.slice(0, this.at).reduce((sum, { cost }) => sum + cost, 0);
    const cost = this.hasCosts ? `, cost ${spent} so far` : "";
    const words = step ? `Step ${this.at} of ${this.steps.length}: ${step.step}${cost}` : this.steps.length ? `The initial state, before ${counted(this.steps.length, "step")}` : "The initial state";
    this.caption.textContent = words;
    this.slider.value = this.at;
    this.slider.setAttribute("aria-valuetext", words);
    this.grid?.show(this.state(this.at), words);
    for (const [index, row] of [...this.list.children].entries()) {
      row.firstChild.toggleAttribute("aria-current", index === this.at);
      if (index === this.at) row.firstChild.setAttribute("aria-current", "step");
      row.classList.toggle("ahead", index > this.at);
    }
    keepInSight(this.list, this.list.children[this.at]);
    this.chart.querySelectorAll("[aria-current]").forEach((bar) => bar.removeAttribute("aria-current"));
    const bar = this.chart.querySelector(`[data-step="${this.at}"]`);
    if (bar) {
      bar.setAttribute("aria-current", "step");
      const [seen, place] = [this.chart.getBoundingClientRect(), bar.getBoundingClientRect()];
      if (place.left < seen.left || place.right > seen.right) this.chart.scrollLeft += place.left - seen.left - seen.width / 2;
    }
    const [isFirst, isLast] = [this.at === 0, this.at === this.steps.length];
    this.controls.forEach((control, index) => control.setAttribute("aria-disabled", String(index < 2 ? isFirst : index > 2 && isLast)));
    if (isLast) this.pause();
    this.showFacts();
    this.onstep?.(this.at);
  }

  /// Lists the facts of the state: added facts, deleted facts, then the others.
  showFacts() {
    const { added = [], removed = [] } = this.steps[this.at - 1] ?? {};
    const wanted = this.find.value.trim().toLowerCase();
    const now = this.state(this.at);
    const isNew = new Set(added);
    const rows = [
      ...added.map((fact) => ["added", fact]), ...removed.map((fact) => ["removed", fact]),
      ...[...now].filter((fact) => !isNew.has(fact)).sort().map((fact) => ["", fact]),
    ].filter(([, fact]) => fact.includes(wanted));
    const signs = { added: ["+", "new: "], removed: ["−", "no longer: "], "": ["", ""] };
    this.facts.replaceChildren(...rows.slice(0, MOST_FACTS).map(([kind, fact]) => element("li", { class: kind },
      element("span", { class: "sign", "aria-hidden": "true" }, signs[kind][0]), element("span", { class: "heard" }, signs[kind][1]), element("code", {}, fact))));
    const more = rows.length - MOST_FACTS;
    this.hidden.textContent = more > 0 ? `and ${more} more; type a part of a fact to find it` : "";
    this.factsTitle.textContent = this.at === 0 ? `State: ${counted(now.size, "fact")}` : `State after step ${this.at}: ${counted(now.size, "fact")}`;
  }

  /// Draws the chart, with a column for each parallel step. Actions with the same first object are in the same row.
  draw() {
    const timed = this.steps.map(({ step, at }, index) => ({ step, at, number: index + 1 })).filter(({ at }) => Number.isInteger(at));
    const columns = Math.max(0, ...timed.map(({ at }) => at + 1));
    this.chartPart.hidden = columns === timed.length || timed.length > MOST_BARS;
    const many = counted(this.steps.length, "action");
    this.listTitle.textContent = columns === timed.length && columns > 1 ? `${many}, one at a time` : many;
    this.chartTitle.textContent = `${many} in ${columns} parallel steps`;
    if (this.chartPart.hidden) return this.chart.replaceChildren();
    const rows = new Map();
    for (const one of timed) {
      const [name, first] = one.step.slice(1, -1).split(" ");
      const lane = first ?? name;
      const lanes = rows.get(lane) ?? rows.set(lane, []).get(lane);
      // If two actions with the same first object are parallel, an additional row is needed.
      const free = lanes.find((row) => !row.some(({ at }) => at === one.at));
      if (free) free.push(one);
      else lanes.push([one]);
    }
    const bar = ({ step, at, number }) => {
      const words = step.slice(1, -1);
      const [name, , ...rest] = words.split(" ");
      const seen = [name, ...rest].join(" ");
      const node = button(seen, `parallel step ${at + 1}: ${words}`, () => this.goTo(number), { class: "bar-of-step", "data-step": number, "aria-label": `${seen}, step ${number}` });
      return element("td", {}, node);
    };
    const line = (lane, row, index) => {
      const cells = Array.from({ length: columns }, (_, at) => {
        const one = row.find((other) => other.at === at);
        return one ? bar(one) : element("td", {});
      });
      return element("tr", {}, element("th", { scope: "row" }, index === 0 ? lane : element("span", { class: "heard" }, lane)), ...cells);
    };
    const head = element("tr", {}, element("td", {}), ...Array.from({ length: columns }, (_, at) => element("th", { scope: "col" }, `${at + 1}`)));
    const body = [...rows].flatMap(([lane, lanes]) => lanes.map((row, index) => line(lane, row, index)));
    this.chart.replaceChildren(element("table", {}, element("caption", { class: "heard" }, "actions that can be done at the same time, in any order"),
      element("thead", {}, head), element("tbody", {}, ...body)));
  }

  toggle() {
    if (this.playing) return this.pause();
    if (this.at === this.steps.length) this.goTo(0);
    this.playing = setInterval(() => this.goTo(this.at + 1), PAUSE);
    this.showPlay("pause", "pause");
    this.goTo(this.at + 1);
  }

  pause() {
    clearInterval(this.playing);
    this.playing = undefined;
    this.showPlay("play", "play the plan");
  }

  showPlay(name, words) {
    const [, , play] = this.controls;
    play.replaceChildren(icon(ICONS[name]));
    play.setAttribute("aria-label", words);
    play.title = words;
  }

  /// Arrow keys, Home and End select another step, except in elements that use these keys.
  key(event) {
    if (this.host.hidden || !this.steps?.length || event.ctrlKey || event.metaKey || event.altKey) return;
    const [target] = event.composedPath();
    if (target.closest?.("input, textarea, select, dialog, [contenteditable]")) return;
    const to = { ArrowLeft: this.at - 1, ArrowRight: this.at + 1, Home: 0, End: this.steps.length }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    this.pause();
    this.goTo(to);
  }
}
