#!/usr/bin/env python3
"""Uses the single-file studio (crates/studio/build) in headless Chromium: from a folder, without a network.

    python3 tests/browser/static_studio.py PAGE.html [--pictures FOLDER] [--self-test] [--every N]

The page is opened as a file, offline. Each bundled board of at most 45 holes, except HARD, must be solved or refuted,
and explained, within LIMIT seconds times SLOW (default 6, for a busy machine). Fails (exit status 1) in the following
cases: the page has more than 3 MB; anything except the page itself is requested; a board takes too long; an answer is
not the expected one; a plan is invalid when it is replayed here; playing, hints, the indicator, explaining, cancelling,
saving or loading fails, by mouse, with keys or on a phone; the page does not name the command for a board that is too
large; there is a console message; a control has no name; or axe-core (AXE) finds a serious fault. The self-test breaks
the page in each of these ways and requires that the part of the test for this fault finds it. chromium.py lists the
requirements.
"""

import argparse
import itertools
import os
import pathlib
import time

from playwright.sync_api import Error

from chromium import PEGS, axe_faults, cells_of, is_wide, judge, replay, watched
from studio import GAME, Studio, random_positions, taught

#: Maximum size of the page in bytes, and maximum time for a board in seconds.
MOST_BYTES = 3_000_000
LIMIT = 2.0
SLOW = float(os.environ.get("SLOW", "6"))
MOST_HOLES = 45

#: Boards for broken pages: a solvable one and an infeasible one.
FEW = ("central", "french-central")

#: Patience with a broken page, like SLOW for a correct page. Elements that never appear are not waited for long.
BRIEF = 0.4

#: Boards that take the engine of the page longer: half a minute and more.
HARD = ("hard-figure-28",)

#: Sends a request to the page's engine, using only the content of the page; also returns the elapsed time.
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


#: Start and goal are in the same class, and no method decides within a minute whether one leads to the other.
LONG = random_positions(25, 15)
#: A row that had a plan before the jump that was played, and has none after it.
LOST = "#geometry=square&start=oo..oo.&goal=one&played=4-6"

#: More holes than the studio supports.
HUGE = "#geometry=square&goal=one&start=" + "/".join(["o" * 17] * 16 + ["o" * 16 + "."])


class Found(Exception):
    """The expected fault of a broken page was found, so the test of this page ends."""


class Checked(Studio):
    """A page in use, and its faults. A broken page is tested until the fault in `lacks` is found."""

    counts = False

    def __init__(self, browser, file, pictures, patience, lacks=None):
        self.lacks = lacks
        self.browser, self.file, self.url, self.pictures = browser, file, file.resolve().as_uri(), pictures
        self.patience, self.faults = patience, []

    def ends_if_found(self):
        if self.lacks and any(self.lacks in fault for fault in self.faults):
            raise Found

    def axe(self, page, where):
        """Runs axe-core, except on a page that is broken in another way."""
        self.faults += [] if self.lacks else axe_faults(page, where)

    def page(self, address="", is_drawn=True, **options):
        context = self.browser.new_context(offline=True, accept_downloads=True,
                                           **({"viewport": {"width": 1200, "height": 900}} | options))
        page = watched(context, self.faults, lambda url: url.split("#")[0] == self.url)
        page.set_default_timeout(10_000 * self.patience)
        page.goto(self.url + address)
        if is_drawn:
            self.awaited(page, ".hole[role]", "the board is not drawn")
        self.ends_if_found()
        return page

    def awaited(self, page, selector, fault):
        """Waits for an element that must appear; without it, the test cannot continue."""
        try:
            page.wait_for_selector(selector, timeout=5000 * self.patience)
        except Error as error:
            self.faults.append(fault)
            raise error

    def wants(self, holds, fault):
        super().wants(holds, fault)
        self.ends_if_found()
        return holds

    def said(self, page, text, within=5, where="work"):
        try:
            page.wait_for_function("([id, t]) => document.getElementById(id).textContent.includes(t)",
                                   arg=[where, text], timeout=within * self.patience * 1000)
        except Error:
            self.faults.append(f"\"{text}\" is not said but: {page.inner_text('#' + where)}")
            self.ends_if_found()

    def picture(self, page, name):
        if self.pictures:
            self.pictures.mkdir(parents=True, exist_ok=True)
            super().picture(page, f"alone-{name}")


