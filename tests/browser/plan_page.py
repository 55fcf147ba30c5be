#!/usr/bin/env python3
"""Steps through a page of `saut show PUZZLE PLAN --format html` in headless Chromium.

    python3 tests/browser/plan_page.py PLAN.json PAGE.html
    python3 tests/browser/plan_page.py PLAN.json PAGE.html --self-test

PLAN.json is what `saut solve --json` said. Fails (exit status 1) if the pegs on the page are not
those of the plan replayed here, at any jump; if keys, buttons, the slider or the list of moves lead
to another one; if playing does not go on; if the console says anything; if anything but the page
itself is asked for; if the page is wider than the window. The self-test breaks the page in several
of these ways and wants each to be found.

Needs the package `playwright` of Python and a Chromium that is already there (CHROMIUM, or the
first of chromium, chromium-browser, google-chrome on PATH); nothing is downloaded.
"""

import argparse
import json
import os
import pathlib
import shutil
import sys
import tempfile

from playwright.sync_api import sync_playwright

PEGS = "[...document.querySelectorAll('.peg')].flatMap((p, h) => p.classList.contains('here') ? [h] : [])"
PLACES = "[...document.querySelectorAll('.peg')].map((p) => `${p.getAttribute('cx')} ${p.getAttribute('cy')}`)"


def positions(page, plan):
    """The pegs after each jump, by hole: the cells of the plan are found in the picture."""
    places = page.evaluate(PLACES)
    middles = [tuple(map(int, place.split())) for place in places]
    rows = sorted({y for _, y in middles})
    lean = 10 if rows[1:] and rows[1] - rows[0] == 17 else 0
    spots = [(x + lean * rows.index(y), rows.index(y)) for x, y in middles]
    left = min(x for x, _ in spots)
    cells = {((x - left) // 20, y): hole for hole, (x, y) in enumerate(spots)}
    pegs = set(page.evaluate(PEGS))
    found = [sorted(pegs)]
    for jump in plan:
        start, over, to = (cells[tuple(jump[name])] for name in ("from", "over", "to"))
        if not (start in pegs and over in pegs and to not in pegs):
            return None
        pegs = pegs - {start, over} | {to}
        found.append(sorted(pegs))
    return found


def faults_of(browser, file, plan):
    """What is wrong with the page, in sentences."""
    faults, url = [], file.resolve().as_uri()
    for scheme, width in (("light", 1200), ("dark", 360)):
        context = browser.new_context(color_scheme=scheme, viewport={"width": width, "height": 900})
        page = context.new_page()
        page.on("console", lambda message: faults.append(f"the console says: {message.text}"))
        page.on("pageerror", lambda error: faults.append(f"a script failed: {error}"))
        page.on(
            "request",
            lambda request: request.url == url
            or request.url.startswith("data:")
            or faults.append(f"the page asks for {request.url}"),
        )
        page.goto(url)
        if page.evaluate("document.documentElement.scrollWidth > innerWidth + 1"):
            faults.append(f"the page is wider than a window of {width}")
        if scheme == "light":
            faults += behaviour(page, plan)
        context.close()
    return faults


def behaviour(page, plan):
    """Keys, buttons, slider, moves, playing."""
    wanted = positions(page, plan)
    if wanted is None:
        return ["the plan cannot be replayed on the pegs shown"]
    faults, last = [], len(plan)

    def stands(at, after):
        if page.evaluate(PEGS) != wanted[at]:
            faults.append(f"after {after} the page does not show the position after {at} jumps")

    for at in range(1, last + 1):
        page.keyboard.press("ArrowRight")
        stands(at, "the right arrow")
    page.keyboard.press("ArrowLeft")
    stands(last - 1, "the left arrow")
    page.keyboard.press("Home")
    stands(0, "Home")
    page.keyboard.press("End")
    stands(last, "End")
    page.click("#first")
    stands(0, "the first button")
    page.click("#on")
    stands(1, "the button on")
    page.click("#back")
    stands(0, "the button back")
    page.click("#last")
    stands(last, "the last button")
    page.fill("#slider", str(last // 2))
    stands(last // 2, "the slider")
    for button in page.locator("#moves button").all():
        button.click()
        stands(int(button.get_attribute("data-jump")), f"a click on {button.inner_text()}")
    page.click("#first")
    page.click("#play")
    page.wait_for_timeout(1000)
    if page.evaluate(PEGS) == wanted[0]:
        faults.append("play does not go on")
    return faults


def self_test(browser, good, plan):
    """A page broken in one way is refused for it."""
    cases = [
        ("position", good.replace("holes[over] = 0", "holes[over] = 1"), "does not show"),
        ("keys", good.replace('"ArrowLeft"', '"ArrowUp"').replace("ArrowLeft: go", "ArrowUp: go"), "left arrow"),
        ("slider", good.replace('byId("slider").oninput', "window.oninputs"), "the slider"),
        ("moves", good.replace("button.onclick = go", "button.onblur = go"), "a click on"),
        ("play", good.replace("setInterval(() => show(at + 1)", "setInterval(() => show(at)"), "play does not"),
        ("console", good.replace("</body>", "<script>console.log('x')</script></body>"), "the console"),
        ("failing", good.replace("</body>", "<script>nothing.at.all()</script></body>"), "a script failed"),
        ("request", good.replace("</body>", '<img src="neighbour.png" alt=""></body>'), "asks for"),
        ("wide", good.replace("<h1>", '<h1 style="width:3000px">'), "wider than"),
        ("start", good.replace("start: [1", "start: [0"), "cannot be replayed"),
    ]
    bad = 0
    with tempfile.TemporaryDirectory() as folder:
        for name, text, wanted in cases:
            file = pathlib.Path(folder, f"{name}.html")
            file.write_text(text)
            faults = faults_of(browser, file, plan)
            right = text != good and any(wanted in fault for fault in faults)
            bad += not right
            print(f"{'ok' if right else 'WRONG'}: {name}: {faults[0] if faults else 'no fault'}")
    return bad


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("plan", type=pathlib.Path)
    parser.add_argument("page", type=pathlib.Path)
    parser.add_argument("--self-test", action="store_true")
    arguments = parser.parse_args()
    names = ("chromium", "chromium-browser", "google-chrome")
    chromium = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, names)), None)
    if chromium is None:
        sys.exit("no Chromium here: install the package chromium, or name one with CHROMIUM")
    plan = json.loads(arguments.plan.read_text())["plan"]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        faults = faults_of(browser, arguments.page, plan)
        for fault in faults:
            print(f"{arguments.page}: {fault}")
        print(f"{arguments.page}: {'not fit to be shown' if faults else 'fine'}")
        bad = len(faults)
        if arguments.self_test:
            bad += self_test(browser, arguments.page.read_text(), plan)
        browser.close()
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main()
