#!/usr/bin/env python3
"""Uses the studio of `saut serve` in headless Chromium, as a person would.

    python3 tests/browser/studio.py SAUT [PICTURES]

SAUT is the program; PICTURES a folder for screenshots. The figures that are printed should be within
LIMITS on a quiet machine; the test fails beyond so many times as much (SLOW, 6 if it is not given). Draws a board, solves it, steps, plays to the
end with hints, undoes to the last winning position, explains, chooses from the gallery, loads a census
into it, cancels a long solve, loads a plan, saves files, plays colour baseball; then again with keys alone, on a phone,
without scripts. Fails (exit status 1) if any of it goes wrong, is slow, or says anything on the
console, or if axe-core (AXE) finds a serious fault. See chromium.py for what is needed.
"""

import os
import pathlib
import subprocess
import sys
import time

from playwright.sync_api import sync_playwright

from chromium import PEGS, axe_faults, is_wide, launch, watched

#: A square without three holes of a corner, so that it does not come apart into blocks.
LONG = "#geometry=square&start=" \
    + "/".join(["___" + "o" * 12] + ["o" * 15] * 6 + ["o" * 7 + "." + "o" * 7] + ["o" * 15] * 7) \
    + "&goal=" \
    + "/".join(["___" + "." * 12] + ["." * 15] * 6 + ["." * 7 + "o" + "." * 7] + ["." * 15] * 7)


#: What a quiet machine should reach.
LIMITS = {
    "ms to the first paint": 1000,
    "kB of the page with all that it loads": 300,
    "ms to answer a click": 100,
    "ms until the English central game is solved and on the screen": 1000,
    "ms for the light to say yes or no, in 95 moves of 100, once the winning positions are known": 50,
}
SLOW = float(os.environ.get("SLOW", "6"))

#: Plays a jump, the same ones each time; whether there was one.
PLAY_ON = """(number) => {
  const pegs = [...document.querySelectorAll('.hole[role][data-holds=peg]')];
  for (let i = 0; i < pegs.length; i++) {
    const click = (node) => node.dispatchEvent(new MouseEvent('click', {bubbles: true}));
    click(pegs[(i + number * 5) % pegs.length]);
    const to = document.querySelector('.hole[aria-label*="can land"]');
    if (to) { click(to); return true; }
  }
  return false; }"""

#: The time from a click to the frame that shows what it did.
CLICK = """(name) => new Promise((done) => {
  const began = performance.now();
  document.querySelector(name).dispatchEvent(new MouseEvent('click', {bubbles: true}));
  requestAnimationFrame(() => setTimeout(() => done(performance.now() - began)));
})"""


class Faults(list):
    """Faults, but for the browser's own notes of refusals that the studio shows in words."""

    def append(self, fault):
        told = ("the server responded with a status of 400", "net::ERR_CONNECTION_REFUSED")
        if not any(note in fault for note in told):
            super().append(fault)


class Studio:
    """A studio that runs, and what was found wrong with it."""

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

    def said(self, page, text, within=10):
        """Waits until the line beneath the tools says this."""
        try:
            page.wait_for_function("(t) => document.getElementById('work').textContent.includes(t)",
                                   arg=text, timeout=within * 1000)
        except Exception:
            self.faults.append(f"\"{text}\" is not said but: {page.inner_text('#work')}")

    def measured(self, what, value):
        """Prints a figure; far beyond its limit it is a fault."""
        print(f"{value:8.1f} {what} (limit {LIMITS[what]})")
        slow = 1 if what.startswith("kB") else SLOW
        self.wants(value <= LIMITS[what] * slow, f"{value:.0f} {what} are too many")

    def picture(self, page, name):
        if self.pictures:
            page.screenshot(path=str(self.pictures / f"{name}.png"))


def solving(studio):
    """The classic: on the screen at once, solved within a second or so, stepped through."""
    page = studio.page()
    page.wait_for_selector(".hole[role]")
    # As the browser itself counts it, so that its own start does not matter.
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
                         ("Moving picture", "<svg"), ("Page", "<!DOCTYPE"), ("Game as a plan", ""), ("Puzzle", "[[puzzle]]")):
        with page.expect_download() as download:
            page.locator("#downloads").get_by_role("button", name=name, exact=True).click()
        text = pathlib.Path(download.value.path()).read_text()
        studio.wants(text.startswith(begins) and len(text) > 10, f"the download {name} begins {text[:20]!r}")
    page.context.close()


