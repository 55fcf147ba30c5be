#!/usr/bin/env python3
"""Steps through a page of `saut show PUZZLE PLAN --format html`, and plays on it, in headless Chromium.

    python3 tests/browser/plan_page.py PLAN.json PAGE.html
    python3 tests/browser/plan_page.py PLAN.json PAGE.html --self-test

PLAN.json is the output of `saut solve --json`. Fails (exit status 1) in the following cases: after a jump, the pegs on the page differ
from the plan replayed here; keys, buttons, the slider or the list of moves lead
to a wrong jump, or the list does not follow; playing with pointer or keys, undo or the
return to the plan fails; the page is empty without scripts; there is a console message;
anything except the page itself is requested; the page is wider than the window; or
axe-core (AXE) finds a serious fault. The self-test breaks the page in several of these ways and
requires each fault to be found. chromium.py lists the requirements.
"""

import argparse
import json
import pathlib
import re

from chromium import PEGS, axe_faults, cells_of, is_wide, judge, replay, watched


def faults_of(browser, file, plan):
    """The faults of the page, as sentences."""
    faults, url = [], file.resolve().as_uri()
    for scheme, width in (("light", 1200), ("dark", 360)):
        context = browser.new_context(color_scheme=scheme, viewport={"width": width, "height": 900})
        page = watched(context, faults, lambda asked: asked == url)
        page.goto(url)
        if is_wide(page):
            faults.append(f"the page is wider than a window of {width}")
        if scheme == "light":
            faults += behaviour(page, plan)
        faults += axe_faults(page, f"{scheme}, {width} wide")
        context.close()
        yield from faults
        faults.clear()
    yield from printed(browser, url, plan)
    if len(file.read_bytes()) > 300_000:
        yield "the page has more than 300 kB"


def printed(browser, url, plan):
    """The page without scripts: a picture, and a list of all jumps."""
    context = browser.new_context(java_script_enabled=False, viewport={"width": 800, "height": 900})
    page = context.new_page()
    page.goto(url)
    faults = []
    if not page.locator(".sheet svg").is_visible():
        faults.append("without scripts no picture is seen")
    listed = sum(text.count("/") for text in page.locator(".sheet li:visible").all_inner_texts())
    if listed != len(plan):
        faults.append(f"without scripts {listed} of {len(plan)} jumps are listed")
    context.close()
    return faults


def behaviour(page, plan):
    """Tests keys, buttons, slider, the list of moves, and playing by hand."""
    data = json.loads(page.inner_text("#data") or page.evaluate("document.getElementById('data').textContent"))
    cells, start = cells_of(data["start"])
    wanted = replay(cells, start, plan)
    if wanted is None or page.evaluate(PEGS) != wanted[0]:
        return ["the plan cannot be replayed on the pegs shown"]
    faults, last = [], len(plan)

    def stands(at, after):
        if page.evaluate(PEGS) != wanted[at]:
            faults.append(f"after {after} the page does not show the position after {at} jumps")

    for at in range(1, last + 1):
        page.keyboard.press("ArrowRight")
        stands(at, "the right arrow")
    if " over " not in page.inner_text(".caption"):
        faults.append("the caption does not say the jump in words")
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
        stands(int(button.get_attribute("data-at")), f"a click on {button.inner_text()}")
        if button.get_attribute("aria-current") != "step":
            faults.append("the list does not follow")
    page.click("#first")
    page.click("#play")
    page.wait_for_timeout(1000)
    if page.evaluate(PEGS) == wanted[0]:
        faults.append("play does not go on")
    faults += by_hand(page, plan, wanted, cells)
    return faults


