"""`saut lsp` against the language client of pytest-lsp, with the capabilities of VS Code and of Neovim.

    python language_client.py SAUT DOMAIN PROBLEM     in an environment with pytest-lsp

The client checks each answer against the specification and the capabilities; a warning of it is an error here.
"""

import asyncio
import pathlib
import sys
import warnings

import pytest_lsp
from lsprotocol import types


async def session(editor: str, saut: str, files: list[pathlib.Path]) -> None:
    client = pytest_lsp.make_test_lsp_client()
    await client.start_io(saut, "lsp")
    root = files[0].parent.as_uri()
    await client.initialize_session(
        types.InitializeParams(capabilities=pytest_lsp.client_capabilities(editor), root_uri=root)
    )
    (domain, text), (problem, problem_text) = ((file.as_uri(), file.read_text()) for file in files)
    options = types.FormattingOptions(tab_size=2, insert_spaces=True)

    def document(uri: str) -> types.TextDocumentIdentifier:
        return types.TextDocumentIdentifier(uri=uri)

    def place(text: str, word: str) -> types.Position:
        before = text[: text.index(word) + len(word) // 2]
        return types.Position(line=before.count("\n"), character=len(before.rpartition("\n")[2]))

    def change(uri: str, version: int, content: str) -> None:
        identifier = types.VersionedTextDocumentIdentifier(uri=uri, version=version)
        whole = types.TextDocumentContentChangeWholeDocument(text=content)
        client.text_document_did_change(
            types.DidChangeTextDocumentParams(text_document=identifier, content_changes=[whole])
        )

    async def errors(uri: str, number: int) -> list[types.Diagnostic]:
        """Waits until a file has this number of errors, and returns them."""
        while True:
            found = client.diagnostics.get(uri, [])
            found = [one for one in found if one.severity == types.DiagnosticSeverity.Error]
            if len(found) == number and uri in client.diagnostics:
                return found
            await client.wait_for_notification(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)

    for uri, content in ((domain, text), (problem, problem_text)):
        item = types.TextDocumentItem(uri=uri, language_id="pddl", version=1, text=content)
        client.text_document_did_open(types.DidOpenTextDocumentParams(text_document=item))
        await errors(uri, 0)

    # A misspelt word is an error at its place. The error disappears when the word is corrected.
    predicate = text.split("(:predicates")[1].split("(")[1].split()[0]
    wrong = problem_text.replace(f"({predicate} ", f"({predicate}s ", 1)
    for version, content in enumerate((wrong, problem_text), 2):
        change(problem, version, content)
        for one in await errors(problem, int(content is wrong)):
            line = content.split("\n")[one.range.start.line]
            assert line[one.range.start.character : one.range.end.character] == f"{predicate}s", one
            assert f"did you mean `{predicate}`?" in one.message, one

    where = {"text_document": document(problem), "position": place(problem_text, f"({predicate} ")}
    hover = await client.text_document_hover_async(types.HoverParams(**where))
    assert predicate in str(hover.contents), hover
    definition = await client.text_document_definition_async(types.DefinitionParams(**where))
    assert [one.uri for one in definition] == [domain], definition
    renamed = await client.text_document_rename_async(types.RenameParams(**where, new_name="renamed"))
    edits = renamed.changes
    assert len(edits[domain]) > 1 and len(edits[problem]) > 0, edits
    offered = await client.text_document_completion_async(types.CompletionParams(**where))
    offered = getattr(offered, "items", offered)
    assert predicate in [one.label for one in offered], offered
    # Formatting restores the indentation of a text without indentation.
    flat = "\n".join(line.lstrip() for line in text.split("\n"))
    change(domain, 2, flat)
    params = types.DocumentFormattingParams(text_document=document(domain), options=options)
    (edit,) = await client.text_document_formatting_async(params)
    assert edit.new_text.split() == text.split() and "\n  (:types" in edit.new_text, edit
    await client.shutdown_session()
    await client.stop()


def main() -> None:
    warnings.simplefilter("error", pytest_lsp.LspSpecificationWarning)
    saut, *files = sys.argv[1:]
    paths = [pathlib.Path(file).resolve() for file in files]
    for editor in ("visual-studio-code", "neovim"):
        asyncio.run(asyncio.wait_for(session(editor, saut, paths), 60))


main()
