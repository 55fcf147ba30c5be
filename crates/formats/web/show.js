// A standalone page, which contains its data.

import { Player } from "./player.js";
import { readPlan, readPuzzle } from "./rules.js";
import { showCriteria } from "./certificate.js";
import { TrackPlayer } from "./baseball.js";
import { difficultyOf, showGallery } from "./gallery.js";
import { element } from "./page.js";

const data = JSON.parse(document.getElementById("data").textContent);
const host = document.getElementById("live");

if (data.puzzles) {
  const gallery = document.getElementById("reason");
  gallery.hidden = false;
  gallery.setAttribute("aria-label", "puzzles");
  let shown;
  showGallery(gallery, data.puzzles, (entry) => {
    shown?.close();
    host.replaceChildren();
    shown = show(entry, element("div"));
    const facts = [entry.expect, difficultyOf(entry), entry.why].filter(Boolean).join(" · ");
    host.prepend(element("h2", {}, entry.title ?? entry.name), element("p", { class: "facts" }, facts));
    host.scrollIntoView();
  });
} else show(data, host);

/// Shows a puzzle of either game.
function show(entry, place) {
  host.append(...(place === host ? [] : [place]));
  if (entry.game === "baseball") return new TrackPlayer(place, entry);
  const puzzle = readPuzzle(entry);
  if (entry.criteria) {
    const reason = document.getElementById("reason");
    reason.hidden = false;
    showCriteria(reason, puzzle, entry.criteria);
  }
  const player = new Player(place, puzzle);
  try {
    if (entry.plan) player.setPlan(readPlan(puzzle, entry.plan));
  } catch (error) {
    player.say(`The solution is wrong: ${error.message}.`);
  }
  return player;
}
