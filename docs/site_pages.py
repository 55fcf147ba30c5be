"""A hook of MkDocs that adds generated pages to the site (commands and JSON output, from the program and its schemas),
and pages from other folders of the repository.

The program is `SAUT_PROGRAM`, or the one built by `cargo build --release`.
"""

import json
import os
import posixpath
import re
import subprocess
import tomllib
from pathlib import Path

from mkdocs.structure.files import File

ROOT = Path(__file__).resolve().parent.parent
TARGET = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
PROGRAM = os.environ.get("SAUT_PROGRAM", str(TARGET / "release/saut"))
# Pages from other folders of the repository, with their link targets.
ELSEWHERE = ["encodings/**/*.md", "encodings/**/*.cnf", "encodings/**/*.smt2", "results/*.md", "results/plots/*.svg"]
# Former addresses of pages, with the new ones.
MOVED = {
    "certificates.html": "reference/certificates/index.html",
    "how-to/studio-in-a-file.html": "how-to/studio.html",
    "planning.html": "explanation/how-tasks-are-decided.html",
    "python.html": "reference/python.html",
    "scope.html": "reference/pddl.html",
    "words.html": "reference/glossary.html",
}
LINK = re.compile(r"(!?)\[([^\]]*)\]\(([^)\s]+)\)")


def help_of(*words):
    """The help of a command, wrapped to the width of a page."""
    environment = {**os.environ, "COLUMNS": "100", "NO_COLOR": "1"}
    return subprocess.run([PROGRAM, *words, "--help"], text=True, check=True, capture_output=True, env=environment).stdout


def redirect(old, new):
    """A page that leads from a former address to the new one."""
    target = posixpath.relpath(new, posixpath.dirname(old) or ".")
    return (
        '<!doctype html><html lang="en"><meta charset="utf-8"><title>Moved</title>'
        f'<meta http-equiv="refresh" content="0; url={target}"><h1>Moved</h1>'
        f'<p>This page is now at <a href="{target}">{target}</a>.</p></html>\n'
    )


def names_in(text):
    """The commands listed in a help text, with their descriptions."""
    found = re.findall(r"^  ([a-z]\S*) +(.*(?:\n {4,}.*)*)", text.split("Options:\n", 1)[0], re.MULTILINE)
    return [(name, " ".join(what.split())) for name, what in found if name != "help"]


def command_pages():
    """Path and text of each command page."""
    front = help_of()
    rows = []
    for name, what in names_in(front):
        text = help_of(name)
        page = f"# saut {name}\n\n```text\n{text}```\n"
        for inner, _ in names_in(text):
            page += f"\n## saut {name} {inner}\n\n```text\n{help_of(name, inner)}```\n"
        yield f"reference/commands/{name}.md", page
        rows.append(f"| [`saut {name}`](commands/{name}.md) | {what} |")
    status = front.split("Exit status:", 1)[1]
    yield "reference/commands.md", "\n".join(
        ["# Commands", "", "These pages have the output of `saut COMMAND --help`.", "",
         "| command | purpose |", "|---|---|", *rows, "",
         f"Exit status:{' '.join(status.split())}".replace("status:", "status: "), ""]
    )


def kind(schema):
    """The type of a value in a schema, in a few words."""
    if "$ref" in schema:
        target = schema["$ref"]
        if target.startswith("#/$defs/"):
            name = target.rsplit("/", 1)[1]
            return f"[{name}](#{name.lower()})"
        file, _, inner = target.partition("#/$defs/")
        return f"[{inner or file}]({file.removesuffix('.json')}.md#{inner.lower()})" if inner else f"[{file}]({file.removesuffix('.json')}.md)"
    for word in ("oneOf", "anyOf"):
        if word in schema:
            return " or ".join(kind(one) for one in schema[word])
    if "const" in schema:
        return f"`{json.dumps(schema['const'])}`"
    if "enum" in schema:
        return ", ".join(f"`{json.dumps(one)}`" for one in schema["enum"])
    if schema.get("type") == "array":
        return f"list of {kind(schema['items'])}" if "items" in schema else "list"
    of = schema.get("type", "anything")
    return " or ".join(of) if isinstance(of, list) else of


def rows_of(schema):
    """A table of the fields of an object."""
    needed = schema.get("required", [])
    lines = ["| field | present | type | meaning |", "|---|---|---|---|"]
    for name, field in schema["properties"].items():
        always = "always" if name in needed else "if it applies"
        meaning = " ".join(field.get("description", "").split())
        lines.append(f"| `{name}` | {always} | {kind(field)} | {meaning} |".replace("||", "| |"))
    return lines


