#!/usr/bin/env python3
"""Uses the studio by itself (crates/studio/build) in headless Chromium: from a folder, without a network.

    python3 tests/browser/static_studio.py PAGE.html [--pictures FOLDER] [--self-test] [--every N]

The page is opened as a file, offline. Fails (exit status 1) if it has more than 3 MB; if it asks for anything but
itself; if any bundled board of at most 45 holes (but for HARD) is not solved or refuted, and explained, within LIMIT seconds each
(times SLOW, 6 if it is not given, for a machine with other work), if an answer is not the expected one, or if a plan
does not hold when it is replayed here; if playing, hints, the light, explaining, cancelling, saving or loading go
wrong, by hand, by keys or on a phone; if what is too large does not say which program does it; if the console says
anything; if axe-core (AXE) finds a serious fault. The self-test breaks the page in several of these ways and wants
each to be found. See chromium.py for what is needed.
"""

import argparse
import os
import pathlib

from chromium import PEGS, axe_faults, cells_of, is_wide, judge, replay, watched
from studio import random_positions

#: The most bytes of everything together, and the longest that a board may take.
MOST_BYTES = 3_000_000
LIMIT = 2.0
SLOW = float(os.environ.get("SLOW", "6"))
MOST_HOLES = 45

#: Boards that a page that may be broken is asked about.
FEW = ("central", "triangle-15-corner", "corsair")

#: Boards that take the engine of a page longer: half a minute and more.
HARD = ("hard-figure-28",)

#: Asks the engine of the page a question, with nothing of the page but what it holds; how long it took comes along.
ASK = """async ({path, body}) => {
  const text = (id) => document.getElementById(id).textContent;
  window.program ??= (async () => {
    const bytes = Uint8Array.from(atob(text("engine")), (letter) => letter.charCodeAt(0));
    const unpacked = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
    return WebAssembly.compile(await new Response(unpacked).arrayBuffer());
  })();
  const program = await window.program;
  const began = performance.now();
  const worker = new Worker(URL.createObjectURL(new Blob([text("engine-worker")], {type: "text/javascript"})));
  const answer = await new Promise((resolve) => {
    worker.onmessage = ({data}) => data.event === "progress" || resolve(data);
    worker.onerror = ({message}) => resolve({event: "error", data: {error: message}});
    worker.postMessage({program, question: JSON.stringify({path, body})});
  });
  worker.terminate();
  return {...answer, seconds: (performance.now() - began) / 1000};
}"""


#: Of one class, and nothing decides within a minute whether one leads to the other.
LONG = random_positions(25, 15)
#: More holes than the studio works on.
HUGE = "#geometry=square&goal=one&start=" + "/".join(["o" * 17] * 16 + ["o" * 16 + "."])


class Checked:
    """A page that is used, and what was found wrong with it."""

    def __init__(self, browser, file, pictures):
        self.browser, self.url, self.pictures, self.faults = browser, file.resolve().as_uri(), pictures, []

    def page(self, address="", **options):
        context = self.browser.new_context(offline=True, accept_downloads=True,
                                           **({"viewport": {"width": 1200, "height": 900}} | options))
        page = watched(context, self.faults, lambda url: url.split("#")[0] == self.url)
        page.goto(self.url + address)
        page.wait_for_selector(".hole[role]", timeout=10_000 * SLOW)
        return page

    def wants(self, holds, fault):
        if not holds:
            self.faults.append(fault)
        return holds

    def said(self, page, text, within=5, where="work"):
        try:
            page.wait_for_function("([id, t]) => document.getElementById(id).textContent.includes(t)",
                                   arg=[where, text], timeout=within * SLOW * 1000)
        except Exception:
            self.faults.append(f"\"{text}\" is not said but: {page.inner_text('#' + where)}")

    def picture(self, page, name):
        if self.pictures:
            self.pictures.mkdir(parents=True, exist_ok=True)
            page.screenshot(path=str(self.pictures / f"alone-{name}.png"))


def hole(name):
    return f".hole[aria-label^='{name},']"


