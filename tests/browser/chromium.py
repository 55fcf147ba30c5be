"""Shared by the tests of pages: an installed Chromium, a monitored page, axe-core.

Requires the Python package `playwright` and a Chromium (CHROMIUM, or the first of chromium,
chromium-browser, google-chrome on PATH); nothing is downloaded. AXE may be the path of axe.min.js from
the npm package axe-core; without it, only names and focus are checked for accessibility.
"""

import os
import pathlib
import re
import shutil
import sys
import tempfile

from playwright.sync_api import sync_playwright

FLAGS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking",
         "--disable-component-update", "--disable-sync", "--disable-default-apps"]

#: The holes with pegs, as displayed by the page.
PEGS = "[...document.querySelectorAll('.hole[role]')].flatMap((h, i) => h.dataset.holds === 'peg' ? [i] : [])"


def launch(playwright):
    """Starts the browser."""
    names = ("chromium", "chromium-browser", "google-chrome")
    chromium = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, names)), None)
    if chromium is None:
        sys.exit("no Chromium here: install the package chromium, or name one with CHROMIUM")
    return playwright.chromium.launch(executable_path=chromium, args=FLAGS)


def watched(context, faults, may_ask):
    """A page whose console messages, failures and requests are recorded as faults."""
    page = context.new_page()
    page.on("console", lambda message: faults.append(f"the console says: {message.text}"))
    page.on("pageerror", lambda error: faults.append(f"a script failed: {error}"))
    page.on(
        "request",
        lambda request: may_ask(request.url)
        or request.url.startswith(("data:", "blob:"))
        or faults.append(f"the page asks for {request.url}"),
    )
    return page


def is_wide(page):
    """Whether the page is wider than its window."""
    return page.evaluate("document.documentElement.scrollWidth > innerWidth + 1")


def axe_faults(page, where):
    """The serious and critical faults that axe-core finds."""
    file = os.environ.get("AXE")
    if not file:
        return []
    page.evaluate(pathlib.Path(file).read_text() + "\n;0")
    found = page.evaluate("axe.run(document).then((r) => r.violations.map((v) => "
                          "[v.impact, v.id, v.nodes.map((n) => n.html.slice(0, 160)).slice(0, 3)]))")
    return [f"axe, {where}: {impact} {name}: {nodes}" for impact, name, nodes in found
            if impact in ("serious", "critical")]


def without_policy(page):
    """A page without its content security policy, which would block changed scripts."""
    return re.sub(r'<meta http-equiv="Content-Security-Policy"[^>]*>', "", page)


class Impatient:
    """A browser whose pages wait only a few seconds. A deliberately broken page may never show the expected element,
    and half a minute for each would dominate a self-test."""

    def __init__(self, browser):
        self.browser = browser

    def new_context(self, **options):
        context = self.browser.new_context(**options)
        context.set_default_timeout(4000)
        return context

    @property
    def contexts(self):
        return self.browser.contexts


def judge(page, faults_of, cases, arguments):
    """Tests a page, prints its faults, and ends with the exit status. `faults_of(browser, file)` yields sentences. With
    --self-test, `cases(page, page without policy)` returns pages that are broken in one way each, `(name, page,
    expected words)`, and each fault must be found."""
    with sync_playwright() as playwright:
        browser = launch(playwright)
        faults = list(faults_of(browser, page))
        for fault in faults:
            print(f"{page}: {fault}")
        print(f"{page}: {'not fit to be shown' if faults else 'fine'}")
        bad = len(faults)
        if arguments.self_test:
            good = page.read_text()
            bad += self_test(Impatient(browser), faults_of, good, cases(good, without_policy(good)))
        browser.close()
    sys.exit(1 if bad else 0)


def self_test(browser, faults_of, good, cases):
    """The number of broken pages whose fault is not found. The test of a page ends with the first expected fault."""
    bad = 0
    with tempfile.TemporaryDirectory() as folder:
        for name, text, wanted in cases:
            file = pathlib.Path(folder, f"{name}.html")
            file.write_text(text)
            faults = []
            try:
                for fault in faults_of(browser, file):
                    faults.append(fault)
                    if wanted in fault:
                        break
            except Exception as error:  # the page is too broken to be used
                faults.append(f"{wanted} ({type(error).__name__})")
            for context in browser.contexts:
                context.close()
            is_broken = text not in (good, without_policy(good))
            right = is_broken and any(wanted in fault for fault in faults)
            bad += not right
            print(f"{'ok' if right else 'WRONG'}: {name}: {faults[0] if faults else 'no fault'}")
    return bad


def replay(board_cells, start, plan):
    """The pegs after each jump of a plan, as cells; `None` if the plan is invalid."""
    holes = {tuple(cell): hole for hole, cell in enumerate(board_cells)}
    pegs, found = set(start), [sorted(start)]
    for jump in plan:
        begin, over, end = (holes[tuple(jump[name])] for name in ("from", "over", "to"))
        if not (begin in pegs and over in pegs and end not in pegs):
            return None
        pegs = pegs - {begin, over} | {end}
        found.append(sorted(pegs))
    return found


def cells_of(picture):
    """The cells of a picture and the holes with pegs, row by row."""
    found = [(x, y, symbol) for y, row in enumerate(picture.split("\n"))
             for x, symbol in enumerate(row) if symbol in "o.?"]
    left = min(x for x, _, _ in found)
    return [(x - left, y) for x, y, _ in found], [i for i, (_, _, s) in enumerate(found) if s == "o"]
