// The formatter: indents PDDL by its parentheses. Line breaks and comments stay as they are.

/// The text with each line indented by two spaces for each list around it, and without spaces at its end.
export function indented(text) {
  let depth = 0;
  const lines = text.split("\n").map((line) => {
    const trimmed = line.trim();
    // Parentheses that close at the start of a line belong to the line of their list.
    const closing = /^\)*/.exec(trimmed)[0].length;
    const shown = trimmed && " ".repeat(2 * Math.max(0, depth - closing)) + trimmed;
    for (const symbol of trimmed.replace(/;.*$/, "")) {
      if (symbol === "(") depth += 1;
      if (symbol === ")") depth = Math.max(0, depth - 1);
    }
    return shown;
  });
  return lines.join("\n");
}