def boards(checked, few, every=1):
    """Every bundled board of at most 45 holes: decided and explained in time, as expected, its plan replayed here."""
    page = checked.page()
    everything = page.evaluate(ASK, {"path": "/api/puzzles", "body": None})
    if not checked.wants(everything["event"] == "document", f"the bundled puzzles are not told: {everything['data']}"):
        return
    slowest, number = {"solve": (0, ""), "explain": (0, "")}, 0
    asked_about = [one for one in everything["data"] if one.get("game") != "baseball"]
    for puzzle in asked_about if few else asked_about[::every]:
        name = puzzle["name"]
        if few and name not in FEW:
            continue
        cells, start = cells_of(puzzle["start"])
        if len(cells) > MOST_HOLES or name in HARD:
            continue
        number += 1
        for question in ("solve", "explain"):
            asked = page.evaluate(ASK, {"path": f"/api/{question}", "body": {"puzzle": name}})
            slowest[question] = max(slowest[question], (asked["seconds"], name))
            if not checked.wants(asked["event"] == "document", f"{name}: {question}: {asked['data']}"):
                continue
            checked.wants(asked["seconds"] <= LIMIT * SLOW, f"{name}: {question} takes {asked['seconds']:.1f} s")
            answer = asked["data"]
            if question == "explain":
                refuting = [one["name"] for one in answer["criteria"] if one["refutes"]]
                checked.wants(len(answer["criteria"]) > 5, f"{name}: only {len(answer['criteria'])} criteria are told")
                checked.wants(not (refuting and puzzle["expect"] == "solvable"), f"{name} has a plan, and {refuting} refute it")
                continue
            expected = {"solvable": "solved", "infeasible": "infeasible"}.get(puzzle["expect"], answer["verdict"])
            checked.wants(answer["verdict"] == expected, f"{name} is {answer['verdict']}, not {expected}: {answer.get('reason')}")
            if answer["verdict"] == "solved":
                checked.wants(replay(cells, start, answer["plan"]) is not None, f"the plan of {name} does not hold")
            elif answer["verdict"] == "infeasible":
                checked.wants(answer["certificate"]["kind"] and answer["checked"], f"{name} has no checked certificate")
    for question, (seconds, name) in slowest.items():
        print(f"{seconds:8.2f} s to {question} the slowest of {number} boards, {name} (limit {LIMIT})")
    checked.wants(few or number * every >= 50, f"there are only {number} boards")
    page.context.close()


def playing(checked):
    """The classic is played, lit, solved and stepped through; files are saved."""
    page = checked.page()
    page.click(hole("46"))
    page.click(hole("44"))
    checked.wants(len(page.evaluate(PEGS)) == 31, "a jump by hand does not leave 31 pegs")
    page.click("#light")
    checked.said(page, "Still winnable", where="outlook")
    page.click("#restart")
    page.click("#solve")
    checked.said(page, "Solved: 31 jumps, replayed and checked")
    checked.picture(page, "solved")
    for _ in range(6):
        page.keyboard.press("ArrowRight")
    checked.wants(len(page.evaluate(PEGS)) == 26, "six jumps do not leave 26 pegs")
    checked.faults += axe_faults(page, "solved")
    page.click("#save summary")
    for name, begins in (("DIMACS", "c "), ("Picture", "<svg"), ("Page", "<!DOCTYPE"), ("Puzzle", "[[puzzle]]")):
        with page.expect_download(timeout=10_000 * SLOW) as download:
            page.locator("#downloads").get_by_role("button", name=name, exact=True).click()
        text = pathlib.Path(download.value.path()).read_text()
        checked.wants(text.startswith(begins) and len(text) > 100, f"the download {name} begins {text[:20]!r}")
    again = checked.page(page.url[len(checked.url):])
    checked.wants(again.evaluate(PEGS) == page.evaluate(PEGS), "a link does not give the same position")
    again.context.close()
    page.click("#open-gallery")
    page.locator("#figures .figure, #figures button, #figures li").first.wait_for(timeout=10_000 * SLOW)
    checked.picture(page, "gallery")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Planning").click()
    checked.said(page, "saut plan")
    page.context.close()


def hinted(checked):
    """Hints lead to the goal; what is lost is said to be lost, and the way back is found."""
    page = checked.page("#puzzle=cross-of-nine")
    jumps = len(page.evaluate(PEGS)) - 1
    for _ in range(jumps):
        page.click("#hint")
        page.wait_for_selector(".arrow.hint", timeout=5000 * SLOW)
        names = [word.strip(".") for word in page.inner_text(".caption").split() if word.strip(".").isdigit()]
        for name in (names[0], names[2]):
            page.click(hole(name))
    checked.wants("goal is reached" in page.inner_text(".caption"), f"hints do not lead to the goal: {page.inner_text('.caption')}")
    page.context.close()
    page = checked.page("#puzzle=central&played=24-16.17-25")
    page.click("#hint")
    page.context.close()


def explained(checked):
    """An infeasible puzzle: refuted with a certificate, and explained with weights on the board."""
    page = checked.page("#geometry=square&start=_ooo_/ooooo/oo.oo/ooooo/_ooo_&goal=_..._/...../...../...../_..o_")
    page.click("#solve")
    checked.said(page, "Infeasible: there is no plan at all; its certificate has been checked")
    checked.said(page, "No:", where="reason")
    checked.picture(page, "explained")
    checked.faults += axe_faults(page, "explained")
    page.context.close()


