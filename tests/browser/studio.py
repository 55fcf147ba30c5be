#!/usr/bin/env python3
"""Uses the studio of `saut serve` in headless Chromium, like a person.

    python3 tests/browser/studio.py SAUT [PICTURES]

SAUT is the program; PICTURES is a folder for screenshots. The environment variable PARTS selects parts by name, or by `timed` or
`untimed` (whether they measure times). The printed figures should be within LIMITS on an idle
machine; the test fails if a figure is more than SLOW (default 6) times as large. Draws a board, solves it, steps, plays to
the end with hints, undoes to the last winning position, drags a game to its banner with mouse and finger, explains, chooses
from the gallery, loads a census into it, cancels a long run, loads a plan, saves files, and plays colour baseball; then again
with only keys, on a phone, and without scripts. Fails (exit status 1) if any of this fails or is slow, if there is a console
message, or if axe-core (AXE) finds a serious fault. chromium.py lists the requirements.
"""

import itertools
import os
import pathlib
import random
import subprocess
import sys
import time

from playwright.sync_api import sync_playwright

from chromium import PEGS, axe_faults, is_wide, launch, watched

def random_positions(seed, size):
    """Two random positions on a square, the second with half as many pegs."""
    rolls = random.Random(seed)
    row = lambda share: "".join("o" if rolls.random() < share else "." for _ in range(size))
    start, goal = ["/".join(row(share) for _ in range(size)) for share in (0.6, 0.3)]
    return f"#geometry=square&start={start}&goal={goal}"


#: Start and goal are in the same class, and no method decides within a minute whether one leads to the other.
LONG = random_positions(25, 15)


#: Expected figures on an idle machine.
LIMITS = {
    "ms to the first paint": 1000,
    "kB of the page with all that it loads": 300,
    "ms to answer a click": 100,
    "ms until the English central game is solved and on the screen": 1000,
    "ms to make a move of two clicks": 150,
    "ms for the light to say yes or no, in 95 moves of 100, once the winning positions are known": 50,
}
SLOW = float(os.environ.get("SLOW", "6"))

#: Plays the same jumps each time; returns whether there was one.
PLAY_ON = """(number) => {
  const pegs = [...document.querySelectorAll('.hole[role][data-holds=peg]')];
  for (let i = 0; i < pegs.length; i++) {
    const click = (node) => node.dispatchEvent(new MouseEvent('click', {bubbles: true}));
    click(pegs[(i + number * 5) % pegs.length]);
    const to = document.querySelector('.hole[aria-label*="can land"]');
    if (to) { click(to); return true; }
  }
  return false; }"""

#: The time from a click to the first frame that shows its effect.
CLICK = """(name) => new Promise((done) => {
  const began = performance.now();
  document.querySelector(name).dispatchEvent(new MouseEvent('click', {bubbles: true}));
  requestAnimationFrame(() => setTimeout(() => done(performance.now() - began)));
})"""


class Faults(list):
    """Faults, except for the browser's own messages about rejected requests, which the studio displays in words."""

    def append(self, fault):
        told = ("the server responded with a status of 400", "net::ERR_CONNECTION_REFUSED")
        if not any(note in fault for note in told):
            super().append(fault)


class Studio:
    """A running studio, and its faults."""

    #: Whether it counts the solutions of a position.
    counts = True

    def __init__(self, program, browser, pictures):
        self.server = subprocess.Popen([program, "serve", "--port", "0"], stdout=subprocess.PIPE, text=True)
        self.url = self.server.stdout.readline().split(" at ")[1].split()[0]
        self.browser, self.pictures, self.faults = browser, pictures, Faults()

    def page(self, address="", script=None, **options):
        context = self.browser.new_context(accept_downloads=True, **({"viewport": {"width": 1200, "height": 900}} | options))
        if script:
            context.add_init_script(script)
        page = watched(context, self.faults, lambda url: url.startswith(self.url))
        page.goto(self.url + address)
        return page

    def wants(self, holds, fault):
        if not holds:
            self.faults.append(fault)

    def said(self, page, text, within=10, where="work"):
        """Waits until the toolbar shows this text; the indicator's line is `outlook`."""
        try:
            page.wait_for_function("([id, t]) => document.getElementById(id).textContent.includes(t)",
                                   arg=[where, text], timeout=within * 1000)
        except Exception:
            self.faults.append(f"\"{text}\" is not said but: {page.inner_text('#' + where)}")

    def lit(self, page, text, within=10):
        """Waits until the indicator shows this text."""
        self.said(page, text, within, "outlook")

    def measured(self, what, value):
        """Prints a figure. It is a fault if the figure is far beyond its limit."""
        print(f"{value:8.1f} {what} (limit {LIMITS[what]})")
        slow = 1 if what.startswith("kB") else SLOW
        self.wants(value <= LIMITS[what] * slow, f"{value:.0f} {what} are too many")

    def picture(self, page, name):
        if self.pictures:
            page.screenshot(path=str(self.pictures / f"{name}.png"))


def solving(studio):
    """The classic board: displayed immediately, solved within about a second, stepped through."""
    page = studio.page()
    page.wait_for_selector(".hole[role]")
    # Measured by the browser, so that its own start does not count.
    paint = page.evaluate("performance.getEntriesByType('paint').map(entry => entry.startTime)")
    studio.measured("ms to the first paint", max(paint))
    loaded = page.evaluate("['navigation', 'resource'].flatMap((kind) => performance.getEntriesByType(kind))"
                           ".reduce((sum, entry) => sum + entry.transferSize, 0)")
    studio.wants(loaded > 50_000, f"only {loaded} bytes are counted")
    studio.measured("kB of the page with all that it loads", loaded / 1000)
    studio.picture(page, "first")
    clicks = [page.evaluate(CLICK, name) for name in
              (".hole[aria-label^='46,']", ".hole[aria-label^='44,']", "#undo", "#open-draw", "#drawing [data-close]")]
    studio.measured("ms to answer a click", max(clicks))
    began = time.monotonic()
    page.click("#solve")
    studio.said(page, "Solved", within=SLOW * 5)
    studio.measured("ms until the English central game is solved and on the screen", 1000 * (time.monotonic() - began))
    studio.wants(page.locator("#moves li").count() > 15, "the moves are not listed")
    for _ in range(6):
        page.keyboard.press("ArrowRight")
    studio.wants(len(page.evaluate(PEGS)) == 26, "six jumps do not leave 26 pegs")
    page.wait_for_timeout(350)
    studio.picture(page, "solved")
    studio.faults += axe_faults(page, "solved")
    studio.wants("puzzle=central" in page.url and "played=" in page.url, "the puzzle is not in the address")
    again = studio.page(page.url[len(studio.url):])
    again.wait_for_selector(".hole[role]")
    again.wait_for_timeout(200)
    studio.wants(again.evaluate(PEGS) == page.evaluate(PEGS), "a link does not give the same position")
    again.context.close()
    page.click("#save summary")
    for name, begins in (("DIMACS", "c "), ("SMT-LIB", ";"), ("PDDL", "("), ("Picture", "<svg"),
                         ("Animation", "<svg"), ("Web page", "<!DOCTYPE"), ("Moves", ""), ("Puzzle", "[[puzzle]]")):
        with page.expect_download() as download:
            page.locator("#downloads").get_by_role("button", name=name, exact=True).click()
        text = pathlib.Path(download.value.path()).read_text()
        studio.wants(text.startswith(begins) and len(text) > 10, f"the download {name} begins {text[:20]!r}")
    page.context.close()


def hole(name):
    """The hole of that name."""
    return f".hole[aria-label^='{name},']"


def hinted(page):
    """Asks for a hint, step by step: the names of the holes that the peg comes from and goes to."""
    for step in (".region", ".pointed", ".arrow.hint"):
        page.click("#hint")
        page.wait_for_selector(step, timeout=5000 * SLOW)
    names = [word.strip(".") for word in page.inner_text(".caption").split() if word.strip(".").isdigit()]
    return names[0], names[2]


def drawing(studio):
    """A drawn board: played to the end with hints, and back to the last winning position."""
    page = studio.page()
    page.wait_for_selector(".hole[role]")
    page.click("#open-draw")
    page.fill("#draw-columns", "4")
    page.fill("#draw-rows", "4")
    page.press("#draw-rows", "Tab")
    page.select_option("#draw-goal-kind", "any")
    # A 4×4 board, full except for one hole next to a corner.
    page.locator("#draw-start .cell").first.wait_for()
    page.get_by_label("peg", exact=True).check()
    for cell in page.locator("#draw-start .cell").all():
        cell.click()
    page.get_by_label("vacancy", exact=True).check()
    page.locator("#draw-start .cell").nth(1).click()
    studio.picture(page, "draw")
    studio.faults += axe_faults(page, "drawing")
    page.click("#draw-play")
    page.wait_for_function("() => document.querySelectorAll('.hole[role]').length === 16")
    studio.wants("start=o.oo" in page.url, f"the drawn puzzle is not in the address: {page.url}")
    page.click("#light")
    studio.lit(page, "winnable")
    moves = []
    for _ in range(14):
        names = hinted(page)
        began = time.monotonic()
        for name in names:
            page.click(hole(name))
        moves.append(1000 * (time.monotonic() - began))
    studio.measured("ms to make a move of two clicks", max(moves))
    studio.wants("goal is reached" in page.inner_text(".caption"), f"hints do not lead to the goal: {page.inner_text('.caption')}")
    studio.picture(page, "won")
    page.click("#restart")
    # Play bad moves until the goal is unreachable, then go back.
    played = 0
    while played < 13:
        if not page.evaluate(PLAY_ON, 0):
            break
        played += 1
    studio.lit(page, "No longer winnable")
    page.click("#back-to-winning")
    studio.said(page, "last winning position, after")
    page.click("#undo")
    page.context.close()


