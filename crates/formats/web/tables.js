// Tables that can be sorted and filtered. They are readable without JavaScript.

/// Sorts a table when a heading is clicked. A second click sorts in reverse order. Unknown values stay last.
export function sortable(table) {
  const heads = [...table.tHead.rows[0].cells];
  const body = table.tBodies[0];
  const words = new Intl.Collator("en", { numeric: true }).compare;
  heads.forEach((head, column) => head.querySelector("button").addEventListener("click", () => {
    const isNumeric = head.classList.contains("n");
    const now = head.getAttribute("aria-sort");
    const isUp = now ? now === "descending" : true;
    heads.forEach((other) => other.removeAttribute("aria-sort"));
    head.setAttribute("aria-sort", isUp ? "ascending" : "descending");
    const keyed = [...body.rows].map((row) => [keyOf(row.cells[column], isNumeric), row]);
    keyed.sort(([a], [b]) => {
      if (a === null || b === null) return (a === null) - (b === null);
      const order = isNumeric ? a - b : words(a, b);
      return isUp ? order : -order;
    });
    body.append(...keyed.map(([, row]) => row));
  }));
}

function keyOf(cell, isNumeric) {
  if (!isNumeric) return cell.textContent.trim();
  return cell.dataset.v === undefined ? null : Number(cell.dataset.v);
}

/// Shows the rows that contain all words of a field, and the number of these rows in `count`.
export function filterable(table, field, count) {
  const rows = [...table.tBodies[0].rows];
  const texts = rows.map((row) => row.textContent.toLowerCase());
  field.addEventListener("input", () => {
    const words = field.value.toLowerCase().split(/\s+/);
    const fits = texts.map((text) => words.every((word) => text.includes(word)));
    rows.forEach((row, index) => (row.hidden = !fits[index]));
    count.textContent = `${fits.filter(Boolean).length} of ${rows.length} rows`;
  });
}
