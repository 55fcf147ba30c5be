// An editor for PDDL: CodeMirror, with marked errors. The editor is in a shadow root with constructed style sheets,
// because the policy of the page forbids the style sheets that CodeMirror would add.

import {
  EditorState, EditorView, HighlightStyle, StreamLanguage, autocompletion, bracketMatching, completionKeymap, defaultKeymap, drawSelection, highlightActiveLine,
  history, historyKeymap, keymap, lineNumbers, lintGutter, setDiagnostics, syntaxHighlighting, tags,
} from "./codemirror.js";

/// The tokens of PDDL: comments, keywords with and without a colon, and variables.
const pddl = StreamLanguage.define({
  name: "pddl",
  token(stream) {
    if (stream.match(/;.*/)) return "comment";
    if (stream.match(/[()]/)) return "bracket";
    if (stream.match(/:[\w-]+/)) return "keyword";
    if (stream.match(/\?[^\s();?]*/)) return "variableName";
    if (stream.match(/[\d.]+(?=[\s()]|$)/)) return "number";
    if (stream.match(/(define|domain|problem|and|or|not|imply|forall|exists|when|either|increase|minimize)(?=[\s()]|$)/i)) return "operatorKeyword";
    if (!stream.match(/[^\s();?]+/)) stream.next();
    return null;
  },
  languageData: { commentTokens: { line: ";" } },
});

const colours = HighlightStyle.define([
  { tag: tags.comment, color: "var(--faint)", fontStyle: "italic" },
  { tag: tags.keyword, color: "var(--accent)", fontWeight: "600" },
  { tag: tags.operatorKeyword, fontWeight: "600" },
  { tag: tags.variableName, color: "var(--good)" },
  { tag: tags.number, color: "var(--accent)" },
  { tag: tags.bracket, color: "var(--faint)" },
]);

