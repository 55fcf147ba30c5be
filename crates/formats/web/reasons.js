// The explanation panel: one sentence first, its weights on the board of the game, then the formula. Closing it removes
// the weights.

import { criterionInWords, folded, inFull, inPlainWords, sums, tellingWeights } from "./certificate.js";
import { button, element } from "./page.js";

/// Sentences for certificates that are not from a criterion, by the kind of the certificate.
const BY_SEARCH = {
  exhaustive: "No: every position that can be reached was visited, and none of them is the goal.",
  proof: "No: a formula that describes every game has no solution; the proof was checked.",
  cubes: "No: a formula that describes every game has no solution; the proofs were checked.",
};

export class ReasonPanel {
  /// `onclose` is called when the user closes the panel.
  constructor(host, onclose) {
    this.host = host;
    this.content = element("div", { class: "content" });
    this.title = element("h2", { id: "reason-title", tabindex: -1 });
    host.replaceChildren(
      element("div", { class: "head" }, this.title, button("×", "close the explanation", () => {
        this.close();
        onclose();
      }, { id: "close-reason", "aria-label": "close the explanation" })),
      this.content);
    host.addEventListener("keydown", (event) => event.key === "Escape" && host.querySelector("#close-reason").click());
  }

  get isOpen() {
    return !this.host.hidden;
  }

  /// Moves the focus to the beginning of the text.
  focus() {
    this.title.focus({ preventScroll: true });
  }

  /// Opens the panel with a message, while the criteria are evaluated or after an error.
  say(title, text, name = "faint") {
    this.host.hidden = false;
    this.host.closest("main").classList.add("explaining");
    this.title.textContent = title;
    this.content.replaceChildren(element("p", { class: name }, text));
  }

  close() {
    this.view?.shade(null);
    this.view = this.weighed = undefined;
    this.host.hidden = true;
    this.host.closest("main").classList.remove("explaining");
  }

  /// Shows the results of the criteria. `certificate` is an answer (JSON) with a certificate against the puzzle, if
  /// there is one. `isWinnable` is true if a plan is known.
  show(puzzle, criteria, { view, pegs, certificate, isWinnable }) {
    [this.puzzle, this.view, this.pegs] = [puzzle, view, pegs];
    const refuting = criteria.filter((one) => one.refutes);
    const [silent, [first, ...others]] = [criteria.filter((one) => !one.refutes), refuting];
    this.sums = element("div", { class: "sums", "aria-live": "polite" });
    const isInfeasible = first || certificate;
    this.title.textContent = isInfeasible ? "This puzzle cannot be won" : isWinnable ? "This puzzle can be won" : "No test rules this puzzle out";
    const sentence = first ? inPlainWords(first, puzzle) : certificate
      ? BY_SEARCH[certificate.certificate?.kind] ?? "No: no sequence of jumps reaches the goal, and the proof was checked." : isWinnable
        ? "Yes: a solution is known, so no test below can rule the puzzle out."
        : `No fast test rules the puzzle out. It may still be impossible; press Solve to find out.`;
    this.content.replaceChildren(
      element("p", { class: "plain" }, sentence),
      this.sums,
      ...folded("Full proof", first, () => [element("h3", {}, `Impossible, by ${criterionInWords(first.name)}`),
        ...this.#choice(first), ...inFull(first)]),
      ...folded(`Other proofs (${others.length})`, others.length, () => others.map((one) => this.#article(one))),
      ...folded(`Inconclusive tests (${silent.length})`, silent.length, () => silent.map((one) => this.#article(one))));
    const weighed = first && tellingWeights(first);
    if (weighed) this.#weigh(first.name, weighed);
    else this.view.shade(null);
  }

  /// Handles a new position: also shows its sum.
  follow(pegs) {
    this.pegs = pegs;
    if (this.isOpen) this.#showSums();
  }

  /// Shows weights on the board.
  #weigh(name, weighed) {
    this.weighed = [name, weighed];
    this.view.shade(weighed.by_hole);
    this.#showSums();
    for (const choice of this.content.querySelectorAll("button.weights-of")) {
      choice.setAttribute("aria-pressed", String(choice.weighed === weighed));
    }
  }

  #showSums() {
    if (!this.weighed) return;
    const now = this.pegs === this.puzzle.start ? undefined : this.pegs;
    this.sums.replaceChildren(...sums(this.puzzle, ...this.weighed, now),
      element("p", { class: "faint sum" }, `On the board: ${this.weighed[1].title}; a thick ring marks a peg.`));
  }

  /// Creates buttons that each show one set of weights on the board.
  #choice({ name, weights = [] }) {
    return weights.map((weighed) => {
      const made = button(weights.length > 1 ? weighed.title : "Show on the board", `put these weights on the board`,
        () => this.#weigh(name, weighed),
        { class: "weights-of", "aria-pressed": String(this.weighed?.[1] === weighed) });
      return Object.assign(made, { weighed });
    });
  }

  #article(one) {
    return element("article", { class: "criterion" },
      element("h3", {}, criterionInWords(one.name)),
      ...(one.refutes ? [element("p", {}, inPlainWords(one, this.puzzle))] : []),
      ...this.#choice(one), ...inFull(one));
  }
}