def goals(studio):
    """The allowed drawn goals: one peg in a marked hole, the start with pegs and vacancies exchanged, any picture. Also
    invalid goals."""
    page = studio.page("#geometry=square&start=ooo/o.o/ooo&goal=one")
    page.wait_for_selector(".hole[role]")

    def drawn(kind, *holes, brush="peg"):
        page.click("#open-draw")
        page.select_option("#draw-goal-kind", kind)
        if kind in ("some", "drawn"):
            page.click("#clear-goal")
            page.get_by_label(brush, exact=True).check()
            for hole in holes:
                page.locator("#draw-goal .cell").nth(hole).click()
        page.click("#draw-play")

    def refused(why):
        said = page.inner_text("#draw .problem")
        studio.wants(why in said, f"{why!r} is not said but {said!r}")
        page.keyboard.press("Escape")

    drawn("some", 0, 4)
    studio.wants("last=one&goal=?../.?./..." in page.url, f"a goal in marked holes: {page.url}")
    studio.wants("last peg may end here" in page.inner_text(".legend"), "marked holes are not in the legend")
    page.click("#open-draw")
    studio.picture(page, "draw-goal")
    studio.wants(page.input_value("#draw-goal-kind") == "some", "a goal in marked holes is not taken up again")
    page.keyboard.press("Escape")
    drawn("some")
    refused("no hole is marked")
    drawn("complement")
    studio.wants("goal=.../.o./..." in page.url, f"the complement as goal: {page.url}")
    drawn("drawn")
    refused("the goal has no peg")
    drawn("drawn", *range(9))
    refused("the goal has 9 pegs, but the start only 8")
    drawn("drawn", 2, brush="either, peg or empty")
    studio.wants("goal=..?/.../..." in page.url, f"a goal with a free hole: {page.url}")
    page.context.close()


#: Windows in which the studio is tested.
FORMS = {
    "desktop": {"viewport": {"width": 1200, "height": 900}},
    "upright": {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True},
    "small upright": {"viewport": {"width": 360, "height": 640}, "has_touch": True, "is_mobile": True},
    "across": {"viewport": {"width": 844, "height": 390}, "has_touch": True, "is_mobile": True},
    "small across": {"viewport": {"width": 640, "height": 360}, "has_touch": True, "is_mobile": True},
}


class Hand:
    """A mouse, or a finger if the window is a phone's."""

    def __init__(self, page, form):
        self.page = page
        self.finger = page.context.new_cdp_session(page) if "has_touch" in FORMS[form] else None

    def middle(self, name):
        box = self.page.locator(hole(name)).locator(".touch").bounding_box()
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def touch(self, kind, *points):
        self.finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]})

    def lift(self, source, target):
        """Picks up a peg and moves it to a place without dropping it."""
        (x, y), (to_x, to_y) = self.middle(source), target
        way = [(x + (to_x - x) * part / 8, y + (to_y - y) * part / 8) for part in range(1, 9)]
        if self.finger:
            self.touch("touchStart", (x, y))
            for point in way:
                self.touch("touchMove", point)
        else:
            self.page.mouse.move(x, y)
            self.page.mouse.down()
            for point in way:
                self.page.mouse.move(*point)

    def drop(self):
        if self.finger:
            self.touch("touchEnd")
        else:
            self.page.mouse.up()

    def drag(self, source, target):
        self.lift(source, self.middle(target))
        self.drop()

    def tap(self, selector):
        self.page.tap(selector) if self.finger else self.page.click(selector)


def is_seen(page, selector):
    """Whether an element is completely in the window, and nothing covers its middle."""
    return page.evaluate("""(selector) => {
      const node = document.querySelector(selector);
      const { left, top, right, bottom } = node.getBoundingClientRect();
      const found = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      return right > left && left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight && node.contains(found); }""", selector)


def dragging(studio):
    """A game is played to its end by dragging, in every window: the banner, a replay, and the next puzzle."""
    for form, window in FORMS.items():
        page = studio.page("#puzzle=cross-of-six", **window)
        page.wait_for_selector(".hole[role]")
        hand, start = Hand(page, form), page.evaluate(PEGS)
        jumps = (("45", "65"), ("43", "45"), ("35", "55"), ("65", "45"), ("45", "47"))
        for number, (source, target) in enumerate(jumps, 1):
            if number == 3:
                misplaced(studio, page, hand, form)
            hand.drag(source, target)
            studio.wants(f"Jump {number}:" in page.inner_text(".caption"), f"{form}: jump {number} is not dragged: {page.inner_text('.caption')}")
        page.wait_for_timeout(800)
        banner = page.inner_text(".ending")
        for text in ("Solved!", "5 jumps in 4 moves", "time 0:"):
            studio.wants(text in banner, f"{form}: {text!r} is not in the banner: {banner!r}")
        studio.wants("hint" not in banner and "known" not in banner, f"{form}: the banner says too much: {banner!r}")
        for part in (".ending h2", "#ending-again", "#ending-next", "#undo", "#light"):
            studio.wants(is_seen(page, part), f"{form}: {part} is not seen at the end of a game")
        studio.picture(page, f"banner-{form.replace(' ', '-')}")
        if form in ("desktop", "small upright"):
            studio.faults += axe_faults(page, f"banner, {form}")
        hand.tap("#ending-again")
        studio.wants(page.evaluate(PEGS) == start and page.is_hidden(".ending"), f"{form}: again does not begin again")
        for source, target in jumps:
            hand.tap(hole(source))
            hand.tap(hole(target))
        hand.tap("#ending-next")
        page.wait_for_function("() => location.hash !== '#puzzle=cross-of-six' && !location.hash.includes('played')")
        studio.wants(page.is_hidden(".ending") and "cross of six" not in page.inner_text("#title"), f"{form}: the next puzzle is not there")
        page.context.close()


def misplaced(studio, page, hand, form):
    """A peg dropped in an invalid place returns; while it is dragged, the valid places are marked."""
    before = page.evaluate(PEGS), page.url
    hand.lift("35", hand.middle("45"))
    lands = page.locator(".hole[aria-label*='can land']")
    studio.wants(lands.count() == 1 and "55," in lands.first.get_attribute("aria-label"), f"{form}: targets of a held peg are not shown")
    studio.wants(page.locator(".target").count() == 1, f"{form}: targets of a held peg are not drawn")
    box, (x, y) = page.locator(".peg.dragged circle").bounding_box(), hand.middle("45")
    studio.wants(abs(box["x"] + box["width"] / 2 - x) < 6 and abs(box["y"] + box["height"] / 2 - y) < 6, f"{form}: a peg does not follow")
    hand.drop()
    studio.wants("35 to 45 isn't a jump" in page.inner_text(".caption"), f"{form}: a wrong drop is told so: {page.inner_text('.caption')}")
    board = page.locator(".board-host svg").bounding_box()
    hand.lift("35", (board["x"] + 3, board["y"] + 3))
    hand.drop()
    studio.wants("put back" in page.inner_text(".caption"), f"{form}: a drop beside the board is told so: {page.inner_text('.caption')}")
    page.wait_for_timeout(400)
    studio.wants((page.evaluate(PEGS), page.url) == before, f"{form}: a wrong drop changes the position")
    studio.wants(page.locator(".dragged, .target").count() == 0, f"{form}: a peg that was put back is still held")
    try:  # it moves there, which takes longer on a busy machine
        page.wait_for_function("""([x, y]) => {
          const { left, right, top, bottom } = [...document.querySelectorAll('.peg > circle')].at(-1).getBoundingClientRect();
          return Math.abs((left + right) / 2 - x) < 2 && Math.abs((top + bottom) / 2 - y) < 2; }""",
                               arg=hand.middle("35"), timeout=SLOW * 1000)
    except Exception:
        studio.faults.append(f"{form}: a peg that was put back stands elsewhere")


def first_screen(studio):
    """Rules, undo, redo, hint and the indicator with its text are on the first screen in every window, and do not
    move."""
    for form, window in FORMS.items():
        for puzzle in ("central", "triangle-15-corner"):
            page = studio.page(f"#puzzle={puzzle}", **window)
            page.wait_for_selector(".hole[role]")
            studio.wants("Jump a peg over its neighbour" in page.inner_text("#rules"), f"{form}: no rules")
            before = page.locator("#undo").bounding_box()
            page.click("#light")
            studio.lit(page, "winnable", within=SLOW * 3)
            page.evaluate(PLAY_ON, 0)
            studio.lit(page, "innable", within=SLOW * 3)
            for part in ("#rules", "#undo", "#redo", "#hint", "#light", "#outlook", ".board-host svg"):
                studio.wants(is_seen(page, part), f"{form}: {part} of {puzzle} is not in the first screen")
            studio.wants(page.locator("#undo").bounding_box() == before, f"{form}: undo does not stay where it is")
            studio.wants(not is_wide(page), f"{form}: the studio is wider than the window")
            studio.picture(page, f"play-{puzzle}-{form.replace(' ', '-')}")
            page.context.close()


