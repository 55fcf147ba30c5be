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
  if (data.criteria) showCriteria(document.getElementById("reason"), puzzle, data.criteria);
  new Player(host, puzzle, { plan: data.plan ? readPlan(puzzle, data.plan) : [] });
}