def drawing(studio):
    """A drawn board, played to the end with hints, and back to the last winning position."""
    page = studio.page()
    page.wait_for_selector(".hole[role]")
    page.click("#open-draw")
    page.fill("#draw-columns", "4")
    page.fill("#draw-rows", "4")
    page.press("#draw-rows", "Tab")
    page.select_option("#draw-goal-kind", "any")
    # A 4×4 board, full but for one hole beside a corner.
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
    studio.said(page, "winnable")
    for number in range(14):
        page.click("#hint")
        page.wait_for_selector(".arrow.hint", timeout=5000)
        words = page.inner_text(".caption")
        names = [word.strip(".") for word in words.split() if word.strip(".").isdigit()]
        began = time.monotonic()
        for name in (names[0], names[2]):
            page.click(f".hole[aria-label^='{name},']")
        studio.wants(time.monotonic() - began < 1, "a move takes more than a second")
    studio.wants("goal is reached" in page.inner_text(".caption"), f"hints do not lead to the goal: {page.inner_text('.caption')}")
    studio.picture(page, "won")
    page.click("#restart")
    # Play badly until the goal is out of reach, then go back.
    played = 0
    while played < 13:
        if not page.evaluate(PLAY_ON, 0):
            break
        played += 1
    studio.said(page, "No longer winnable")
    page.click("#back-to-winning")
    studio.said(page, "last winning position, after")
    page.click("#undo")
    page.context.close()


def goals(studio):
    """What a drawn goal may be: one peg in a marked hole, the start with pegs and vacancies exchanged, any
    picture; and what is none."""
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
    refused("the goal has 9 pegs and the start 8")
    drawn("drawn", 2, brush="free at the end")
    studio.wants("goal=..?/.../..." in page.url, f"a goal with a free hole: {page.url}")
    page.context.close()


def explaining(studio):
    """An infeasible pair: solved at once, the reason first, with weights and their sums."""
    page = studio.page("#geometry=square&start=__ooo__/__ooo__/ooooooo/ooo.ooo/ooooooo/__ooo__/__ooo__"
                       "&goal=__.../__.../......./...oo__/......./__.../__...".replace("...oo__", "...oo.."))
    page.wait_for_selector(".hole[role]")
    page.click("#solve")
    studio.said(page, "Infeasible")
    page.wait_for_selector("#reason h2")
    studio.wants("Infeasible, by" in page.inner_text("#reason h2"), "the reason does not stand first")
    page.wait_for_timeout(300)
    studio.wants(page.locator("#reason .weights").count() > 0, "no weights are shown")
    studio.wants("=" in page.locator("#reason .sum").first.inner_text(), "no sum is written out")
    studio.picture(page, "reason")
    studio.faults += axe_faults(page, "reason")
    page.context.close()


#: Notes when each question of the light was asked and answered: `[position, from, to, answer]`.
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
    """Plays games without a pause with the light on: the milliseconds from each move to yes or no, in order.
    A move that is not answered counts as endless."""
    moves = {}
    page.evaluate("answers.splice(0)")
    for game in range(seed, seed + games):
        number = 0
        while page.evaluate(PLAY_ON, game + 3 * number):
            number += 1
            # Until the question of this position, if there is one, is answered.
            page.wait_for_function("() => window.asking === 0")
            # The first question to the last answer of a move; some positions need none.
            told = page.evaluate("answers.splice(0)")
            if told and told[0][0] not in moves:
                is_known = isinstance(told[-1][3], bool)
                moves[told[0][0]] = told[-1][2] - told[0][1] if is_known else float("inf")
        said = page.inner_text("#work")
        studio.wants("No longer" in said or "reached" in said, f"at the end of a game the light says: {said}")
        page.click("#restart")
        page.wait_for_function("() => window.asking === 0")
        page.evaluate("answers.splice(0)")
    return sorted(moves.values())


