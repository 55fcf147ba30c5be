#!/usr/bin/env python3
"""Uses the studio of `saut serve` in headless Chromium, as a person would.

    python3 tests/browser/studio.py SAUT [PICTURES]

SAUT is the program; PICTURES a folder for screenshots. Draws a board, solves it, steps, plays to the
end with hints, undoes to the last winning position, explains, chooses from the gallery, cancels a
long solve, loads a plan, saves files, plays colour baseball; then again with keys alone, on a phone,
without scripts. Fails (exit status 1) if any of it goes wrong, is slow, or says anything on the
console, or if axe-core (AXE) finds a serious fault. See chromium.py for what is needed.
"""

import pathlib
import subprocess
import sys
import time

from playwright.sync_api import sync_playwright

from chromium import PEGS, axe_faults, is_wide, launch, watched

LONG = "#geometry=square&start=" + "/".join(["o" * 15] * 7 + ["o" * 7 + "." + "o" * 7] + ["o" * 15] * 7) \
    + "&goal=" + "/".join(["." * 15] * 7 + ["." * 7 + "o" + "." * 7] + ["." * 15] * 7)


class Faults(list):
    """Faults, but for the browser's own note of a refusal that the studio shows in words."""

    def append(self, fault):
        if "the server responded with a status of 400" not in fault:
            super().append(fault)


class Studio:
    """A studio that runs, and what was found wrong with it."""

    def __init__(self, program, browser, pictures):
        self.server = subprocess.Popen([program, "serve", "--port", "0"], stdout=subprocess.PIPE, text=True)
        self.url = self.server.stdout.readline().split(" at ")[1].split()[0]
        self.browser, self.pictures, self.faults = browser, pictures, Faults()

    def page(self, address="", **options):
        context = self.browser.new_context(accept_downloads=True, **({"viewport": {"width": 1200, "height": 900}} | options))
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

    def picture(self, page, name):
        if self.pictures:
            page.screenshot(path=str(self.pictures / f"{name}.png"))


def solving(studio):
    """The classic: on the screen at once, solved within a second or so, stepped through."""
    page = studio.page()
    page.wait_for_selector(".hole[role]")
    # As the browser itself counts it, so that its own start does not matter.
    paint = page.evaluate("performance.getEntriesByType('paint').map(entry => entry.startTime)")
    studio.wants(all(time < 2000 for time in paint), f"the first paint takes {paint} ms")
    studio.picture(page, "first")
    began = time.monotonic()
    page.click("#solve")
    studio.said(page, "Solved")
    print(f"the English central game is on the screen after {time.monotonic() - began:.2f} s")
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
    page.check("#draw-one")
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
        moved = page.evaluate("""() => { for (const from of document.querySelectorAll('.hole[data-holds=peg]')) {
            from.dispatchEvent(new MouseEvent('click', {bubbles: true}));
            const to = document.querySelector('.hole[aria-label*="can land"]');
            if (to) { to.dispatchEvent(new MouseEvent('click', {bubbles: true})); return true; } } return false; }""")
        if not moved:
            break
        played += 1
    studio.said(page, "No longer winnable")
    page.click("#back-to-winning")
    studio.said(page, "last winning position, after")
    page.click("#undo")
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


def choosing(studio):
    """The gallery, the filter, and colour baseball."""
    page = studio.page()
    page.wait_for_selector(".hole[role]")
    page.click("#open-gallery")
    page.wait_for_selector(".gallery li")
    page.wait_for_timeout(500)
    studio.wants("solvable" in page.locator(".chip").first.inner_text(), "solvable ones do not come first")
    studio.picture(page, "gallery")
    studio.faults += axe_faults(page, "gallery")
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


def without_scripts(studio):
    context = studio.browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(studio.url)
    studio.wants("needs JavaScript" in page.inner_text("main"), "without scripts nothing is said")
    context.close()


PARTS = [solving, drawing, explaining, choosing, cancelling, loading, keys_alone, on_a_phone, without_scripts]


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
