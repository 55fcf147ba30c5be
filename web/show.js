// A page by itself: what it shows stands in it as data.

import { Player } from "./player.js";
import { readPlan, readPuzzle } from "./rules.js";
import { showCriteria } from "./certificate.js";
import { showTrack } from "./baseball.js";

const data = JSON.parse(document.getElementById("data").textContent);
const host = document.getElementById("live");

if (data.game === "baseball") showTrack(host, data);
else {
  const puzzle = readPuzzle(data);
  if (data.criteria) {
    const reason = document.getElementById("reason");
    reason.hidden = false;
    showCriteria(reason, puzzle, data.criteria);
  }
  const player = new Player(host, puzzle);
  try {
    if (data.plan) player.setPlan(readPlan(puzzle, data.plan));
  } catch (error) {
    player.say(`The plan does not hold: ${error.message}.`);
  }
}