def hole(name):
    return f".hole[aria-label^='{name},']"


#: Visible controls without an accessible name, computed by a simplified version of accname 1.2.
NAMELESS = """[...document.querySelectorAll("button, a[href], input, select, textarea, .hole[role]")].filter((node) =>
  node.checkVisibility() && ![node.getAttribute("aria-label"), node.textContent, node.title,
    ...[...(node.labels ?? [])].map((label) => label.textContent),
    ...(node.getAttribute("aria-labelledby") ?? "").split(" ").map((id) => document.getElementById(id)?.textContent)]
    .some((name) => name?.trim())).map((node) => node.outerHTML.slice(0, 80))"""


def opened(checked):
    """The page is small enough, shows a board and names its controls, and its policy blocks network requests."""
    size = len(checked.file.read_bytes())
    checked.wants(size <= MOST_BYTES, f"the page has {size} bytes, more than {MOST_BYTES}")
    page = checked.page()
    for nameless in page.evaluate(NAMELESS):
        checked.faults.append(f"this control has no name: {nameless}")
    policy = page.evaluate("document.querySelector('meta[http-equiv=Content-Security-Policy]')?.content ?? ''")
    rules = [rule.split() for rule in policy.split(";")]
    checked.wants(["default-src", "'none'"] in rules and not any(rule[0] == "connect-src" for rule in rules if rule),
                  f"the policy of the page lets it ask others: {policy!r}")
    checked.axe(page, "opened")
    page.context.close()
    return size


def boards(checked, few, every=1):
    """Every bundled board with at most 45 holes is decided and explained in time, as expected, and its plan is replayed
    here."""
    page = checked.page(is_drawn=False)
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
            checked.wants(asked["seconds"] <= LIMIT * (BRIEF if few else SLOW), f"{name}: {question} takes {asked['seconds']:.1f} s")
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
                checked.wants(answer.get("certificate", {}).get("kind") and answer["checked"], f"{name} has no checked certificate")
    for question, (seconds, name) in () if few else slowest.items():
        print(f"{seconds:8.2f} s to {question} the slowest of {number} boards, {name} (limit {LIMIT})")
    checked.wants(few or number * every >= 50, f"there are only {number} boards")
    page.context.close()


def playing(checked):
    """The classic board: played, with the indicator, solved and stepped through; files are saved."""
    page = checked.page()
    page.click(hole("46"))
    page.click(hole("44"))
    checked.wants(len(page.evaluate(PEGS)) == 31, "a jump by hand does not leave 31 pegs")
    page.click("#light")
    checked.said(page, "Still winnable", where="outlook")
    page.click("#restart")
    page.click("#solve")
    checked.said(page, "Solved in 31 jumps")
    checked.picture(page, "solved")
    for _ in range(6):
        page.keyboard.press("ArrowRight")
    checked.wants(len(page.evaluate(PEGS)) == 26, "six jumps do not leave 26 pegs")
    checked.axe(page, "solved")
    page.click("#save summary")
    for name, begins in (("DIMACS", "c "), ("Picture", "<svg"), ("Web page", "<!DOCTYPE"), ("Puzzle", "[[puzzle]]")):
        with page.expect_download(timeout=10_000 * checked.patience) as download:
            page.locator("#downloads").get_by_role("button", name=name, exact=True).click()
        text = pathlib.Path(download.value.path()).read_text()
        checked.wants(text.startswith(begins) and len(text) > 100, f"the download {name} begins {text[:20]!r}")
    again = checked.page(page.url[len(checked.url):])
    checked.wants(again.evaluate(PEGS) == page.evaluate(PEGS), "a link does not give the same position")
    again.context.close()
    page.click("#open-gallery")
    page.locator("#figures .figure, #figures button, #figures li").first.wait_for(timeout=10_000 * checked.patience)
    checked.picture(page, "gallery")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Planning").click()
    checked.said(page, "saut plan")
    page.context.close()


