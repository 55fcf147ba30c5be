#!/usr/bin/env python3
"""Tests the page of a census (`saut census … --html PAGE.html`) in headless Chromium.

    python3 tests/browser/gallery_page.py PAGE.html [--self-test]

Fails (exit status 1) in the following cases: solvable figures are not first; a filter shows wrong figures or
too few; a chosen figure cannot be played, or its plan cannot be stepped through; the page
shows no solvable figure without scripts; there is a network request or a console message; the page is
wider than the window; or axe-core (AXE) finds a serious fault. The self-test breaks the page in
several of these ways and requires each fault to be found. chromium.py lists the requirements.
"""

import argparse
import json
import pathlib
import re

from chromium import PEGS, axe_faults, is_wide, judge, watched

DATA = re.compile(r'<script type="application/json" id="data">(.*?)</script>', re.S)


def faults_of(browser, file):
    """The faults of the page, as sentences."""
    faults, url = [], file.resolve().as_uri()
    puzzles = json.loads(DATA.search(file.read_text()).group(1))["puzzles"]
    solvable = sum(puzzle["expect"] == "solvable" for puzzle in puzzles)
    for scheme, width in (("light", 1200), ("dark", 360)):
        context = browser.new_context(color_scheme=scheme, viewport={"width": width, "height": 900})
        page = watched(context, faults, lambda asked: asked == url)
        page.goto(url)
        page.wait_for_timeout(300)
        if is_wide(page):
            faults.append(f"the page is wider than a window of {width}")
        if scheme == "light":
            faults += behaviour(page, puzzles, solvable)
        faults += axe_faults(page, f"{scheme}, {width} wide")
        context.close()
        yield from faults
        faults.clear()
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(url)
    if not page.locator(".sheet svg").is_visible():
        yield "without scripts no picture is seen"
    context.close()
    if file.stat().st_size > 300_000:
        yield "the page has more than 300 kB"


def behaviour(page, puzzles, solvable):
    """Order, filters, choosing and playing."""
    faults = []
    chips = page.locator(".chip").all_inner_texts()
    if len(chips) != len(puzzles) or any("solvable" not in chip for chip in chips[:solvable]):
        faults.append("solvable figures do not come first")
    page.select_option("#verdict", "infeasible")
    if page.locator(".gallery li").count() != sum(puzzle["expect"] == "infeasible" for puzzle in puzzles):
        faults.append("the filter of verdicts leaves others")
    page.select_option("#verdict", "solvable")
    if f"{solvable} of {len(puzzles)} puzzles" not in page.inner_text("#found"):
        faults.append(f"the number found is told as {page.inner_text('#found')!r}")
    page.select_option("#difficulty", "hard")
    hard = sum(len(str(puzzle.get("positions") or 0)) == 4 for puzzle in puzzles if puzzle["expect"] == "solvable")
    if page.locator(".gallery li").count() != hard:
        faults.append("the filter of difficulties leaves others")
    page.locator(".gallery button").first.click()
    page.wait_for_timeout(200)
    pegs = len(page.evaluate(PEGS))
    page.click("#last")
    if len(page.evaluate(PEGS)) != 1 or "goal is reached" not in page.inner_text(".caption"):
        faults.append("its plan does not lead to one peg")
    page.click("#first")
    jumped = page.evaluate("""() => { for (const from of document.querySelectorAll('#live .hole[data-holds=peg]')) {
        const click = (node) => node.dispatchEvent(new MouseEvent('click', {bubbles: true}));
        click(from);
        const to = document.querySelector('.hole[aria-label*="can land"]');
        if (to) { click(to); return true; } } return false; }""")
    if not jumped or len(page.evaluate(PEGS)) != pegs - 1:
        faults.append("a figure that is chosen cannot be played")
    return faults


def cases(good, free):
    """Pages that are broken in one way each; `free` has no content security policy."""
    return [
        ("order", free.replace("rank(a) - rank(b)", "rank(b) - rank(a)"), "do not come first"),
        ("filter", free.replace("field(entry) === value)", "field(entry) !== value)"), "the filter of"),
        ("number", free.replace("${shown.length} of", "${shown.length + 1} of"), "the number found"),
        ("plan", free.replace('"over":', '"under":').replace('"to":[', '"to":[9'), "does not lead"),
        ("choosing", free.replace("onclick: () => onchoose(entry)", "onclick: () => 0"), ""),
        ("console", free.replace("</body>", "<script>console.log('x')</script></body>"), "the console"),
        ("request", free.replace("</body>", '<img src="neighbour.png" alt=""></body>'), "asks for"),
        ("wide", good.replace("<main>", '<main><svg width="3000" height="1"></svg>'), "wider than"),
        ("sheet", good.replace('<section class="sheet"', '<section class="sheet" hidden'), "without scripts"),
    ]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("page", type=pathlib.Path)
    parser.add_argument("--self-test", action="store_true")
    arguments = parser.parse_args()
    judge(arguments.page, faults_of, cases, arguments)


if __name__ == "__main__":
    main()