def keys_that_undo(studio):
    """Undo and redo with every key, also with the focus on the board. Arrow keys step through the game, except on the
    board, where they move the cursor."""
    page = studio.page()
    page.wait_for_selector(".hole[role]")
    seen = [page.evaluate(PEGS)]
    for number in range(4):
        page.evaluate(PLAY_ON, number)
        seen.append(page.evaluate(PEGS))

    def stands(at, what):
        studio.wants(page.evaluate(PEGS) == seen[at], f"{what} does not lead to the position after {at} jumps")

    page.locator(".hole[tabindex='0']").focus()
    for key, at in (("u", 3), ("Control+z", 2), ("n", 3), ("Control+z", 2), ("Control+y", 3), ("u", 2), ("Control+Shift+z", 3),
                    ("ArrowLeft", 3), ("n", 4), ("n", 4), ("r", 0), ("n", 1), ("n", 2), ("n", 3), ("n", 4)):
        page.keyboard.press(key)
        stands(at, f"{key} on the board")
    page.locator("#hint").focus()
    for key, at in (("ArrowLeft", 3), ("u", 2), ("ArrowRight", 3), ("Home", 0), ("u", 0), ("End", 4)):
        page.keyboard.press(key)
        stands(at, f"{key} elsewhere")
    page.click("#open-load")
    page.focus("#text")
    page.keyboard.type("u r")
    page.keyboard.press("Control+z")
    page.keyboard.press("Escape")
    stands(4, "a key in a field")
    page.click("#undo")
    page.click("#undo")
    page.click("#redo")
    stands(3, "undo, undo, redo")
    page.evaluate(PLAY_ON, 7)
    studio.wants(page.get_attribute("#redo", "aria-disabled") == "true", "after another jump there is still something to redo")
    page.context.close()


def getting_stuck(studio):
    """If no jump is left, a banner reports it and leads back."""
    page = studio.page("#puzzle=triangle-15-corner")
    page.wait_for_selector(".hole[role]")
    while page.evaluate(PLAY_ON, 0):
        studio.wants(page.is_hidden(".ending") or "No jump" in page.inner_text(".ending"), "the banner comes before the end")
    stuck = page.evaluate(PEGS)
    studio.wants(f"{len(stuck)} pegs are left" in page.inner_text(".ending.lost"), f"the banner of a game that is stuck: {page.inner_text('.ending')}")
    page.wait_for_timeout(800)
    studio.picture(page, "stuck")
    studio.faults += axe_faults(page, "stuck")
    page.click("#ending-undo")
    studio.wants(page.is_hidden(".ending") and len(page.evaluate(PEGS)) == len(stuck) + 1, "undo at the end does not go back a jump")
    page.keyboard.press("n")
    studio.wants(page.is_hidden(".ending"), "a banner comes where nothing was played by hand")
    page.click("#undo")
    while page.evaluate(PLAY_ON, 0):
        pass
    page.click("#ending-back")
    studio.said(page, "last winning position", within=SLOW * 2)
    studio.wants(len(page.evaluate(PEGS)) > len(stuck) + 1 and page.is_hidden(".ending"), "the banner does not lead back to a winning position")
    page.context.close()


def records(studio):
    """The banner counts hints, and shows the known minimum number of moves."""
    page = studio.page("#puzzle=pegsol-p01")
    page.wait_for_selector(".hole[role]")
    while page.is_hidden(".ending"):
        for name in hinted(page):
            page.click(hole(name))
    banner = page.inner_text(".ending")
    studio.wants("with 4 hints" in banner, f"hints are not told: {banner!r}")
    studio.wants("Fewest moves known: 2" in banner or "in 2 moves" in banner and "No solution with fewer" in banner,
                 f"the fewest moves are not told: {banner!r}")
    page.context.close()


def together(studio):
    """Hints and solutions do not remove the indicator's text, and the indicator does not remove theirs."""
    page = studio.page("#puzzle=triangle-15-corner")
    page.wait_for_selector(".hole[role]")
    page.click("#light")
    studio.lit(page, "Still winnable. 29,760 ways")
    hinted(page)
    studio.wants("Still winnable. 29,760 ways" in page.inner_text("#outlook"), "a hint takes away what the light says")
    page.click("#solve")
    studio.said(page, "Solved", within=SLOW * 5)
    page.wait_for_timeout(500)
    studio.wants("Solved in 13 jumps" in page.inner_text("#work"), f"\"Solved\" is overwritten: {page.inner_text('#work')}")
    studio.wants("Still winnable" in page.inner_text("#outlook"), f"a solution takes away what the light says: {page.inner_text('#outlook')}")
    page.keyboard.press("ArrowRight")
    studio.lit(page, "Still winnable")
    studio.wants("Solved" in page.inner_text("#work"), "the light takes away what was solved")
    page.context.close()
    # A number of solutions that the program still computes comes later, without a jump.
    page = studio.page("#puzzle=triangle-15-corner")
    page.wait_for_selector(".hole[role]")
    answers = []

    def without_number(route):
        answer = route.fetch().json()
        answers.append(answer.pop("solutions", None) if not answers else None)
        route.fulfill(json=answer)

    page.route("**/api/hint", without_number)
    page.click("#light")
    studio.lit(page, "29,760 ways", within=SLOW * 3)
    studio.wants(answers[:1] == ["29760"] and len(answers) > 1, f"the number was not asked for again: {answers}")
    page.context.close()


#: Whether the current row of the list of moves is visible, and whether the list is longer than its window.
ROW = """() => {
  const list = document.getElementById('moves'), seen = list.getBoundingClientRect();
  const row = list.querySelector('[aria-current]').getBoundingClientRect();
  return [row.top >= seen.top - 1 && row.bottom <= seen.bottom + 1, list.scrollHeight > list.clientHeight + 40]; }"""


def following(studio):
    """The list of moves scrolls to the current row, in both games; the page does not scroll."""
    for puzzle, said in (("central", "Solved"), ("baseball-6-worst", "Solved in")):
        page = studio.page(f"#puzzle={puzzle}", viewport={"width": 1100, "height": 700})
        page.wait_for_selector("#moves li", state="attached")
        page.click("#solve")
        studio.said(page, said, within=SLOW * 5)
        top = page.evaluate("scrollY")
        for key, times in (("End", 1), ("ArrowLeft", 9), ("ArrowLeft", 8), ("Home", 1), ("ArrowRight", 14), ("ArrowRight", 10)):
            for _ in range(times):
                page.keyboard.press(key)
            is_in, is_long = page.evaluate(ROW)
            studio.wants(is_long, f"the list of {puzzle} is too short for this test")
            studio.wants(is_in, f"after {key} the row of {puzzle} is not seen")
        studio.wants(page.evaluate("scrollY") == top, f"the page of {puzzle} scrolls with its list")
        page.context.close()


#: Puzzles that a criterion refutes, each with the expected sentence.
SENTENCES = {
    "french-central": "so even stays even. There are 24 at the start, but the goal needs 1",
    "pagoda-example": "The goal weighs 33, the start only 31",
    "army-5": "The goal weighs at least 3050, the start only 2717",
    "line-of-seven": "however often you play each jump",
}


def explaining(studio):
    """The panel: first a sentence, then weights on the board with their sums; closing it removes them. In every
    window."""
    for puzzle, sentence in SENTENCES.items():
        page = studio.page(f"#puzzle={puzzle}")
        page.wait_for_selector(".hole[role]")
        page.click("#explain")
        page.wait_for_selector("#reason .plain", timeout=SLOW * 10_000)
        said = page.inner_text("#reason .content > :first-child")
        studio.wants(said.startswith("No: ") and sentence in said, f"the sentence of {puzzle}: {said}")
        page.context.close()
    for form, window in FORMS.items():
        page = studio.page("#puzzle=pagoda-example", **window)
        page.wait_for_selector(".hole[role]")
        page.click("#explain")
        page.wait_for_selector("#reason .plain", timeout=SLOW * 10_000)
        numbers = page.locator("#live .board-host .weights .number").all_text_contents()
        studio.wants(len(numbers) == 33 and numbers[0] == "11", f"{form}: weights on the board: {numbers}")
        studio.wants("= 31" in page.locator("#reason .sum").first.inner_text(), f"{form}: the sum of the start is not written out")
        page.wait_for_timeout(300)
        for part in ("#reason .plain", "#close-reason", "#reason .sum"):
            studio.wants(is_seen(page, part), f"{form}: {part} is not seen")
        board, panel = (page.locator(name).bounding_box() for name in (".board-host .dents", "#reason"))
        is_beside = panel["x"] >= board["x"] + board["width"] or panel["y"] >= board["y"] + board["height"] - 1
        studio.wants(is_beside and board["y"] >= 0, f"{form}: the panel lies over the board, or the board is not seen")
        studio.wants(not is_wide(page), f"{form}: the explanation is wider than the window")
        studio.picture(page, f"explain-{form.replace(' ', '-')}")
        if form in ("desktop", "upright"):
            studio.faults += axe_faults(page, f"explain, {form}")
        page.click("#reason summary >> nth=0")
        page.wait_for_function("() => document.getElementById('reason').innerText.includes('No jump adds to the total')")
        page.click("#close-reason")
        studio.wants(page.locator(".weights, .weighed").count() == 0 and page.is_hidden("#reason"), f"{form}: weights stay when the panel is closed")
        page.context.close()
    page = studio.page("#puzzle=pagoda-example")
    page.wait_for_selector(".hole[role]")
    page.click("#solve")
    studio.said(page, "Impossible", within=SLOW * 5)
    page.wait_for_selector("#reason .plain", timeout=SLOW * 10_000)
    page.evaluate(PLAY_ON, 0)
    studio.wants("now:" in page.inner_text("#reason .sums"), "the sum of the position on the board is not told")
    page.click("#reason summary >> nth=2")
    page.click("#reason button.weights-of >> nth=0")
    studio.wants(page.locator(".weights .number").first.text_content() != "11", "other weights are not put on the board")
    page.click("#open-gallery")
    page.click(".gallery button >> nth=0")
    studio.wants(page.is_hidden("#reason") and page.locator(".weighed").count() == 0, "the panel stays when another puzzle is opened")
    page.context.close()
    page = studio.page("#puzzle=triangle-15-corner")
    page.wait_for_selector(".hole[role]")
    page.click("#solve")
    studio.said(page, "Solved", within=SLOW * 5)
    page.click("#explain")
    page.wait_for_selector("#reason .plain", timeout=SLOW * 10_000)
    studio.wants(page.inner_text("#reason .plain").startswith("Yes: a solution is known"), f"of a puzzle that can be won: {page.inner_text('#reason')}")
    studio.wants(page.locator(".weights").count() == 0, "weights are shown that say nothing")
    page.context.close()