def hinted(checked):
    """Hints are jumps that lead to the goal; results of the first hint are reused. A lost game is reported as lost, and
    the way back is found."""
    page = checked.page("#puzzle=cross-of-nine")
    pegs = page.evaluate(PEGS)
    workers = []
    count = lambda worker: workers.append(worker)
    jumps = len(pegs) - 1
    for number in range(jumps):
        if number == 1:
            page.on("worker", count)
        elif number == jumps - 1:  # after the last jump, the page requests the puzzle of the day
            page.remove_listener("worker", count)
        for step in (".region", ".pointed", ".arrow.hint"):
            page.click("#hint")
            checked.awaited(page, step, "no hint is shown")
        names = [word.strip(".") for word in page.inner_text(".caption").split() if word.strip(".").isdigit()]
        for name in (names[0], names[2]):
            page.click(hole(name))
        before, pegs = pegs, page.evaluate(PEGS)
        if not checked.wants(len(pegs) == len(before) - 1, f"the hint is no jump: {names}"):
            return page.context.close()
    checked.wants("goal is reached" in page.inner_text(".caption"), f"hints do not lead to the goal: {page.inner_text('.caption')}")
    checked.wants(not workers, f"{len(workers)} hints on the way of a plan that is known ask the engine anew")
    page.context.close()
    page = checked.page(LOST)
    page.click("#hint")
    checked.said(page, "can no longer be reached")
    page.click("#back-to-winning")
    checked.said(page, "Back to the last winning position")
    page.context.close()


def explained(checked):
    """An infeasible puzzle: refuted with a certificate, and explained with weights on the board."""
    page = checked.page("#geometry=square&start=_ooo_/ooooo/oo.oo/ooooo/_ooo_&goal=_..._/...../...../...../_..o_")
    page.click("#solve")
    checked.said(page, "Impossible: no sequence of jumps reaches the goal (proof checked")
    checked.said(page, "No:", where="reason")
    checked.picture(page, "explained")
    checked.axe(page, "explained")
    page.context.close()


def cancelled(checked):
    """A long run can be cancelled, and a hint that takes too long names the command to use instead."""
    page = checked.page(LONG)
    page.click("#solve")
    page.wait_for_timeout(1500 * min(checked.patience, 1))
    page.click("#cancel")
    checked.said(page, "Cancelled after")
    page.click("#hint")
    checked.said(page, "The program has more time, memory and cores: saut solve FILE", within=10)
    page.context.close()


def limits(checked):
    """For a board that is too large, the page names the command to use instead; invalid input is rejected with a
    message."""
    page = checked.page(HUGE)
    page.click("#solve")
    checked.said(page, "has 289 holes, but the studio supports at most 256; saut solve supports larger boards")
    page.click("#open-load")
    for text, problem in (("no-such-puzzle", "no-such-puzzle"), ("[[puzzle]]\nname = 3\n", "expected a string"), ("[[puzzle]\n", "")):
        page.fill("#text", text)
        page.click("#load-puzzle")
        try:
            page.wait_for_function("(t) => document.getElementById('problem').textContent.includes(t) && document.getElementById('problem').textContent",
                                   arg=problem, timeout=5000 * checked.patience)
        except Error:
            checked.faults.append(f"{text!r} is not refused: {page.inner_text('#problem')}")
            checked.ends_if_found()
        page.evaluate("document.getElementById('problem').textContent = ''")
    page.context.close()


