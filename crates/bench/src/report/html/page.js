"use strict";
// Tables: a click on a heading sorts, and once more sorts the other way; the unknown stays last.
for (const table of document.querySelectorAll("table.sortable")) {
  const heads = [...table.tHead.rows[0].cells], body = table.tBodies[0];
  heads.forEach((head, column) => head.querySelector("button").addEventListener("click", () => {
    const numbers = head.classList.contains("n");
    const now = head.getAttribute("aria-sort");
    const up = now ? now === "descending" : true;
    heads.forEach((other) => other.removeAttribute("aria-sort"));
    head.setAttribute("aria-sort", up ? "ascending" : "descending");
    const key = (row) => {
      const cell = row.cells[column];
      if (!numbers) return cell.textContent.trim();
      return cell.dataset.v === undefined ? null : Number(cell.dataset.v);
    };
    const keyed = [...body.rows].map((row) => [key(row), row]);
    const words = new Intl.Collator("en", { numeric: true }).compare;
    keyed.sort(([a], [b]) => {
      if (a === null || b === null) return (a === null) - (b === null);
      const order = numbers ? a - b : words(a, b);
      return up ? order : -order;
    });
    body.append(...keyed.map(([, row]) => row));
  }));
}
// The filter: rows that have all the words typed.
const filter = document.getElementById("filter");
if (filter) {
  const rows = [...document.querySelector("#cells table").tBodies[0].rows];
  const texts = rows.map((row) => row.textContent.toLowerCase());
  const count = document.getElementById("shown");
  filter.addEventListener("input", () => {
    const words = filter.value.toLowerCase().split(/\s+/);
    let shown = 0;
    rows.forEach((row, index) => {
      const fits = words.every((word) => texts[index].includes(word));
      row.hidden = !fits;
      shown += fits;
    });
    count.textContent = shown + " of " + rows.length + " rows";
  });
}
// A link to a puzzle opens it.
const open = () => {
  const target = location.hash && document.getElementById(location.hash.slice(1));
  if (target && target.tagName === "DETAILS") target.open = true;
};
addEventListener("hashchange", open);
open();
