// Saves the link, files and pictures of the puzzle and of the current game.

import { planText } from "./notation.js";
import { button, copyLink, keepFile } from "./page.js";
import { writePlan, writePuzzle } from "./rules.js";
import { askText } from "./server.js";

/// Creates the buttons. `current()` returns puzzle, game and certificate. `told()` returns the puzzle in the format of
/// a request.
export function downloads({ say, told, current }) {
  const keep = (ending, text, type) => keepFile(`${current().puzzle.name ?? "puzzle"}.${ending}`, text, say, type);
  const save = (name, what, ending, type) => button(name, `save ${name}`, async () => {
    try {
      const { puzzle, game } = current();
      const body = { puzzle: told(), what };
      if (game.line.length) body.plan = writePlan(puzzle.board, game.line);
      keep(ending, await askText("/api/download", body), type);
    } catch (error) {
      say(error.message);
    }
  });
  return [
    button("Copy the link", "copy a link to this game", () => copyLink(say)),
    button("Moves", "save the moves of the game as text for saut check", () =>
      keep("plan", planText(current().puzzle.board, current().game.played))),
    button("Puzzle", "save the puzzle file", () => keep("toml", writePuzzle(current().puzzle))),
    save("Picture", "svg", "svg", "image/svg+xml"),
    save("Animation", "animation", "animation.svg", "image/svg+xml"),
    save("Web page", "html", "html", "text/html"),
    button("Proof", "save the proof that the puzzle is impossible", () => {
      const { certificate } = current();
      if (!certificate) return say("There is no proof yet. Solve an impossible puzzle first.");
      keep("json", JSON.stringify(certificate), "application/json");
    }),
    save("DIMACS", "dimacs", "cnf"),
    save("SMT-LIB", "smtlib", "smt2"),
    save("PDDL", "pddl", "pddl"),
  ];
}