def by_keys(checked):
    """Only with keys: a jump, a solution, the explanations."""
    page = checked.page("#puzzle=cross-of-six")
    page.locator(".hole[tabindex='0']").focus()
    for _ in range(40):
        page.keyboard.press("ArrowLeft")
    before = page.evaluate(PEGS)
    page.locator("#solve").focus()
    page.keyboard.press("Enter")
    checked.said(page, "Solved in 5 jumps")
    page.keyboard.press("End")
    checked.wants(len(before) == 6 and len(page.evaluate(PEGS)) == 1, "End does not lead to the last peg")
    page.locator("#explain").focus()
    page.keyboard.press("Enter")
    checked.said(page, "a solution is known", where="reason")
    page.context.close()


def on_a_phone(checked):
    """A phone in portrait orientation: controlled by touch, and not too wide."""
    page = checked.page("#puzzle=cross-of-six", viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    for name in ("45", "65"):
        page.tap(hole(name))
    checked.wants("Jump 1:" in page.inner_text(".caption"), f"a jump is not tapped: {page.inner_text('.caption')}")
    page.tap("#hint")
    checked.awaited(page, ".region", "no hint is shown")
    checked.wants(not is_wide(page), "the page is wider than a phone")
    checked.picture(page, "phone")
    checked.axe(page, "phone")
    page.context.close()


def kept(checked):
    """A new puzzle from a link, the glow, the choice of holes, a verdict while a board is drawn, and a saved result."""
    page = checked.page("#new=english.any.medium.easy.7")
    checked.wants("New puzzle 7" in page.inner_text("#title"), f"a link does not make a new puzzle: {page.inner_text('#title')}")
    page.click("#light")
    checked.said(page, "Still winnable", where="outlook")
    page.context.close()
    page = checked.page("#puzzle=cross-of-six")
    page.click("#glow")
    checked.said(page, "can still win", where="outlook")
    page.click("#choose-ends")
    page.click(f"#ends {hole('44')}")
    checked.awaited(page, "#ends .hole.excluded", "no hole is excluded")
    page.keyboard.press("Escape")
    page.click("#open-draw")
    checked.said(page, "This puzzle can be won", where="draw-verdict")
    page.keyboard.press("Escape")
    page.click("#glow")
    for source, target in (("45", "65"), ("43", "45"), ("35", "55"), ("65", "45"), ("45", "47")):
        page.click(hole(source))
        page.click(hole(target))
    checked.wants("first solution" in page.inner_text(".ending"), f"the banner: {page.inner_text('.ending')}")
    page.reload()
    page.click("#restart")
    checked.said(page, "Solved 1 time", where="live")
    checked.picture(page, "kept")
    page.context.close()


def baseball(checked):
    """Colour baseball: a hint is a step of a shortest solution; each step of a solution has a picture."""
    page = checked.page("#puzzle=baseball-5", is_drawn=False)
    checked.awaited(page, ".track .hole", "the track is not drawn")
    for _ in range(2):
        page.click("#hint")
        checked.awaited(page, ".hinted", "no hint is shown on the track")
        page.locator(".hinted").first.click()
    page.click("#solve")
    checked.said(page, "Solved in 7 steps from here, no solution is shorter")
    page.click(".step-pictures summary")
    checked.awaited(page, ".pictures figure:nth-child(10)", "a step has no picture")
    page.keyboard.press("End")
    checked.said(page, "Every token is home", where="live")
    checked.picture(page, "baseball")
    checked.axe(page, "baseball")
    page.context.close()


#: The parts of this test.
PARTS = (opened, boards, playing, hinted, kept, *GAME, baseball, explained, cancelled, limits, by_keys, on_a_phone)


def faults_of(browser, file, arguments):
    """The faults of the page, as sentences. For a broken page: the faults found by the part of the test that looks for
    them, first with little patience, and with more if another fault was found, as can happen on a busy machine."""
    if file == arguments.page:
        print(f"{len(file.read_bytes()):8d} bytes (limit {MOST_BYTES})")
        return looked_at(Checked(browser, file, arguments.pictures, SLOW), PARTS, arguments)
    part, lacks = BROKEN[file.stem][:2]
    for patience in (BRIEF, SLOW):
        faults = looked_at(Checked(browser, file, None, patience, lacks), (part,), arguments)
        if any(lacks in fault for fault in faults):
            break
    return faults


def looked_at(checked, parts, arguments):
    """The faults that these parts find."""
    for part in parts:
        before, began = len(checked.faults), time.monotonic()
        try:
            if part is boards:
                boards(checked, few=checked.lacks, every=arguments.every)
            else:
                part(checked)
        except Found:
            pass
        except Exception as error:  # the page cannot be used any further
            checked.faults.append(f"{part.__name__}: {type(error).__name__}: {error}".splitlines()[0])
        if not checked.lacks:
            print(f"{'ok' if len(checked.faults) == before else 'WRONG'}: {part.__name__} ({time.monotonic() - began:.0f} s)", flush=True)
    for context in checked.browser.contexts:
        context.close()
    return checked.faults


def script(line):
    """A page with one more script."""
    return ("</body>", f"<script>{line}</script></body>")


def answers(line):
    """An engine whose answers are modified by one line of code."""
    return ("postMessage(event);", f"{line} postMessage(event);")


#: Pages that are broken in one way each: the part that must find the fault, the expected words, the replaced text and
#: its replacement, and whether the policy of the page is removed, because it would block a changed script.
BROKEN = {
    "too-large": (opened, "bytes, more than", ("</body>", f"<!--{'x' * MOST_BYTES}--></body>"), False),
    "failing-script": (opened, "a script failed", script("nothing.at.all()"), True),
    "talking-script": (opened, "the console says", script("console.log('x')"), True),
    "script-against-policy": (opened, "the console says", script("1"), False),
    "asks-the-network": (opened, "the page asks for", ("<main ", '<img alt="" src="https://example.org/x.png"><main '), True),
    "engine-asks-the-network": (opened, "the page asks for", ("const worker = new", 'fetch("https://example.org/x").catch(() => 0); const worker = new'), True),
    "open-policy": (opened, "lets it ask others", ("worker-src blob:;", "worker-src blob:; connect-src *;"), False),
    "policy-without-workers": (opened, "the console says", ("worker-src blob:; ", ""), False),
    "torn-engine": (opened, "the board is not drawn", ('id="engine">H4sI', 'id="engine">H4sJ'), False),
    "no-board": (opened, "the board is not drawn", ('class: "hole", role: "button"', 'class: "none", role: "button"'), True),
    "no-names": (opened, "has no name", ('if (node.getAttribute("aria-label") !== name) ', "if (false) "), True),
    "no-label": (opened, "has no name", ('id: "slider", min: 0, "aria-label": "jump"', 'id: "slider", min: 0'), True),
    "no-input": (boards, "are not told", ("if (file !== 0) return BAD_FILE;", "return BAD_FILE;"), True),
    "lying-plan": (boards, "the plan of central does not hold", answers("if (event.data?.plan) event.data.plan = event.data.plan.slice(1);"), True),
    "no-verdict": (boards, "is undecided, not", answers("if (event.data?.verdict) event.data.verdict = 'undecided';"), True),
    "wrong-verdict": (boards, "is infeasible, not solved", answers("if (event.data?.verdict === 'solved') event.data.verdict = 'infeasible';"), True),
    "unchecked": (boards, "has no checked certificate", answers("if (event.data?.certificate) event.data.checked = false;"), True),
    "no-criteria": (boards, "criteria are told", answers("event.data?.criteria?.splice(5);"), True),
    "false-criteria": (boards, "refute it", answers("event.data?.criteria?.forEach((one) => (one.refutes = true));"), True),
    "slow": (boards, "takes", ("onmessage = async ({ data: { program, question } }) => {", "onmessage = async ({ data: { program, question } }) => { await new Promise((on) => setTimeout(on, /solve.*french-central/.test(question) ? 1000 * SLOWED : 0));"), True),
    "no-light": (playing, '"Still winnable" is not said', ('if (state === true) this.#tell(', 'if (state === 1) this.#tell('), True),
    "page-takes-any-plan": (playing, "Solved in 31 jumps", answers("if (event.data?.verdict === 'solved') event.data.plan = event.data.plan.slice(1);"), True),
    "no-download": (playing, "the download DIMACS", ('save("DIMACS", "dimacs"', 'save("DIMACS", "svg"'), True),
    "forgetful-link": (playing, "a link does not give", ('if (played.length) parts.set("played"', 'if (false) parts.set("played"'), True),
    "hint-is-no-jump": (hinted, "the hint is no jump", ("player.hint(jump);", "player.hint({ ...jump, to: jump.from, from: jump.to });"), True),
    "no-hint": (hinted, "no hint is shown", ("player.hint(jump);", "{}"), True),
    "no-memory": (kept, "\"Solved 1 time\" is not said", ("localStorage.setItem(KEY,", "String("), True),
    "no-request": (kept, "a link does not make", ('if (parts.has("new"))', "if (false)"), True),
    "lesson-leaves-the-plan": (taught, "This jump is not in the lesson", ("if (!game.isOnPlan) {", "if (false) {"), True),
    "no-hint-on-the-track": (baseball, "no hint is shown on the track", ("track.hint();", ""), True),
    "no-pictures": (baseball, "a step has no picture", ("if (!this.fold.open ||", "if (true ||"), True),
    "hints-forget": (hinted, "ask the engine anew", ("this.ways.set(textOf(pegs), jump);\n      pegs = after(pegs, jump);", "this.ways.set(textOf(pegs), jump);\n      return;"), True),
    "lost-is-not-said": (hinted, "can no longer be reached", ("jump === null", "jump === 0"), True),
    "no-way-back": (hinted, "Back to the last", ("player.goTo(low);", "return;"), True),
    "no-certificate": (explained, "(proof checked", ("(proof checked", "(proof there"), True),
    "no-reason": (explained, '"No:" is not said', ("reasons.show(puzzle, criteria,", "((...all) => all)(puzzle, criteria,"), True),
    "no-cancel": (cancelled, "Cancelled after", ("solving?.abort();", ""), True),
    "no-way-out": (cancelled, "The program has more time", ("The program has more time", "There is more time"), True),
    "no-refusal": (limits, "is not refused", ('by("problem").textContent = error.message;', ""), True),
    "no-end": (by_keys, "End does not lead", ("End: () => this.#at(game.line.length)", "End: () => 0"), True),
    "wide": (on_a_phone, "wider than a phone", ("<main ", '<svg width="3000" height="1"></svg><main '), False),
}


def cases(good, open_page, every):
    """The broken pages, or every Nth of them, with their expected words."""
    for name, (_, fault, (old, new), is_open) in itertools.islice(BROKEN.items(), 0, None, every):
        page = open_page if is_open else good
        # Replace all occurrences: the text may also be in a worker.
        yield name, page.replace(old, new.replace("SLOWED", str(LIMIT * BRIEF + 0.2))), fault


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("page", type=pathlib.Path)
    parser.add_argument("--pictures", type=pathlib.Path)
    parser.add_argument("--self-test", action="store_true")
    parser.add_argument("--every", type=int, default=1, help="each Nth board and each Nth broken page only")
    arguments = parser.parse_args()
    look = lambda browser, file: faults_of(browser, file, arguments)
    judge(arguments.page, look, lambda good, open_page: cases(good, open_page, arguments.every), arguments)


if __name__ == "__main__":
    main()