#: Records when each request of the indicator was sent and answered: `[position, from, to, answer]`.
ASKED = """window.asking = 0; window.answers = []; const ask = window.fetch;
    window.fetch = async (path, options) => {
      const began = performance.now();
      asking++;
      try {
        const response = await ask(path, options);
        if (path === '/api/hint') {
          const { winnable } = await response.clone().json();
          answers.push([JSON.stringify(JSON.parse(options.body).played), began, performance.now(), winnable]);
        }
        return response;
      } finally { asking--; } };"""


def answered(studio, page, games, seed):
    """Plays games without a pause while the indicator is on. Returns the milliseconds from each move to its yes or no,
    in order; infinite for a move without an answer."""
    moves = {}
    page.evaluate("answers.splice(0)")
    for game in range(seed, seed + games):
        number = 0
        while page.evaluate(PLAY_ON, game + 3 * number):
            number += 1
            # Waits until the request for this position, if any, is answered.
            page.wait_for_function("() => window.asking === 0")
            # The time from the first request to the last answer for a move. Some positions need no request.
            told = page.evaluate("answers.splice(0)")
            if told and told[0][0] not in moves:
                is_known = isinstance(told[-1][3], bool)
                moves[told[0][0]] = told[-1][2] - told[0][1] if is_known else float("inf")
        said = page.inner_text("#outlook")
        studio.wants("No longer" in said or "reached" in said, f"at the end of a game the light says: {said}")
        page.click("#restart")
        page.wait_for_function("() => window.asking === 0")
        page.evaluate("answers.splice(0)")
    return sorted(moves.values())


