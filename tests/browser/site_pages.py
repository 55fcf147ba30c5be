#!/usr/bin/env python3
"""Tests the site of the documentation (`docs/build`) in headless Chromium.

    python3 tests/browser/site_pages.py target/site [PICTURES]

Fails (exit status 1) in the following cases: the search does not find a term on the page about it, or finds a nonsense word;
a page has no heading, is wider than the window of a phone, or lacks a picture; there is an external request or a console
message. chromium.py lists the requirements.
"""

import functools
import http.server
import pathlib
import sys
import threading

from chromium import is_wide, launch, watched
from playwright.sync_api import sync_playwright

#: Search words, each with a page that must be among the results; `None` if there must be no result.
WORDS = {
    "pagoda": "tutorials/certificate-by-hand.html",
    "unsolvable": "tutorials/first-task.html",
    "DIMACS": "tutorials/own-solver.html",
    "minimise cost": "reference/commands/solve.html",
    "bound_certificate": "reference/documents/plan.html",
    "jumpsuit": None,
}
#: Pages to test on a phone: one of each kind.
PHONE = [
    "index.html", "tutorials/certificate-by-hand.html", "how-to/puzzles.html", "reference/commands.html",
    "reference/commands/solve.html", "reference/documents/plan.html", "explanation/formula.html",
    "explanation/comparison.html", "reference/certificates/boards.html",
]


class Quiet(http.server.SimpleHTTPRequestHandler):
    """A server without a log."""

    def log_message(self, *_):
        pass


def found(page, word):
    """The pages in the search results."""
    box = page.locator("input[name=query]")
    box.fill("")
    box.press_sequentially(word)
    before, links = None, None
    while links is None or links != before:  # until the results are stable
        before = links
        page.wait_for_timeout(300)
        links = page.locator(".md-search-result__meta").inner_text() + page.locator(".md-search-result__list").inner_text()
        if not any(said in links for said in ("matching", "No match")):
            links = None
    links = page.locator(".md-search-result__item a.md-search-result__link")
    return {link.split("/", 3)[3].split("?")[0].split("#")[0] for link in links.evaluate_all("a => a.map(x => x.href)")}


def faults_of(browser, address, site, pictures):
    """The faults of the site, as sentences."""
    faults = []
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    page = watched(context, faults, lambda asked: asked.startswith(address))
    page.goto(f"{address}/index.html")
    if pictures:
        page.screenshot(path=pictures / "site.png")
    page.locator("input[name=query]").focus()
    for word, wanted in WORDS.items():
        pages = found(page, word)
        if wanted is None and pages:
            faults.append(f"the search finds {word!r} in {sorted(pages)}")
        elif wanted is not None and wanted not in pages:
            faults.append(f"the search finds {word!r} in {sorted(pages)}, and not in {wanted}")
        if pictures and word == "pagoda":
            page.screenshot(path=pictures / "site-search.png")
    context.close()
    context = browser.new_context(viewport={"width": 380, "height": 800}, color_scheme="dark")
    page = watched(context, faults, lambda asked: asked.startswith(address))
    for name in PHONE:
        page.goto(f"{address}/{name}")
        if is_wide(page):
            faults.append(f"{name} is wider than a phone")
        broken = page.evaluate("[...document.images].filter(i => i.complete && !i.naturalWidth).map(i => i.src)")
        faults += [f"{name} misses the picture {source}" for source in broken]
        if pictures and name == "tutorials/certificate-by-hand.html":
            page.screenshot(path=pictures / "site-phone.png")
    context.close()
    for file in sorted(site.rglob("*.html")):
        heads = file.read_text().count("<h1")
        if heads != 1:
            faults.append(f"{file.relative_to(site)} has {heads} headings of the first order")
    return faults


def main():
    site = pathlib.Path(sys.argv[1]).resolve()
    pictures = pathlib.Path(sys.argv[2]) if len(sys.argv) > 2 else None
    if pictures:
        pictures.mkdir(parents=True, exist_ok=True)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=site))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with sync_playwright() as playwright:
        browser = launch(playwright)
        faults = faults_of(browser, f"http://127.0.0.1:{server.server_port}", site, pictures)
        browser.close()
    for fault in faults:
        print(fault)
    print("the site: not fit to be shown" if faults else "the site: fine")
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