const look = EditorView.theme({
  "&": { height: "100%", color: "var(--ink)", backgroundColor: "var(--card)" },
  "&.cm-focused": { outline: "3px solid var(--accent)", outlineOffset: "-3px" },
  ".cm-scroller": { font: "var(--small)/1.5 ui-monospace, \"DejaVu Sans Mono\", monospace" },
  ".cm-content": { caretColor: "var(--ink)" },
  ".cm-cursor": { borderLeftColor: "var(--ink)" },
  ".cm-gutters": { backgroundColor: "var(--ground)", color: "var(--faint)", border: "none" },
  ".cm-activeLine": { backgroundColor: "color-mix(in srgb, var(--soft), transparent 55%)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": { backgroundColor: "var(--soft)" },
  "&.cm-focused .cm-matchingBracket": { backgroundColor: "var(--soft)", outline: "1px solid var(--accent)" },
  ".cm-lintRange-error": { backgroundImage: "none", borderBottom: "3px solid var(--bad)", backgroundColor: "color-mix(in srgb, var(--bad), transparent 80%)" },
  ".cm-lintRange-warning": { backgroundImage: "none", borderBottom: "2px dashed var(--accent)" },
  ".cm-tooltip": { backgroundColor: "var(--card)", color: "var(--ink)", border: "1px solid var(--line)", maxWidth: "32rem" },
  ".cm-tooltip-autocomplete > ul > li[aria-selected]": { backgroundColor: "var(--accent)", color: "var(--card)" },
  ".cm-lint-marker": { width: ".8em", height: ".8em" },
});

/// The keywords that are completed.
const KEYWORDS = `:requirements :types :constants :predicates :functions :constraints :derived :action :parameters :precondition
  :effect :domain :objects :init :goal :metric :strips :typing :negative-preconditions :disjunctive-preconditions :equality
  :quantified-preconditions :conditional-effects :derived-predicates :action-costs :numeric-fluents :preferences :adl
  define domain problem and or not imply forall exists when either increase decrease assign minimize maximize preference
  total-cost always sometime at-most-once sometime-after sometime-before`.split(/\s+/);

/// Completes keywords, and the names and variables in both texts.
const completing = (words) => (context) => {
  const word = context.matchBefore(/[:?]?[\w-]*/);
  if (!word || (word.from === word.to && !context.explicit)) return null;
  const typed = word.text.toLowerCase();
  const names = words().toLowerCase().replace(/;.*$/gm, "").match(/[:?]?[a-z][\w-]*/g) ?? [];
  // The word at the cursor is only offered if it occurs twice.
  const counts = new Map();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  const known = [...new Set([...KEYWORDS, ...names])].filter((name) => name !== typed || counts.get(name) > 1);
  const options = known.filter((name) => name[0] === typed[0] || !/^[:?]/.test(typed + name)).map((label) => ({
    label, type: label.startsWith(":") ? "keyword" : label.startsWith("?") ? "variable" : "text", boost: KEYWORDS.includes(label) ? 0 : 1,
  }));
  return { from: word.from, options, validFor: /^[:?]?[\w-]*$/ };
};

export class Editor {
  /// Creates an editor in this element. `onchange` is called after the user types, and `onsolve` after Ctrl+Enter.
  /// `words` returns the texts whose names are completed.
  constructor(host, label, { onchange, onsolve, words }) {
    const root = host.attachShadow({ mode: "open" });
    const said = EditorView.updateListener.of((update) => {
      if (update.docChanged && !this.isOurs) onchange();
    });
    const state = EditorState.create({
      extensions: [
        lineNumbers(), history(), drawSelection(), highlightActiveLine(), bracketMatching(), pddl, syntaxHighlighting(colours), look,
        lintGutter(), keymap.of([{ key: "Mod-Enter", run: () => (onsolve(), true) }, ...completionKeymap, ...defaultKeymap, ...historyKeymap]), said,
        autocompletion({ override: [completing(words)], icons: false, activateOnTypingDelay: 250 }),
        EditorView.contentAttributes.of({ "aria-label": label, tabindex: "0", spellcheck: "false", autocapitalize: "off", autocorrect: "off" }),
      ],
    });
    this.view = new EditorView({ state, parent: root, root });
  }

  get text() {
    return this.view.state.doc.toString();
  }

  set text(text) {
    this.isOurs = true;
    this.view.dispatch({ changes: { from: 0, to: this.view.state.doc.length, insert: text } });
    this.isOurs = false;
    this.mark([]);
  }

  /// Marks errors and warnings: `[{line, column, message, severity}]`, counted from 1. If a message has no position,
  /// the first line is marked.
  mark(places) {
    const found = places.map(({ line, column, message, severity }) => {
      const { from, to } = this.range(line, column);
      return { from, to, message, severity: severity ?? "error" };
    });
    this.view.dispatch(setDiagnostics(this.view.state, found));
  }

  /// Moves the cursor to a position, and scrolls to it.
  goTo(line, column) {
    const { from } = this.range(line, column);
    this.view.dispatch({ selection: { anchor: from }, effects: EditorView.scrollIntoView(from, { y: "center" }) });
    this.view.focus();
  }

  /// Returns the range of the word or the parenthesis at a position; without a column, the range of the line.
  range(line, column) {
    const { doc } = this.view.state;
    const row = doc.line(Math.min(Math.max(line ?? 1, 1), doc.lines));
    const symbols = [...row.text];
    const offset = symbols.slice(0, (column ?? 1) - 1).join("").length;
    const from = Math.min(row.from + offset, row.to);
    if (!column) return { from: row.from, to: row.to };
    const word = /^(\(\s*[^\s();]*|[?:]?[^\s();]+|\S)/.exec(row.text.slice(offset));
    const to = Math.min(row.to, from + Math.max(1, word?.[0].length ?? 1));
    // If the error is at the end of a line, the last symbol of the line is marked.
    return to > from ? { from, to } : { from: Math.max(row.from, from - 1), to };
  }
}