def lighting(studio):
    """The indicator on the English board: initially off, then updated after every move, with the number of remaining
    solutions."""
    page = studio.page("#puzzle=triangle-15-corner")
    page.wait_for_selector(".hole[role]")
    page.click("#light")
    studio.lit(page, "29,760 ways lead to the goal")
    page.context.close()
    page = studio.page(script=ASKED)
    page.wait_for_selector(".hole[role]")
    page.evaluate(PLAY_ON, 0)
    studio.wants(page.evaluate("answers") == [], "the light is on before it is asked for")
    page.click("#light")
    page.wait_for_function("() => /innable/.test(document.getElementById('outlook').textContent)")
    page.wait_for_function("() => window.asking === 0")
    page.click("#restart")
    # As fast as the page can be clicked, while the winning positions are still being computed.
    began = time.monotonic()
    times = answered(studio, page, 2, 0)
    quick = sum(time <= 50 for time in times)
    print(f"         before winning positions are known: {quick} of {len(times)} moves within 50 ms, "
          f"median {times[len(times) // 2]:.1f} ms")
    page.context.close()
    # Then every answer is available immediately, with the number of solutions.
    ways = "40,861,647,040,079,968 ways lead to the goal"
    while True:
        page = studio.page(script=ASKED)
        page.wait_for_selector(".hole[role]")
        page.click("#light")
        studio.lit(page, "Still winnable", within=SLOW * 5)
        if ways in page.inner_text("#outlook"):
            break
        page.context.close()
        if time.monotonic() - began > 30 * SLOW:
            return studio.faults.append("the winning positions of the English board are not known in time")
        time.sleep(1)
    print(f"         winning positions known after {time.monotonic() - began:.0f} s")
    times = answered(studio, page, 6, 0)
    studio.wants(len(times) > 60, f"the light answered {len(times)} moves only")
    print(f"         of {len(times)} moves then: {sum(time <= 50 for time in times)} within 50 ms, "
          f"median {times[len(times) // 2]:.1f} ms, most {times[-1]:.1f} ms")
    studio.measured("ms for the light to say yes or no, in 95 moves of 100, once the winning positions are known",
                    times[len(times) * 95 // 100])
    page.context.close()


def choosing(studio):
    """The gallery, the filters, figures of a census, and colour baseball."""
    page = studio.page()
    page.wait_for_selector(".hole[role]")
    page.click("#open-gallery")
    page.wait_for_selector(".gallery li")
    page.wait_for_timeout(500)
    studio.wants("solvable" in page.locator(".chip").first.inner_text(), "solvable ones do not come first")
    studio.picture(page, "gallery")
    studio.faults += axe_faults(page, "gallery")
    page.select_option("#collection", "french")
    page.wait_for_function("() => document.getElementById('found').textContent.includes('256')")
    studio.wants("256 of 256 puzzles, 30 of them solvable" in page.inner_text("#found"), page.inner_text("#found"))
    chips = page.locator(".chip").all_inner_texts()
    studio.wants(all("solvable" in chip for chip in chips[:30]) and "impossible" in chips[30],
                 "the solvable figures of the census do not come first")
    page.select_option("#difficulty", "hard")
    chips = page.locator(".chip").all_inner_texts()
    studio.wants(0 < len(chips) < 30 and all("hard" in chip for chip in chips), f"hard figures: {chips}")
    page.select_option("#difficulty", "")
    page.select_option("#verdict", "solvable")
    studio.wants(page.locator(".gallery li").count() == 30, "the filter does not leave the 30 solvable figures")
    page.wait_for_timeout(500)
    studio.picture(page, "census")
    studio.faults += axe_faults(page, "census")
    page.locator(".gallery button").nth(8).click()
    page.wait_for_function("() => document.querySelectorAll('.hole[role]').length === 37")
    studio.wants(page.evaluate(PLAY_ON, 0), "a figure of the census cannot be played")
    studio.wants("start=" in page.url, "the figure is not in the address")
    page.click("#open-gallery")
    page.select_option("#collection", "")
    page.wait_for_function("() => /baseball/.test(document.getElementById('figures').textContent)")
    page.fill("#find", "baseball-5")
    page.locator(".gallery button").first.click()
    page.wait_for_selector(".track")
    fills = page.locator(".own").evaluate_all("all => all.map((one) => one.getAttribute('fill'))")
    studio.wants(fills[0] == "rgb(38 38 38)" and fills[4] == "rgb(204 36 36)", f"base 0 is not black, or base 4 not red: {fills}")
    page.click("#hint")
    page.wait_for_selector(".hinted")
    studio.wants("Hint: token 1 from base 2 to base 1" in page.inner_text(".caption"), f"a hint: {page.inner_text('.caption')}")
    page.click("#solve")
    studio.said(page, "Solved in 9 steps")
    page.click(".step-pictures summary")
    page.wait_for_selector(".pictures figure:nth-child(10)")
    studio.wants(page.locator(".pictures figure").count() == 10, "not every step has one picture")
    page.click("#on")
    studio.wants("Step 1" in page.inner_text(".caption"), "colour baseball is not stepped through")
    page.locator(".track .hole").first.focus()
    page.keyboard.press("Enter")
    studio.wants("Step 2" in page.inner_text(".caption"), "colour baseball is not played by keys")
    studio.picture(page, "baseball")
    studio.faults += axe_faults(page, "colour baseball")
    page.click("#open-draw")
    studio.wants(page.is_visible("#draw-play"), "from colour baseball no puzzle can be drawn")
    page.keyboard.press("Escape")
    page.context.close()


def open_gallery(studio, **options):
    """A page with an open gallery."""
    page = studio.page(**options)
    page.wait_for_selector(".hole[role]")
    page.click("#open-gallery")
    page.wait_for_selector(".gallery li")
    return page


def gallery_faults(page):
    """The faults in the order of the gallery, its filters, its search, and cards that look the same. A generator, so
    that the caller can stop early."""
    def wants(holds, fault):
        return [] if holds else [fault]

    puzzles = page.evaluate("fetch('/api/puzzles').then((response) => response.json())")
    headings = page.locator("#figures h3").all_inner_texts()
    yield from wants(headings[:2] == ["Classics", "English board"] and headings[-1] == "Trivial", f"headings: {headings}")
    classics = page.locator(".gallery").first.locator(".figure")
    yield from wants(classics.count() == 12 and "The central game" in classics.first.inner_text(), "no twelve classics at the top")
    chips = page.locator("#figures ul:not(:last-child) .chip").all_inner_texts()
    yield from wants(not any("trivial" in chip for chip in chips), "trivial ones stand among the others")
    groups = {}
    for puzzle in puzzles:
        groups.setdefault(puzzle.get("alike", puzzle["name"]), []).append(puzzle["name"])
    yield from wants(page.locator(".gallery li").count() == len(groups) < len(puzzles) - 50, "those that are alike have cards of their own")
    yield from wants(any({"bu-cross-of-nine-lucas", "bu-cross-of-nine-mirrored"} <= set(group) for group in groups.values()),
                     "the cross of nine and its reflection are not alike")
    more = page.locator(".alike").first
    if more.count() == 0:
        return
    hidden, before = int(more.inner_text().split()[0]), page.locator(".gallery li").count()
    more.click()
    yield from wants(page.locator(".gallery li").count() == before + hidden, "those that are alike are not reached from their card")
    more.click()
    yield from wants(page.locator(".gallery li").count() == before, "those that are alike cannot be put away")
    digits = lambda puzzle: len(str(puzzle["positions"])) if puzzle.get("positions") else 0
    filters = [("#on-board", "French board", lambda puzzle: puzzle.get("board") == "French board"),
               ("#size", "13 to 29 pegs", lambda puzzle: "track" not in puzzle and 13 <= puzzle["start"].count("o") <= 29),
               ("#difficulty", "hard", lambda puzzle: digits(puzzle) == 4)]
    left = puzzles
    for name, value, holds in filters:
        page.select_option(name, value)
        only = [puzzle for puzzle in puzzles if holds(puzzle)]
        said = page.inner_text("#found")
        yield from wants(0 < len(only) < len(puzzles) and said.startswith(f"{len(only)} of {len(puzzles)} "), f"the filter {name}: {said}")
        page.select_option(name, "")
    for name, value, holds in filters:
        page.select_option(name, value)
        fewer = [puzzle for puzzle in left if holds(puzzle)]
        said = page.inner_text("#found")
        yield from wants(0 < len(fewer) < len(left) and said.startswith(f"{len(fewer)} of "), f"filters together, {name}: {said}")
        left = fewer
    for name, *_ in filters:
        page.select_option(name, "")
    for words, title in (("corsair raid", "the raid of the corsair"), ("fr-047", ""), ("PLUS", "The plus"), ("wiegleb", "Wiegleb's board")):
        page.fill("#find", words)
        found = page.locator(".gallery .name").all_inner_texts()
        yield from wants(found and title in found[0] and len(found) < 10, f"the search for {words} finds {found[:10]}")
    page.fill("#find", "no such puzzle")
    yield from wants(page.locator(".gallery li").count() == 0 and page.locator("#random").is_disabled(), "a search in vain finds something")
    page.fill("#find", "")
    page.select_option("#difficulty", "hard")
    drawn = set()
    for _ in range(6):
        page.click("#random")
        page.wait_for_function("() => !document.getElementById('gallery').open")
        drawn.add(page.evaluate("decodeURIComponent(location.hash).replace('#puzzle=', '')"))
        page.click("#open-gallery")
    names = {puzzle["name"] for puzzle in puzzles if digits(puzzle) == 4}
    yield from wants(drawn <= names and len(drawn) > 1, f"random puzzles that are hard: {drawn}")
    days = page.evaluate("""(puzzles) => import('/web/gallery.js').then(({ ofTheDay }) =>
        Array.from({ length: 90 }, (_, day) => ofTheDay(puzzles, new Date(2026, 2, day)).name))""", puzzles)
    pleasant = {puzzle["name"] for puzzle in puzzles if puzzle.get("expect") == "solvable"
                and 8 <= puzzle["start"].count("o") <= 33 and digits(puzzle) in (0, 3, 4, 5)}
    yield from wants(len(set(days)) == 90 and set(days) <= pleasant, f"puzzles of 90 days: {days}")


#: Galleries that are broken in one way each, with the expected words.
BROKEN_GALLERIES = [
    ('if (entry.classic) return "Classics";', "", "headings"),
    (' !== "Trivial").concat("Trivial")', " !== 0)", "headings"),
    ("Boolean(b.classic) - Boolean(a.classic) || (a.classic ? 0 :", "(0 ||", "twelve classics"),
    ('entry.board && isTrivial(entry) ? "Trivial" : entry.board', "entry.board", "headings"),
    ("const key = entry.alike ?? entry;", "const key = entry;", "cards of their own"),
    ("else item.after(...beside);", "", "not reached"),
    ("for (const other of beside) other.remove();", "{}", "put away"),
    ("field(entry) === value)", "true)", "the filter #on-board"),
    ("filters.every(([, { value }", "filters.some(([, { value }", "the filter"),
    ("words.every((word)", "words.some((word)", "the search for corsair raid"),
    ("lots[0].disabled = shown.length === 0;", "", "a search in vain"),
    ("const among = solvable.length ? solvable : shown;", "const among = entries;", "random puzzles"),
    ("Math.floor(Math.random() * among.length)", "0", "random puzzles"),
    ("(day * STRIDE) % found.length", "0", "puzzles of 90 days"),
    ('entry.expect === "solvable" && pegs >=', "pegs >=", "puzzles of 90 days"),
]


def gallery(studio):
    """The gallery of bundled puzzles, and a self-test that each of its faults would be found. The puzzle of the day
    follows the user's calendar, and a first card is visible on every screen."""
    page = open_gallery(studio)
    studio.faults += gallery_faults(page)
    source = page.evaluate("fetch('/web/gallery.js').then((response) => response.text())")
    page.context.close()
    for old, new, fault in BROKEN_GALLERIES:
        studio.wants(source.count(old) >= 1, f"the gallery has no {old!r}")
        page, broken = studio.page(), source.replace(old, new)
        page.route("**/web/gallery.js", lambda route: route.fulfill(body=broken, content_type="text/javascript"))
        page.reload()
        page.wait_for_selector(".hole[role]")
        page.click("#open-gallery")
        page.wait_for_selector(".gallery li")
        page.set_default_timeout(3000)
        found = []
        try:
            for one in gallery_faults(page):
                found.append(one)
                if fault in one:
                    break
        except Exception as error:
            found.append(str(error))
        studio.wants(found and fault in found[-1], f"a gallery with {new!r} for {old!r} is not found out: {found}")
        page.context.close()
    chosen = []
    for zone, time in (("America/Los_Angeles", "2026-03-10T20:00:00Z"), ("Pacific/Auckland", "2026-03-10T00:00:00Z"),
                       ("Europe/Paris", "2026-03-11T12:00:00Z")):
        page = studio.page(timezone_id=zone)
        page.clock.set_fixed_time(time)
        page.wait_for_selector(".hole[role]")
        page.click("#open-gallery")
        page.click("#of-the-day")
        page.wait_for_function("() => !document.getElementById('gallery').open")
        chosen.append(page.evaluate("location.hash"))
        page.context.close()
    studio.wants(chosen[0] == chosen[1] != chosen[2], f"puzzles of the day in Los Angeles, Auckland, and a day later: {chosen}")
    for name, width, height in (("desktop", 1200, 900), ("phone", 390, 844), ("across", 844, 390)):
        page = open_gallery(studio, viewport={"width": width, "height": height})
        page.wait_for_timeout(600)
        studio.wants(not is_wide(page), f"the gallery is wider than a window of {width}")
        first = page.locator(".figure").first.bounding_box()
        studio.wants(first["y"] + 60 < height, f"{width} × {height}: no card is in sight")
        studio.picture(page, f"gallery-{name}")
        studio.faults += axe_faults(page, f"gallery, {width} wide")
        page.context.close()


def registering(studio):
    """The user's own list in the gallery: pasted, chosen as a file, and rejected if invalid."""
    register = pathlib.Path(__file__).parents[2] / "results/census/english-four-axes.jsonl"
    text = register.read_text()
    page = studio.page()
    page.wait_for_selector(".hole[role]")
    page.click("#open-gallery")
    page.select_option("#collection", "own")
    for wrong, why in (("", "choose a file"), ("no register", "not a file of census records"),
                       (text.replace('"pegs":4', '"pegs":5', 1), "pegs, not 5")):
        page.fill("#register", wrong)
        page.click("#load-register")
        page.wait_for_function("(why) => document.getElementById('register-problem').textContent.includes(why)", arg=why)
    studio.picture(page, "register")
    studio.faults += axe_faults(page, "register")
    page.set_input_files("#register-file", str(register))
    page.wait_for_function("() => document.getElementById('register').value.length > 1000")
    page.click("#load-register")
    page.wait_for_function("() => document.getElementById('found')?.textContent.startsWith('128 of 128 puzzles, 13')")
    page.select_option("#collection", "own")
    page.fill("#register", "\n".join(text.splitlines()[:5]) + "\n")
    page.click("#load-register")
    page.wait_for_function("() => document.getElementById('found')?.textContent.startsWith('4 of 4 puzzles')")
    page.locator(".gallery button").first.click()
    page.wait_for_function("() => document.querySelectorAll('.hole[role]').length === 33")
    studio.wants("start=" in page.url, "the figure of a register is not in the address")
    page.context.close()


def cancelling(studio):
    """A long run is cancelled, and the server's process also ends; the same for a closed tab."""
    for closes in (False, True):
        page = studio.page(LONG)
        page.wait_for_selector(".hole[role]")
        page.click("#solve")
        page.wait_for_timeout(1500)
        studio.wants(page.is_visible("#cancel"), "a long solve cannot be cancelled")
        if closes:
            page.context.close()
        else:
            studio.wants("·" in page.inner_text("#work"), f"no progress is told: {page.inner_text('#work')}")
            page.click("#cancel")
            studio.said(page, "Cancelled")
            page.context.close()
        time.sleep(2)
        before = cpu(studio.server.pid)
        time.sleep(1)
        used = cpu(studio.server.pid) - before
        studio.wants(used < 30, f"after {'closing' if closes else 'cancelling'} the server works on: {used} ticks")


def cpu(process):
    """The processor time of a process, in ticks of 10 ms."""
    fields = pathlib.Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
    return int(fields[11]) + int(fields[12])


#: A game in the notations of other programs and books, and the number of pegs after it on the English board.
GAMES = (("42/44 63/43 55/53", 29), ("d2-d4 f3-d3", 30), ("4→16, 7→9", 30), ("e-x h-j", 30), ("42 jumps over 43 to 44", 31))


def loading(studio):
    """Loads names and boards, pictures, several puzzles, game ids, and games in other notations, finished or not.
    Invalid input is rejected with a message."""
    page = studio.page()
    page.wait_for_selector(".hole[role]")

    def load(text, button="#load-puzzle"):
        page.click("#open-load")
        page.fill("#text", text)
        page.click(button)

    for (game, pegs), button in itertools.product(GAMES, ("#load-plan", "#load-puzzle")):
        load(game, button)
        studio.said(page, f"{pegs} pegs left; the game can still be won", within=SLOW * 4)
        studio.wants(len(page.evaluate(PEGS)) == pegs, f"{game} leaves {len(page.evaluate(PEGS))} pegs")
    load("46/44 44/46", "#load-plan")
    page.wait_for_function("() => document.getElementById('problem').textContent.includes('illegal')")
    page.keyboard.press("Escape")
    for name, holes in (("english", 33), ("French", 37), ("wiegleb", 45), ("triangle", 15), ("hexagon-3", 19), ("european", 37), ("square-6", 36),
                        ("greek cross", 33), ("hexagon", 37), ("Lamp", 33), ("triangle-7", 28)):
        load(name)
        page.wait_for_function("(holes) => document.querySelectorAll('#live .hole[role]').length === holes", arg=holes)
    load("7x7:OOPPPOOOOPPPOOPPPPPPPPPPHPPPPPPPPPPOOPPPOOOOPPPOO")
    page.wait_for_function("() => document.querySelectorAll('#live .hole[role]').length === 33")
    load("2211122\n2211122\n1111111\n1110111\n1111111\n2211122\n2211122")
    page.wait_for_selector("#readings .figure")
    studio.wants("several ways" in page.inner_text("#problem") and page.locator("#readings .figure").count() > 1, "readings are not small boards")
    studio.picture(page, "readings")
    studio.faults += axe_faults(page, "readings")
    page.click("#readings .figure >> nth=0")
    page.wait_for_function("() => !document.getElementById('load').open")
    several = "".join(f'[[puzzle]]\nname = "p{n}"\nboard = "english"\nstart = "44 45"\ngoal = "one peg"\n' for n in range(6))
    load(several)
    page.wait_for_selector("#readings .figure >> nth=5")
    page.click("#readings .figure >> nth=5")
    page.wait_for_function("() => document.getElementById('title').textContent === 'p5'")
    load("ooo.\n....\n\n...o\n....")
    page.wait_for_function("() => document.querySelectorAll('#live .hole[role]').length === 8")
    for wrong, why in (("no puzzle at all!", ""), ("triangle-21", "triangle-6"), ("atlantis", "no bundled puzzle"), ("7x7:OOP", "3 places")):
        load(wrong)
        page.wait_for_function("(why) => document.getElementById('problem').textContent.length > 5 && document.getElementById('problem').textContent.includes(why)", arg=why)
        page.keyboard.press("Escape")
    page.context.close()


def mistakes(studio):
    """Invalid links, loading without a file, and a stopped server: each is reported, and the page stays usable."""
    for address, why in (("#puzzle=nosuch", "no bundled puzzle"), ("#geometry=foo&start=ooo", "no geometry"),
                         ("#start=zzz", "isn't a hole"), ("#puzzle=central&played=4-16.99-1", "Jump 2 of the link isn't legal"), ("#start=oo.&goal=oo", "on different boards"),
                         ("#puzzle=<img src=x onerror=alert(1)>", "no bundled puzzle")):
        page = studio.page(address)
        studio.said(page, why)
        page.wait_for_selector(".hole[role]")
        page.click("#hint")
        page.wait_for_selector(".region", timeout=20000)
        page.context.close()
    page = studio.page()
    page.wait_for_selector(".hole[role]")
    page.click("#open-load")
    for text, button, why in (("", "#load-puzzle", "paste a text"), ("", "#load-plan", "paste a game"),
                              ("nosuch", "#load-puzzle", "no bundled puzzle"),
                              ("ooo.\n", "#load-puzzle", ""), ):
        page.fill("#text", text)
        page.click(button)
        if why:
            page.wait_for_function("(why) => document.getElementById('problem').textContent.includes(why)", arg=why)
    page.wait_for_function("() => document.querySelectorAll('.hole[role]').length === 4")
    studio.wants(page.inner_text("#title") == "pasted puzzle", f"a pasted picture is called {page.inner_text('#title')}")
    page.click("#open-load")
    studio.wants(page.inner_text("#problem") == "", "an old problem is still told")
    page.fill("#text", " corsair\n")
    page.click("#load-puzzle")
    page.wait_for_function("() => location.hash === '#puzzle=corsair'")
    page.context.close()


def gone(studio):
    """The last part: the server is stopped, and the page reports it."""
    page = studio.page()
    page.wait_for_selector(".hole[role]")
    studio.server.kill()
    studio.server.wait()
    for name in ("#light", "#hint", "#explain", "#solve"):
        page.click(name)
        wait = "() => document.querySelector('main').innerText.includes('is saut serve still running?')"
        page.wait_for_function(wait)
    page.context.close()


def keys_alone(studio):
    """From the top of the page to a jump, with only the Tab key, arrow keys and Enter."""
    page = studio.page()
    page.wait_for_selector(".hole[role]")
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.matches('.hole')"):
            break
    else:
        studio.faults.append("the Tab key does not lead to the board")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    studio.wants("Jump 1" in page.inner_text(".caption"), f"no jump by keys: {page.inner_text('.caption')}")
    page.context.close()


def on_a_phone(studio):
    page = studio.page(viewport={"width": 360, "height": 740}, color_scheme="dark", has_touch=True, is_mobile=True)
    page.wait_for_selector(".hole[role]")
    page.wait_for_timeout(300)
    studio.wants(not is_wide(page), "the studio is wider than a phone")
    studio.picture(page, "phone")
    studio.faults += axe_faults(page, "phone")
    page.tap(".hole[aria-label^='46,']")
    page.tap(".hole[aria-label^='44,']")
    studio.wants("Jump 1" in page.inner_text(".caption"), "no jump by touch")
    for name in ("gallery", "draw"):
        page.click(f"#open-{name}")
        page.wait_for_timeout(300)
        studio.wants(not is_wide(page), f"{name} is wider than a phone")
        studio.picture(page, f"phone-{name}")
        page.keyboard.press("Escape")
    page.context.close()


def for_the_readme(studio):
    """The pictures in the documents: a game half way, with the light on, an explanation on a phone, and the gallery.
    They are readme.png, readme-explain.png and readme-gallery.png in PICTURES; docs/pictures/ has them as studio.png,
    explain.png and gallery.png."""
    page = studio.page(viewport={"width": 880, "height": 620})
    page.wait_for_selector(".hole[role]")
    page.click("#solve")
    studio.said(page, "Solved", within=SLOW * 5)
    for _ in range(19):
        page.keyboard.press("ArrowRight")
    page.click("#light")
    studio.lit(page, "ways lead to the goal", within=SLOW * 5)
    page.wait_for_timeout(400)
    kept(studio, page, "readme")
    page.context.close()
    page = studio.page("#puzzle=pagoda-example", viewport={"width": 390, "height": 740}, has_touch=True, is_mobile=True)
    page.wait_for_selector(".hole[role]")
    page.click("#explain")
    page.wait_for_selector("#reason .plain", timeout=SLOW * 10_000)
    page.wait_for_timeout(400)
    kept(studio, page, "readme-explain")
    page.context.close()
    page = open_gallery(studio, viewport={"width": 860, "height": 800})
    page.evaluate("document.activeElement.blur()")
    page.wait_for_timeout(700)
    kept(studio, page.locator("#gallery"), "readme-gallery")
    page.context.close()


def kept(studio, page, name):
    """A picture for the README, small enough."""
    if studio.pictures:
        file = studio.pictures / f"{name}.png"
        page.screenshot(path=str(file))
        studio.wants(file.stat().st_size < 150_000, f"the README's picture {name} has {file.stat().st_size} bytes")


def without_scripts(studio):
    context = studio.browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(studio.url)
    studio.wants("needs JavaScript" in page.inner_text("main"), "without scripts nothing is said")
    context.close()


def jump(page, source, target):
    """Plays a jump by two clicks."""
    for name in (source, target):
        page.click(hole(name))


def hints_in_steps(studio):
    """A hint shows a part of the board, then a peg, then a jump. In another position, it starts again. It counts
    once."""
    page = studio.page("#puzzle=pegsol-p01")
    page.wait_for_selector(".hole[role]")
    page.click("#hint")
    page.wait_for_selector(".region")
    studio.wants("winning jump" in page.inner_text(".caption") and page.locator(".arrow").count() == 0, "the first step of a hint says too much")
    page.click("#hint")
    studio.wants(page.locator(".pointed").count() == 1 and page.locator(".arrow").count() == 0, "the second step of a hint is not a peg")
    page.keyboard.press("h")
    page.wait_for_selector(".arrow.hint")
    names = [word.strip(".") for word in page.inner_text(".caption").split() if word.strip(".").isdigit()]
    jump(page, names[0], names[2])
    page.click("#hint")
    page.wait_for_selector(".region")
    studio.wants(page.locator(".arrow.hint").count() == 0, "a hint for another position does not begin with its first step")
    page.context.close()
    page = studio.page("#puzzle=french-central")
    page.wait_for_selector(".hole[role]")
    page.click("#hint")
    studio.said(page, "This puzzle cannot be won", within=SLOW * 4)
    page.context.close()
    page = studio.page(LONG)
    page.wait_for_selector(".hole[role]")
    page.click("#hint")
    studio.said(page, "Thinking")
    page.click("#hint")
    studio.said(page, "Cancelled")
    page.context.close()


def glowing(studio):
    """Every peg with a winning jump glows, with the number of solutions. A second press of the button removes the
    glow."""
    for form in ("desktop", "upright", "across"):
        page = studio.page("#puzzle=triangle-15-corner", **FORMS[form])
        page.wait_for_selector(".hole[role]")
        page.click("#glow")
        studio.lit(page, "2 jumps can still win", within=SLOW * 5)
        ways = page.locator(".ways").all_text_contents()
        studio.wants(page.locator(".glow").count() == 2, f"{form}: the glow of the triangle's first jumps: {ways}")
        studio.wants(ways == ["14880"] * 2 * studio.counts, f"{form}: the numbers of ways after the triangle's first jumps: {ways}")
        glowing_names = page.locator(f".hole[aria-label*='can win{' in 14880' * studio.counts}']").count()
        studio.wants(glowing_names == 2, f"{form}: {glowing_names} holes are named as winning")
        studio.picture(page, f"glow-{form}")
        page.evaluate(PLAY_ON, 0)
        page.wait_for_function("() => document.querySelector('.glow')")
        studio.lit(page, "can still win", within=SLOW * 5)
        page.click("#glow")
        studio.wants(page.locator(".glow").count() == 0, f"{form}: the glow stays")
        page.context.close()


def my_mistake(studio):
    """If the indicator is on, the losing jump is marked immediately. The banner at the end names it and leads back to
    the position before it."""
    page = studio.page("#geometry=square&start=oo...oo&goal=one")
    page.wait_for_selector(".hole[role]")
    page.click("#light")
    studio.lit(page, "This puzzle can't be won")
    studio.wants(page.locator(".flag").count() == 0, "a puzzle that cannot be won has a mistake")
    page.context.close()
    for form in ("desktop", "upright", "across"):
        page = studio.page("#puzzle=triangle-15-corner", **FORMS[form])
        page.wait_for_selector(".hole[role]")
        page.click("#light")
        studio.lit(page, "Still winnable", within=SLOW * 4)
        while page.evaluate(PLAY_ON, 0):
            pass
        page.wait_for_function("() => document.querySelector('.ending').textContent.includes('The mistake was jump')", timeout=SLOW * 5000)
        studio.wants(page.locator(".flag").count() == 1, f"{form}: the mistake is not marked in the list")
        number = int(page.inner_text(".ending").split("The mistake was jump ")[1].split(":")[0])
        studio.wants(f"Replay from jump {number}" in page.inner_text("#ending-back"), f"{form}: no way back before the mistake")
        studio.picture(page, f"mistake-{form}")
        page.click("#ending-back")
        studio.lit(page, "Still winnable", within=SLOW * 2)
        studio.wants(len(page.evaluate(PEGS)) == 14 - number + 1, f"{form}: {len(page.evaluate(PEGS))} pegs before jump {number}")
        studio.wants("The mistake:" in page.inner_text("#work"), f"{form}: {page.inner_text('#work')}")
        page.context.close()


#: The jumps that win the cross of six.
CROSS = (("45", "65"), ("43", "45"), ("35", "55"), ("65", "45"), ("45", "47"))


def remembering(studio):
    """Solved puzzles are marked, with the best result, and a started game continues. These data are exported, deleted
    and imported again, and a damaged file changes nothing."""
    page = studio.page("#puzzle=cross-of-six")
    page.wait_for_selector(".hole[role]")
    for source, target in CROSS:
        jump(page, source, target)
    studio.wants("first solution" in page.inner_text(".ending") and page.locator(".stars").count() == 1, page.inner_text(".ending"))
    with page.expect_download() as download:
        page.click("#ending-share")
    studio.wants(pathlib.Path(download.value.path()).read_bytes().startswith(b"\x89PNG"), "a result is not shared as PNG")
    page.click("#ending-again")
    studio.wants("Solved 1 time · best 4 moves" in page.inner_text(".intro"), f"the best result: {page.inner_text('.intro')}")
    page.click("#open-gallery")
    page.wait_for_selector(".gallery li")
    marks = page.locator(".mark").all_inner_texts()
    studio.wants(marks == ["✓ solved"] and "1 solved by you" in page.inner_text("#found"), f"marks in the gallery: {marks}")
    studio.picture(page, "solved-marks")
    page.locator(".figure", has_text="The central game").click()
    page.wait_for_function("() => location.hash === '#puzzle=central'")
    jump(page, "46", "44")
    jump(page, "65", "45")
    again = page.context.new_page()
    again.goto(studio.url)
    again.wait_for_selector(".hole[role]")
    studio.wants("2 jumps" in again.inner_text("#continue"), "the game that was begun on this puzzle is not offered")
    again.goto(studio.url + "#puzzle=corsair")
    again.reload()
    again.click("#continue")
    again.wait_for_function("() => location.hash.includes('played=')")
    studio.wants(len(again.evaluate(PEGS)) == 30, "a game that was begun does not go on")
    again.click("#memory summary")
    studio.wants("1 puzzle solved" in again.inner_text("#memory-facts"), again.inner_text("#memory-facts"))
    with again.expect_download() as download:
        again.click("#memory-export")
    kept_file = pathlib.Path(download.value.path())
    again.click("#memory-forget")
    studio.wants(again.evaluate("localStorage.getItem('saut') !== null"), "one press forgets everything")
    again.click("#memory-forget")
    studio.wants(again.evaluate("localStorage.getItem('saut')") is None, "not everything is forgotten")
    add = lambda text: again.set_input_files("#memory-import", {"name": "results.json", "mimeType": "application/json", "buffer": text.encode()})
    text = kept_file.read_text()
    for wrong, why in (("no json", "not JSON"), ("{}", "format is missing"), (text.replace('"version": 1', '"version": 2'), "its version is not 1"),
                       (text.replace('"moves": 4', '"moves": "four"'), "wrong type")):
        add(wrong)
        again.wait_for_function("(why) => document.getElementById('memory-problem').textContent.includes(why)", arg=why)
        studio.wants(again.evaluate("localStorage.getItem('saut')") is None, f"a damaged file ({why}) is kept")
    add(text)
    again.wait_for_function("() => document.getElementById('memory-problem').textContent.includes('Added: 1 solved puzzle')")
    studio.wants("1 puzzle solved" in again.inner_text("#memory-facts"), "an added file is not counted")
    studio.faults += axe_faults(again, "my results")
    again.close()
    page.context.close()


def in_a_row(studio):
    """The puzzle of the day, solved on consecutive days, makes a streak. A day without a solution ends it."""
    page = studio.page()
    page.wait_for_selector(".hole[role]")
    days = page.evaluate("""async () => {
      const { Memory } = await import('/web/memory.js');
      const memory = new Memory(), day = (number) => new Date(2026, 1, number);
      for (const number of [25, 26, 27, 28, 29]) memory.solvedDay(day(number));
      return [memory.streak(day(29)), memory.streak(day(30)), memory.streak(day(31)), memory.streak(day(24))]; }""")
    studio.wants(days == [5, 5, 0, 0], f"days in a row: {days}")
    page.context.close()


def making_new(studio):
    """A new puzzle can be won, is created within a second, and is the same for everyone with its link. Invalid requests
    are rejected."""
    page = studio.page(**FORMS["upright"])
    page.wait_for_selector(".hole[role]")
    made = set()
    for board, size, difficulty in (("english", "medium", "hard"), ("triangle-6", "small", "easy"), ("german", "large", "")):
        page.click("#open-new")
        page.select_option("#new-board", board)
        page.select_option("#new-size", size)
        page.select_option("#new-difficulty", difficulty)
        page.fill("#new-seed", "7")
        before = page.url
        page.wait_for_timeout(100)
        began = time.monotonic()
        page.click("#new-make")
        page.wait_for_function("(before) => location.href !== before", arg=before)
        studio.wants(time.monotonic() - began < SLOW, f"a new puzzle on {board} takes {time.monotonic() - began:.1f} s")
        studio.wants(f"#new={board}.any.{size}." in page.url, f"the address of a new puzzle: {page.url}")
        page.click("#light")
        studio.lit(page, "Still winnable", within=SLOW * 5)
        page.click("#light")
        again = studio.page(page.url[len(studio.url):])
        again.wait_for_selector(".hole[role]")
        studio.wants(again.evaluate(PEGS) == page.evaluate(PEGS), f"the link of a new puzzle on {board} gives another one")
        again.context.close()
        made.add(page.url)
    studio.picture(page, "new")
    page.click("#open-new")
    studio.faults += axe_faults(page, "new puzzle")
    page.fill("#new-seed", "-1")
    page.click("#new-make")
    studio.wants("A seed is a whole number" in page.inner_text("#make .problem"), "a seed below 0 is taken")
    page.click("#new-surprise")
    page.wait_for_function("(made) => !made.includes(location.href)", arg=list(made))
    page.context.close()
    for wrong, why in (("#new=english", "does not name"), ("#new=atlantis.any.small.any.1", "no board for new puzzles"),
                       ("#new=english.any.small.absurd.1", "no difficulty"), ("#new=triangle-5.four-axes.small.any.1", "does not have symmetry")):
        page = studio.page(wrong)
        studio.said(page, why)
        page.context.close()


def choosing_ends(studio):
    """The first vacancy and the last hole are chosen by touch. Excluded holes are grey and show the reason."""
    page = studio.page(**FORMS["upright"])
    page.wait_for_selector(".hole[role]")
    page.tap("#choose-ends")
    page.tap(f"#ends {hole('44')}")
    page.wait_for_function("() => document.querySelectorAll('#ends .hole.excluded').length === 28")
    page.tap(f"#ends {hole('43')}")
    said = page.inner_text("#ends .caption")
    studio.wants("can't be in 43: the colours of the diagonals" in said and "14" in said, f"an excluded hole says: {said}")
    studio.wants(page.is_visible("#ends"), "an excluded hole is taken")
    studio.picture(page, "ends")
    studio.faults += axe_faults(page, "choosing holes")
    page.tap(f"#ends {hole('41')}")
    page.wait_for_function("() => document.getElementById('title').textContent === 'Start with 44 empty, finish in 41'")
    page.tap("#light")
    studio.lit(page, "winnable", within=SLOW * 5)
    page.tap("#choose-ends")
    page.tap(f"#ends {hole('31')}")
    page.wait_for_selector("#ends .hole.excluded")
    page.tap("#ends-anywhere")
    studio.wants(page.inner_text("#title") == "Start with 31 empty, finish anywhere", page.inner_text("#title"))
    page.context.close()
    page = studio.page("#puzzle=corsair")
    page.wait_for_selector(".hole[role]")
    page.click("#choose-ends")
    page.wait_for_selector("#ends .hole.excluded")
    page.click("#ends .hole.excluded >> nth=0")
    studio.wants("empty at the start, one peg can't be left" in page.inner_text("#ends .caption"), page.inner_text("#ends .caption"))
    page.context.close()


#: The three windows in which the first screen must show everything that a game needs.
PROMISED = {"desktop": (1280, 800), "upright": (390, 844), "across": (844, 390)}


def nothing_jumps(studio):
    """Before the first jump, no empty card and no playback controls are shown. The first screen has everything that a
    game needs, and no part of it moves when a message, a banner or a solution appears."""
    for scheme in ("light", "dark"):
        for form, (width, height) in PROMISED.items():
            more = {} if form == "desktop" else {"has_touch": True, "is_mobile": True}
            page = studio.page("#puzzle=cross-of-six", viewport={"width": width, "height": height}, color_scheme=scheme, **more)
            page.wait_for_selector(".hole[role]")
            page.wait_for_timeout(300)
            parts = ("#rules", "#undo", "#hint", "#light", ".board-host svg")
            boxes = lambda: [page.locator(part).bounding_box() for part in parts]
            before = boxes()
            for part in parts:
                studio.wants(is_seen(page, part), f"{form}: {part} is not in the first screen")
            studio.wants(page.is_hidden(".transport") and page.is_hidden("#moves") and page.is_visible(".intro"), f"{form}: an empty player is shown")
            page.click("#light")
            studio.lit(page, "Still winnable", within=SLOW * 4)
            page.click("#glow")
            studio.lit(page, "can still win", within=SLOW * 4)
            studio.wants(boxes() == before, f"{form}: the board or its buttons move when sentences come")
            page.click("#glow")
            for source, target in CROSS:
                jump(page, source, target)
            page.wait_for_timeout(900)
            studio.wants(boxes() == before, f"{form}: the board or its buttons move when the banner comes")
            banner, board = page.locator(".ending").bounding_box(), page.locator(".board-host .dents").bounding_box()
            is_beside = banner["x"] >= board["x"] + board["width"] or banner["y"] >= board["y"] + board["height"]
            studio.wants(is_beside, f"{form}: the banner is over the board")
            studio.picture(page, f"won-{form}-{scheme}")
            studio.faults += axe_faults(page, f"won, {form}, {scheme}")
            page.context.close()


def keys_of_tools(studio):
    """The keys of `saut play` have the same effect here. In a text field they are letters."""
    page = studio.page("#puzzle=triangle-15-corner")
    page.wait_for_selector(".hole[role]")
    page.locator(".hole[tabindex='0']").focus()
    page.keyboard.press("w")
    studio.lit(page, "Still winnable", within=SLOW * 3)
    page.keyboard.press("g")
    studio.lit(page, "can still win", within=SLOW * 3)
    page.keyboard.press("?")
    studio.wants(page.is_visible("#help") and "Ctrl+Z" in page.inner_text("#help"), "? does not show the keys")
    page.keyboard.press("s")
    studio.wants("Solved" not in page.inner_text("#work"), "a key works through a dialog")
    page.keyboard.press("Escape")
    page.keyboard.press("s")
    studio.said(page, "Solved in 13 jumps", within=SLOW * 4)
    page.keyboard.press("Control+h")
    page.click("#open-gallery")
    page.fill("#find", "")
    page.type("#find", "hw")
    studio.wants(page.input_value("#find") == "hw", "keys are taken from a field")
    page.context.close()


def painting(studio):
    """A click toggles a cell, a stroke paints cells, and a right click removes a hole. Strokes are mirrored, boards are
    presets, and triangles have the shape of triangles. During drawing, the page shows whether the puzzle can be won."""
    for form in ("desktop", "upright", "across"):
        page = studio.page("#puzzle=triangle-15-corner", **FORMS[form])
        page.wait_for_selector(".hole[role]")
        page.click("#open-draw")
        verdict = lambda text: studio.said(page, text, within=SLOW * 4, where="draw-verdict")
        verdict("This puzzle can be won")
        corners = [page.locator("#draw-start .row").nth(row).bounding_box()["x"] for row in (0, 4)]
        studio.wants(corners[0] > corners[1] + 20, f"{form}: a triangle is not drawn as one")
        cell = lambda number: page.locator("#draw-start .cell").nth(number)
        symbol = lambda number: cell(number).get_attribute("data-symbol")
        cell(0).click()
        verdict("Empty a hole")
        studio.wants(symbol(0) == "o", f"{form}: a click does not fill the hole")
        cell(0).click()
        studio.wants(symbol(0) == ".", f"{form}: a second click does not empty it")
        cell(6).click(button="right")
        studio.wants(symbol(6) == " ", f"{form}: a right click does not take the hole away")
        page.click("#draw-undo")
        studio.wants(symbol(6) == "o", f"{form}: a stroke is not taken back")
        cell(0).focus()
        page.keyboard.press("Delete")
        studio.wants(symbol(0) == " ", f"{form}: the key Delete does not take the hole away")
        page.select_option("#board", "english")
        page.wait_for_function("() => document.querySelectorAll('#draw-start .cell').length === 49")
        verdict("This puzzle can be won")
        page.select_option("#draw-mirror", "xy")
        cell(2).click()
        studio.wants([symbol(number) for number in (2, 4, 44, 46)] == ["."] * 4, f"{form}: a stroke is not mirrored")
        page.click("#clear-start")
        verdict("The start has no pegs")
        page.select_option("#draw-mirror", "turn")
        cell(9).click()
        studio.wants([symbol(number) for number in (9, 19, 39, 29)] == ["o"] * 4, f"{form}: a stroke is not turned")
        if form == "desktop":
            page.select_option("#draw-mirror", "")
            for number in (16, 17, 18):
                box = cell(number).bounding_box()
                page.mouse.move(box["x"] + 9, box["y"] + 9, steps=4)
                if number == 16:
                    page.mouse.down()
            page.mouse.up()
            studio.wants([symbol(number) for number in (16, 17, 18)] == ["o"] * 3, "a stroke does not paint")
        for board, cells in (("hexagon-4", 37), ("star-2", 37), ("triangle-7", 28)):
            page.select_option("#board", board)
            page.wait_for_function("(cells) => document.querySelectorAll('#draw-start .cell:not(.nothing)').length === cells", arg=cells)
        page.select_option("#board", "letter-R")
        page.wait_for_function("() => document.querySelectorAll('#draw-start .cell').length === 15 * 21")
        page.select_option("#board", "heart")
        verdict("This puzzle can be won")
        studio.picture(page, f"paint-{form}")
        studio.faults += axe_faults(page, f"painting, {form}")
        page.fill("#draw-title", "My heart")
        page.click("#draw-play")
        studio.wants(page.inner_text("#title") == "My heart", f"{form}: the name of a drawn puzzle is {page.inner_text('#title')}")
        page.context.close()


def taught(studio):
    """The lesson: its steps are watched or played, a jump outside the lesson is reported, and a link leads back to the
    lesson."""
    page = studio.page("#lesson")
    page.wait_for_selector("#lesson h2")
    page.click("#watch")
    studio.said(page, "Step 2 of 7", where="lesson")
    page.click(hole("25"))
    page.click(hole("45"))
    studio.said(page, "Jump 2 of 6", where="lesson")
    again = studio.page(page.url[len(studio.url):])
    studio.said(again, "Jump 2 of 6", where="lesson")
    again.context.close()
    studio.picture(page, "lesson")
    studio.faults += axe_faults(page, "lesson")
    page.click(hole("44"))
    page.click(hole("46"))
    studio.said(page, "This jump is not in the lesson", where="lesson")
    page.get_by_role("button", name="Back to the lesson").click()
    for _ in range(29):
        page.keyboard.press("ArrowRight")
    studio.said(page, "You have won", where="lesson")
    studio.wants(page.evaluate(PEGS) == [16], "the lesson does not end with a peg in the middle")
    page.get_by_role("button", name="Play it alone").click()
    studio.wants(len(page.evaluate(PEGS)) == 32 and not page.locator("#lesson").count(), "the lesson is not left")
    page.context.close()


#: The tests of games, which also test the page that needs no server.
GAME = [hints_in_steps, glowing, my_mistake, remembering, making_new, choosing_ends, painting, nothing_jumps, keys_of_tools, loading,
        taught]

#: The tests that measure times, and the other tests.
TIMED = [solving, lighting, drawing]
UNTIMED = [goals, dragging, first_screen, keys_that_undo, getting_stuck, records, together, following, explaining, choosing,
           gallery, registering, cancelling, *GAME, mistakes, in_a_row, keys_alone, on_a_phone, for_the_readme, without_scripts, gone]


def use(kind, timed, untimed):
    """Runs all parts, or the parts named in PARTS, on a studio of this kind, and ends the program."""
    program, *rest = sys.argv[1:]
    pictures = pathlib.Path(rest[0]) if rest else None
    if pictures:
        pictures.mkdir(parents=True, exist_ok=True)
    named = {"timed": timed, "untimed": untimed} | {part.__name__: [part] for part in timed + untimed}
    parts = [part for name in os.environ.get("PARTS", "timed untimed").split() for part in named[name]]
    with sync_playwright() as playwright:
        browser = launch(playwright)
        studio = kind(program, browser, pictures)
        try:
            for part in parts:
                before, began = len(studio.faults), time.monotonic()
                try:
                    part(studio)
                except Exception as error:
                    studio.faults.append(f"{part.__name__}: {error}")
                print(f"{'ok' if len(studio.faults) == before else 'WRONG'}: {part.__name__} ({time.monotonic() - began:.0f} s)", flush=True)
        finally:
            studio.server.kill()
            studio.server.wait()
            browser.close()
    for fault in studio.faults:
        print(fault)
    sys.exit(1 if studio.faults else 0)


if __name__ == "__main__":
    use(Studio, TIMED, UNTIMED)