def lighting(studio):
    """The light on the English board: off at first, then on every move; how many ways remain."""
    page = studio.page("#puzzle=triangle-15-corner")
    page.click("#light")
    studio.said(page, "29,760 ways lead to the goal")
    page.context.close()
    page = studio.page(script=ASKED)
    page.wait_for_selector(".hole[role]")
    page.evaluate(PLAY_ON, 0)
    studio.wants(page.evaluate("answers") == [], "the light is on before it is asked for")
    page.click("#light")
    page.wait_for_function("() => /innable/.test(document.getElementById('work').textContent)")
    page.wait_for_function("() => window.asking === 0")
    page.click("#restart")
    # As fast as the page can be clicked, while the winning positions are still being worked out.
    began = time.monotonic()
    times = answered(studio, page, 2, 0)
    quick = sum(time <= 50 for time in times)
    print(f"         before winning positions are known: {quick} of {len(times)} moves within 50 ms, "
          f"median {times[len(times) // 2]:.1f} ms")
    page.context.close()
    # Then every answer is read off, with the number of ways.
    ways = "40,861,647,040,079,968 ways lead to the goal"
    while True:
        page = studio.page(script=ASKED)
        page.wait_for_selector(".hole[role]")
        page.click("#light")
        studio.said(page, "Still winnable", within=SLOW * 5)
        if ways in page.inner_text("#work"):
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
    studio.wants(all("solvable" in chip for chip in chips[:30]) and "infeasible" in chips[30],
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
    page.click("#solve")
    studio.said(page, "Solved in")
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


def registering(studio):
    """A register of one's own in the gallery: pasted, chosen as a file, refused where it does not hold."""
    register = pathlib.Path(__file__).parents[2] / "results/census/english-four-axes.jsonl"
    text = register.read_text()
    page = studio.page()
    page.wait_for_selector(".hole[role]")
    page.click("#open-gallery")
    page.click("#loading-register summary")
    for wrong, why in (("", "choose a file"), ("no register", "no file of census records"),
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
    page.fill("#register", "\n".join(text.splitlines()[:5]) + "\n")
    page.click("#loading-register summary")
    page.click("#load-register")
    page.wait_for_function("() => document.getElementById('found').textContent.startsWith('4 of 4 puzzles')")
    page.locator(".gallery button").first.click()
    page.wait_for_function("() => document.querySelectorAll('.hole[role]').length === 33")
    studio.wants("start=" in page.url, "the figure of a register is not in the address")
    page.context.close()


def cancelling(studio):
    """A long solve is cancelled, and ends at the other end too; so does that of a closed tab."""
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


def loading(studio):
    """A plan that holds, one that does not, and a puzzle as a picture."""
    page = studio.page()
    page.wait_for_selector(".hole[role]")
    page.click("#open-load")
    page.fill("#text", "46/44 65/45 57/55")
    page.click("#load-plan")
    page.wait_for_function("() => document.getElementById('problem').textContent.length > 5")
    studio.wants("does not hold" in page.inner_text("#problem"), "a plan that is cut off is not refused")
    page.fill("#text", "ooo.\n....\n\n...o\n....")
    page.click("#load-puzzle")
    page.wait_for_function("() => document.querySelectorAll('.hole[role]').length === 8")
    page.click("#open-load")
    page.fill("#text", "no puzzle at all!")
    page.click("#load-puzzle")
    page.wait_for_function("() => document.getElementById('problem').textContent.length > 5")
    page.context.close()


def mistakes(studio):
    """Links that lead nowhere, loads of nothing, and a server that is gone: said in words, with something
    to play."""
    for address, why in (("#puzzle=nosuch", "no bundled puzzle"), ("#geometry=foo&start=ooo", "no geometry"),
                         ("#start=zzz", "is no hole"), ("#start=oo.&goal=oo", "not of the same board"),
                         ("#puzzle=<img src=x onerror=alert(1)>", "no bundled puzzle")):
        page = studio.page(address)
        studio.said(page, why)
        page.wait_for_selector(".hole[role]")
        page.click("#hint")
        page.wait_for_selector(".arrow.hint", timeout=20000)
        page.context.close()
    page = studio.page()
    page.wait_for_selector(".hole[role]")
    page.click("#open-load")
    for text, button, why in (("", "#load-puzzle", "paste a text"), ("", "#load-plan", "paste a plan"),
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
    """The last part: the server is ended, and the page says so."""
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
    """From the top of the page to a jump, with the Tab key, arrows and Enter."""
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
    """The picture in the README: a game half way, with the light on. PICTURES/readme.png is what
    docs/pictures/studio.png holds."""
    page = studio.page(viewport={"width": 1080, "height": 800})
    page.wait_for_selector(".hole[role]")
    page.click("#solve")
    studio.said(page, "Solved", within=SLOW * 5)
    for _ in range(19):
        page.keyboard.press("ArrowRight")
    page.click("#light")
    studio.said(page, "ways lead to the goal", within=SLOW * 5)
    page.wait_for_timeout(400)
    end = page.locator(".transport").bounding_box()
    if studio.pictures:
        file = studio.pictures / "readme.png"
        page.screenshot(path=str(file), clip={"x": 0, "y": 0, "width": 1080, "height": end["y"] + end["height"] + 16})
        studio.wants(file.stat().st_size < 150_000, f"the README's picture has {file.stat().st_size} bytes")
    page.context.close()


def without_scripts(studio):
    context = studio.browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(studio.url)
    studio.wants("needs JavaScript" in page.inner_text("main"), "without scripts nothing is said")
    context.close()


PARTS = [solving, lighting, drawing, goals, explaining, choosing, registering, cancelling, loading, mistakes, keys_alone, on_a_phone,
         for_the_readme, without_scripts, gone]


def main():
    program, *rest = sys.argv[1:]
    pictures = pathlib.Path(rest[0]) if rest else None
    if pictures:
        pictures.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        browser = launch(playwright)
        studio = Studio(program, browser, pictures)
        try:
            for part in PARTS:
                before = len(studio.faults)
                try:
                    part(studio)
                except Exception as error:
                    studio.faults.append(f"{part.__name__}: {error}")
                print(f"{'ok' if len(studio.faults) == before else 'WRONG'}: {part.__name__}")
        finally:
            studio.server.kill()
            studio.server.wait()
            browser.close()
    for fault in studio.faults:
        print(fault)
    sys.exit(1 if studio.faults else 0)


if __name__ == "__main__":
    main()