def document_pages():
    """Path and text of each page on JSON output."""
    rows = []
    for file in sorted((ROOT / "schemas").glob("*.json")):
        schema = json.loads(file.read_text())
        name = file.stem
        lines = [f"# {schema['title']}", "", schema.get("description", ""), "",
                 f"The schema is [`{file.name}`](../../schemas/{file.name}).", ""]
        forms = schema.get("oneOf") or schema.get("anyOf") or ([schema] if "properties" in schema else [])
        if forms and forms[0] is not schema:
            lines += ["Forms: " + ", ".join(kind(form) if "$ref" in form else form.get("title", kind(form)) for form in forms) + ".", ""]
        for form in forms:
            if "properties" in form:
                lines += ([f"## {form['title']}", ""] if form is not schema else []) + rows_of(form) + [""]
        for inner, form in schema.get("$defs", {}).items():
            lines += [f"## {inner}", "", form.get("description", ""), ""]
            lines += rows_of(form) if "properties" in form else [f"The value is {kind(form)}."]
            lines.append("")
        yield f"reference/documents/{name}.md", "\n".join(lines)
        rows.append(f"| [{schema['title']}](documents/{name}.md) | {schema.get('description', '').split('. ')[0]} |")
    yield "reference/documents.md", "\n".join(
        ["# JSON output", "",
         "These pages describe the output of commands with `--json`. They are made from JSON Schemas (2020-12), and tests",
         "check the output of commands with these schemas. New versions may add fields, so ignore unknown fields.", "",
         "| output | content |", "|---|---|", *rows, ""]
    )


# The texts of `sources.toml`, with their titles.
SOURCES = {
    "theory": "The theory of solitaire",
    "formula": "The SAT formula",
    "orange": "Colour baseball",
    "french": "The French board",
}
AGREEMENTS = ["agrees", "differs", "open", "lost", "reason"]


def code(text):
    """A text as code in a cell of a table."""
    return "`" + " ".join(text.split()).replace("|", "\\|") + "`"


def sources_page():
    """The page of all statements of the sources."""
    rows = tomllib.loads((ROOT / "docs/sources.toml").read_text())["row"]
    lines = ["# Claims checked", "",
             "This page has the statements of four texts on peg solitaire and colour baseball, each with the command that",
             "checks it.",
             "A test runs every fast command. For every other command, the test reads a recorded output.", "",
             "| word | meaning |", "|---|---|",
             "| agrees, differs | the output agrees with the statement, or differs from it ([errors found](contradictions.md)) |",
             "| open | the statement was not checked; the note names the reason |",
             "| lost | the statement was in a picture that is lost |",
             "| reason | no output can be compared with the statement; the note gives the reason |"]
    for document, title in SOURCES.items():
        found = [row for row in rows if row["document"] == document]
        counts = ", ".join(f"{sum(row['agreement'] == word for row in found)} {word}" for word in AGREEMENTS)
        lines += ["", f"## {title}", "", f"{len(found)} statements: {counts}.", "",
                  "| row | place | statement | command | output | result |", "|---|---|---|---|---|---|"]
        for row in found:
            command = code(f"saut {row['command']}") if "command" in row else ""
            if "record" in row:
                command += f" (recorded: `{row['record']}`)"
            output = " ".join(map(code, row.get("found", [])))
            verdict = row["agreement"] + (f": {row['note']}" if row.get("note") else "")
            lines.append(f"| {row['id']} | {row['place']} | {row['says']} | {command} | {output} | {verdict} |")
    return "\n".join([*lines, ""])


def on_config(config):
    """Puts the generated pages into the navigation."""
    made = dict(command_pages())
    made.update(document_pages())
    made["sources.md"] = sources_page()
    config.extra["made"] = made
    of = lambda folder: sorted(path for path in made if path.startswith(folder))
    reference = next(part["Reference"] for part in config.nav if isinstance(part, dict) and "Reference" in part)
    reference[:0] = [
        {"Commands": ["reference/commands.md", *of("reference/commands/")]},
        {"JSON output": ["reference/documents.md", *of("reference/documents/")]},
    ]
    return config


def on_files(files, config):
    """Adds the generated pages and the pages from other folders."""
    for path, text in config.extra.pop("made").items():
        files.append(File.generated(config, path, content=text))
    for old, new in MOVED.items():
        files.append(File.generated(config, old, content=redirect(old, new)))
    lying = {path for pattern in ELSEWHERE for path in ROOT.glob(pattern)} | set((ROOT / "schemas").glob("*.json"))
    for path in sorted(lying):
        files.append(File.generated(config, path.relative_to(ROOT).as_posix(), abs_src_path=str(path)))
    return files


def on_page_markdown(markdown, page, config, files):
    """Converts links within the repository into links within the site. A link without a target there is replaced by its text."""
    path = page.file.src_uri
    # Records of experiments mention everything, so the search ranks other pages higher.
    boosts = {"results/": 0.1, "sources.md": 0.2, "tutorials/": 2, "how-to/": 2, "explanation/": 1.5}
    page.meta["search"] = {"boost": next((by for start, by in boosts.items() if path.startswith(start)), 1)}
    is_outside_docs = path.startswith(("encodings/", "results/", "reference/commands", "reference/documents"))
    repository = path if is_outside_docs else f"docs/{path}"

    def link(found):
        mark, words, target = found.groups()
        if "://" in target or target.startswith("#"):
            return found.group(0)
        target, anchor = (target.split("#", 1) + [""])[:2]
        whole = posixpath.normpath(posixpath.join(posixpath.dirname(repository), target)).removeprefix("docs/")
        if files.get_file_from_path(whole) is None:
            if (ROOT / whole).exists():
                return words if words.startswith("`") else f"{words} (`{whole}`)"
            return found.group(0)    # MkDocs reports this error
        inside = posixpath.relpath(whole, posixpath.dirname(path) or ".")
        return f"{mark}[{words}]({inside}{'#' + anchor if anchor else ''})"

    return LINK.sub(link, markdown)