def by_hand(page, plan, wanted, cells):
    """Tests the mouse and keys on the board, undo, and the return to the plan."""
    faults = []
    holes = {tuple(cell): hole for hole, cell in enumerate(cells)}
    page.click("#restart")
    first = plan[0]
    page.click(f"[data-hole='{holes[tuple(first['from'])]}']")
    page.click(f"[data-hole='{holes[tuple(first['to'])]}']")
    if page.evaluate(PEGS) != wanted[1]:
        faults.append("a jump by pointer is not played")
    page.click("#undo")
    if page.evaluate(PEGS) != wanted[0]:
        faults.append("undo does not take the jump back")
    # Only with keys: move the cursor to the peg, pick it up, and land it.
    source, target = (holes[tuple(first[name])] for name in ("from", "to"))
    page.evaluate(f"document.querySelector('[data-hole=\"{source}\"]').focus()")
    page.keyboard.press("Enter")
    if page.get_attribute(f"[data-hole='{source}']", "aria-pressed") != "true":
        faults.append("a peg that is picked up is not said to be pressed")
    page.keyboard.press("Escape")
    if page.get_attribute(f"[data-hole='{source}']", "aria-pressed") == "true":
        faults.append("Escape does not put the peg back")
    page.keyboard.press(" ")
    dx, dy = first["to"][0] - first["from"][0], first["to"][1] - first["from"][1]
    key = {(True, False): "ArrowRight" if dx > 0 else "ArrowLeft",
           (False, True): "ArrowDown" if dy > 0 else "ArrowUp"}.get((dx != 0, dy != 0))
    if key:
        page.keyboard.press(key)
        page.keyboard.press(key)
        page.keyboard.press("Enter")
        if page.evaluate(PEGS) != wanted[1]:
            faults.append("a jump by keys alone is not played")
    named = page.locator(f"[data-hole='{target}']").get_attribute("aria-label") or ""
    if not re.match(r"(\d\d|\(\d+,\d+\)), (peg|vacancy)", named):
        faults.append(f"a hole is named \"{named}\"")
    return faults


def cases(good, free):
    """Pages that are broken in one way each; `free` has no content security policy."""
    return [
        ("position", free.replace("next[from] = next[over] = false", "next[from] = false"), "does not show"),
        ("keys", free.replace("ArrowLeft: () =>", "ArrowUp: () =>"), "left arrow"),
        ("slider", free.replace("oninput: () => this.#at(Number", "oninputs: () => this.#at(Number"), "the slider"),
        ("list", free.replace('setAttribute("aria-current"', 'setAttribute("aria-nothing"'), "does not follow"),
        ("play", free.replace("setInterval(() => this.#tick()", "setInterval(() => 0"), "play does not"),
        ("undo", free.replace("if (this.game.at > 0) this.#at(this.game.at - 1);", ""), "undo does not"),
        ("pointer", free.replace("onpick(hole);", ";"), "by pointer"),
        ("escape", free.replace('event.key === "Escape"', 'event.key === "F9"'), "Escape"),
        ("names", free.replace('const name = notes.join(", ")', 'const name = "hole"'), "is named"),
        ("console", free.replace("</body>", "<script>console.log('x')</script></body>"), "the console"),
        ("policy", good.replace("</body>", "<script>console.log('x')</script></body>"), "the console says: "),
        ("failing", free.replace("</body>", "<script>nothing.at.all()</script></body>"), "a script failed"),
        ("request", free.replace("</body>", '<img src="neighbour.png" alt=""></body>'), "asks for"),
        ("wide", good.replace("<main>", '<main><svg width="3000" height="1"></svg>'), "wider than"),
        ("printed", good.replace("<li>", "<li hidden>", 1), "without scripts"),
        ("start", free.replace('"start":"', '"start":" ', 1), "cannot be replayed"),
    ]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("plan", type=pathlib.Path)
    parser.add_argument("page", type=pathlib.Path)
    parser.add_argument("--self-test", action="store_true")
    arguments = parser.parse_args()
    plan = json.loads(arguments.plan.read_text())["plan"]
    look = lambda browser, file: faults_of(browser, file, plan)
    judge(arguments.page, look, cases, arguments)


if __name__ == "__main__":
    main()
