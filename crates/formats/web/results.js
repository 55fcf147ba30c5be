// The user's results: the number of solved puzzles, with export, import and deletion, and the setting for sounds.

import { dayOf } from "./memory.js";
import { counted } from "./notation.js";
import { download } from "./page.js";

/// Connects the buttons of the section "My results".
export function listenToResults(memory) {
  const by = (id) => document.getElementById(`memory-${id}`);
  const sound = document.getElementById("sound");
  const tellResult = (text) => (by("problem").textContent = text);
  const show = () => {
    const streak = memory.streak(new Date());
    const days = streak ? ` Puzzle of the day: ${counted(streak, "day")} in a row.` : "";
    const place = memory.isKept ? "The results are stored only in this browser."
      : "This browser forgets the results when the page is closed.";
    by("facts").textContent = `${counted(memory.number, "puzzle")} solved.${days} ${place}`;
    sound.setAttribute("aria-pressed", String(memory.setting("sound") === true));
  };
  document.getElementById("memory").addEventListener("toggle", show);
  by("export").onclick = () => {
    download(`saut-results-${dayOf(new Date())}.json`, memory.text(), "application/json");
    tellResult("Saved to your downloads.");
  };
  by("import").onchange = async () => {
    const [file] = by("import").files;
    if (!file) return;
    try {
      tellResult(`Added: ${counted(memory.take(await file.text()), "solved puzzle")}.`);
    } catch (error) {
      tellResult(`${file.name}: ${error.message}.`);
    }
    by("import").value = "";
    show();
  };
  let isAsked = false;
  by("forget").onclick = () => {
    if (isAsked) memory.forget();
    tellResult(isAsked ? "All results and games were deleted." : "Press again to forget all results and games.");
    by("forget").textContent = isAsked ? "Forget everything" : "Yes, forget everything";
    isAsked = !isAsked;
    show();
  };
  sound.onclick = () => {
    memory.set("sound", memory.setting("sound") !== true);
    show();
  };
  show();
}
