// A report with tables that can be sorted and filtered. A link to a puzzle opens it.

import { filterable, sortable } from "./tables.js";

const by = (id) => document.getElementById(id);

for (const table of document.querySelectorAll("table.sortable")) sortable(table);
const cells = document.querySelector("#cells table");
if (cells) filterable(cells, by("filter"), by("shown"));

function openTarget() {
  const target = location.hash && by(location.hash.slice(1));
  if (target && target.tagName === "DETAILS") target.open = true;
}
addEventListener("hashchange", openTarget);
openTarget();
