// The formatter indents PDDL by its parentheses. Line breaks and comments are not changed.

/// Returns the text with each line indented by two spaces per enclosing list, without trailing spaces.
export function indented(text) {
  let depth = 0;
  const lines = text.split("\n").map((line) => {
    const trimmed = line.trim();
    // Each closing parenthesis at the start of a line reduces its indentation.
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