def limits(checked):
    """What is too large says what does it; what is bad is refused in words; a long solve can be cancelled."""
    page = checked.page(LONG)
    page.click("#solve")
    page.wait_for_timeout(1500)
    page.click("#cancel")
    checked.said(page, "Cancelled after")
    page.click("#hint")
    checked.said(page, "The program has more time, memory and cores: saut solve FILE", within=5)
    page.context.close()
    page = checked.page(HUGE)
    page.click("#solve")
    checked.said(page, "has 289 holes; the studio works on at most 256; saut solve works on larger ones")
    page.click("#open-load")
    for text, problem in (("no-such-puzzle", "no-such-puzzle"), ("[[puzzle]]\nname = 3\n", "expected a string"), ("[[puzzle]\n", "")):
        page.fill("#text", text)
        page.click("#load-puzzle")
        try:
            page.wait_for_function("(t) => document.getElementById('problem').textContent.includes(t) && document.getElementById('problem').textContent",
                                   arg=problem, timeout=5000 * SLOW)
        except Exception:
            checked.faults.append(f"{text!r} is not refused: {page.inner_text('#problem')}")
        page.evaluate("document.getElementById('problem').textContent = ''")
    page.context.close()


def by_keys(checked):
    """Everything by keys alone: a jump, a solution, the reasons."""
    page = checked.page("#puzzle=cross-of-six")
    page.locator(".hole[tabindex='0']").focus()
    for _ in range(40):
        page.keyboard.press("ArrowLeft")
    before = page.evaluate(PEGS)
    page.locator("#solve").focus()
    page.keyboard.press("Enter")
    checked.said(page, "Solved: 5 jumps")
    page.keyboard.press("End")
    checked.wants(len(before) == 6 and len(page.evaluate(PEGS)) == 1, "End does not lead to the last peg")
    page.locator("#explain").focus()
    page.keyboard.press("Enter")
    checked.said(page, "a plan is known", where="reason")
    page.context.close()


def on_a_phone(checked):
    """A phone, upright: tapped and not wide."""
    page = checked.page("#puzzle=cross-of-six", viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    for name in ("45", "65"):
        page.tap(hole(name))
    checked.wants("Jump 1:" in page.inner_text(".caption"), f"a jump is not tapped: {page.inner_text('.caption')}")
    page.tap("#hint")
    page.wait_for_selector(".arrow.hint", timeout=5000 * SLOW)
    checked.wants(not is_wide(page), "the page is wider than a phone")
    checked.picture(page, "phone")
    checked.faults += axe_faults(page, "phone")
    page.context.close()


def faults_of(browser, file, arguments):
    """What is wrong with the page, in sentences."""
    is_whole = file == arguments.page
    checked = Checked(browser, file, arguments.pictures if is_whole else None)
    size = len(file.read_bytes())
    checked.wants(size <= MOST_BYTES, f"the page has {size} bytes, more than {MOST_BYTES}")
    boards(checked, few=not is_whole, every=arguments.every)
    if not is_whole and checked.faults:
        return checked.faults
    for part in (playing, hinted, explained, limits, by_keys, on_a_phone):
        part(checked)
    if is_whole:
        print(f"{size:8d} bytes (limit {MOST_BYTES})")
    return checked.faults


def cases(good, open_page):
    """The page, broken in one way each; and what is to be said of it."""
    spoilt = 'if (event.data?.plan) event.data.plan = event.data.plan.slice(1); postMessage(event);'
    yield "too-large", good.replace("</body>", f"<!--{'x' * MOST_BYTES}--></body>"), "bytes, more than"
    yield "no-input", good.replace("if (file !== 0) return BAD_FILE;", "return BAD_FILE;"), "are not told"
    yield "lying-plan", good.replace("postMessage(event);", spoilt), "does not hold"
    yield "no-verdict", good.replace("postMessage(event);", "if (event.data?.verdict) event.data.verdict = 'undecided'; postMessage(event);"), "is undecided, not"
    yield "asks-the-network", open_page.replace("<main ", '<img alt="" src="https://example.org/x.png"><main ', 1), "the page asks for"
    yield "torn-engine", good.replace('id="engine">H4sI', 'id="engine">H4sJ'), ""
    yield "policy-without-workers", good.replace("worker-src blob:; ", ""), ""


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("page", type=pathlib.Path)
    parser.add_argument("--pictures", type=pathlib.Path)
    parser.add_argument("--self-test", action="store_true")
    parser.add_argument("--every", type=int, default=1, help="ask about each Nth board only")
    arguments = parser.parse_args()
    judge(arguments.page, lambda browser, file: faults_of(browser, file, arguments), cases, arguments)


if __name__ == "__main__":
    main()
