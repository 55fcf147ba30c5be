#!/usr/bin/env python3
"""Uses the planning page of `saut serve` in headless Chromium, like a person.

    python3 tests/browser/planning.py SAUT [PICTURES]

As in studio.py, the environment variable PARTS selects parts, and SLOW is the allowed slowdown compared with an idle machine.
Pastes a task with an error, which is marked at its position, corrects it, solves, steps, explains, cancels, follows links, drops
files, and draws with a description; then again with only keys, and on a phone. Fails (exit status 1) if any of this fails,
if there is a console message, or if axe-core (AXE) finds a serious fault.
"""

import pathlib
import time


from chromium import axe_faults, is_wide
from studio import CLICK, FORMS, SLOW, Studio, cpu, use

TASKS = pathlib.Path(__file__).parents[2] / "src/web/tasks"

#: The text of the editor's lines, which are in a shadow root.
EDITOR = "(name) => document.getElementById(name).shadowRoot.querySelector('.cm-content')"


def texts(name):
    """The domain and the problem of an example."""
    return [(TASKS / name / f"{kind}.pddl").read_text() for kind in ("domain", "problem")]


class Planning(Studio):
    """The studio with its planning page."""

    def page(self, address="", script=None, **options):
        page = super().page(f"planning{address}", script, **options)
        page.wait_for_selector("body[data-is=ready]", timeout=SLOW * 5000)
        return page

    def opened(self, name, more="", **options):
        """Opens an example and waits until it is parsed."""
        page = self.page(f"#example={name}{more}", **options)
        page.wait_for_function("() => document.getElementById('facts').textContent.includes('objects')", timeout=SLOW * 5000)
        return page


def write(page, name, text):
    """Pastes a text that replaces the content of an editor."""
    page.locator(f"#{name} .cm-content").click()
    page.keyboard.press("Control+a")
    page.evaluate(f"""([name, text]) => {{
      const data = new DataTransfer();
      data.setData("text/plain", text);
      ({EDITOR})(name).dispatchEvent(new ClipboardEvent("paste", {{ clipboardData: data, bubbles: true, cancelable: true }})); }}""", [name, text])


def solve(studio, page, said, within=5):
    page.click("#solve")
    studio.said(page, said, within=SLOW * within)


def pasting(studio):
    """A pasted task with errors: each error is marked at its position and described; after the correction, the task is
    parsed and solved."""
    domain, problem = texts("ferry")
    page = studio.page()
    loaded = page.evaluate("['navigation', 'resource'].flatMap((kind) => performance.getEntriesByType(kind))"
                           ".filter((entry) => !entry.name.includes('codemirror')).reduce((sum, entry) => sum + entry.transferSize, 0)")
    studio.wants(20_000 < loaded < 300_000, f"the page without the editor has {loaded} bytes")
    cases = [
        ("domain", domain.replace("(moored ?f ?b)", "(morored ?f ?b)", 1), "domain, line 14", "morored"),
        ("domain", domain.replace(":effect (and (moored", ":efect (and (moored"), "domain, line 21", ":efect"),
        ("problem", problem.replace("(at mini left)", "(at mimi left)"), "problem, line 8", "mimi"),
        ("problem", problem[:-2], "problem", ""),
    ]
    for name, wrong, place, word in cases:
        write(page, "domain", domain)
        write(page, "problem", problem)
        write(page, name, wrong)
        wait = "(place) => document.getElementById('wrong').innerText.includes(place)"
        page.wait_for_function(wait, arg=place, timeout=SLOW * 5000)
        marked = page.locator(f"#{name} .cm-lintRange-error")
        marked.first.wait_for(timeout=SLOW * 2000)
        if word:
            studio.wants(word in marked.first.inner_text(), f"{place}: marked is {marked.first.inner_text()!r}")
        other = "problem" if name == "domain" else "domain"
        studio.wants(page.locator(f"#{other} .cm-lintRange-error").count() == 0, f"{place}: the other text is marked too")
        if word == "mimi":
            studio.picture(page, "planning-error")
            studio.faults += axe_faults(page, "an error")
        page.click("#wrong button.place")
        is_there = page.evaluate(f"(name) => document.getElementById(name).shadowRoot.activeElement === ({EDITOR})(name)", name)
        studio.wants(is_there, f"{place}: its button does not lead to the editor")
        page.click("#solve")
        studio.said(page, "cannot be read")
    write(page, "problem", problem)
    page.wait_for_function("() => document.getElementById('facts').textContent.includes('ferry: 3 actions, 7 objects')")
    studio.wants(page.inner_text("#wrong") == "", "an error is still told when it is mended")
    studio.wants(page.locator(".cm-lintRange-error").count() == 0, "an error is still marked when it is mended")
    solve(studio, page, "Solved: ")
    page.context.close()


def stepping(studio):
    """A plan step by step: changes are marked, the chart shows parallel steps, and all three views stay
    synchronized."""
    page = studio.opened("ferry")
    page.select_option("#minimise", "cost")
    solve(studio, page, "No plan costs less", within=10)
    studio.wants("11 actions, cost 21" in page.inner_text("#work"), f"the cheapest plan: {page.inner_text('#work')}")
    studio.wants("minimise=cost" in page.url, "what is asked for is not in the address")
    studio.wants(page.locator("#steps li").count() == 12, "not all steps are listed")
    studio.wants(page.inner_text(".chart-part h2") == "11 actions in 8 parallel steps", f"the chart says {page.inner_text('.chart-part h2')}")
    before = set(page.locator("#facts-of-state code").all_inner_texts())
    for number in range(1, 12):
        page.keyboard.press("ArrowRight")
        studio.wants(f"Step {number} of 11" in page.inner_text(".caption"), f"step {number}: {page.inner_text('.caption')}")
        rows = [(row.get_attribute("class"), row.locator("code").inner_text()) for row in page.locator("#facts-of-state li").all()]
        added = {fact for kind, fact in rows if kind == "added"}
        removed = {fact for kind, fact in rows if kind == "removed"}
        now = {fact for kind, fact in rows if kind != "removed"}
        studio.wants(added and removed and now == before - removed | added and removed <= before, f"step {number}: what changed is marked wrong")
        current = page.locator("#chart [aria-current], #steps [aria-current]")
        studio.wants(current.count() == 2, f"step {number} is not marked in list and chart")
        before = now
    studio.wants({"at beetle right", "at mini right", "at panda right"} <= before, f"the last state is no goal: {before}")
    studio.wants("cost 21 so far" in page.inner_text(".caption"), "the cost is not told")
    clicks = [page.evaluate(CLICK, name) for name in ("#back", "#first", "#on", "#last", "#explain", "#close-reason")]
    studio.measured("ms to answer a click", max(clicks))
    page.locator("#chart button").first.click()
    studio.wants("Step 1 of 11" in page.inner_text(".caption"), "a bar of the chart does not lead to its step")
    page.fill("#find-fact", "beetle")
    facts = page.locator("#facts-of-state code").all_inner_texts()
    studio.wants(facts and all("beetle" in fact for fact in facts), f"the search for a fact finds {facts}")
    page.fill("#find-fact", "")
    studio.picture(page, "planning-steps")
    page.screenshot(path=str(studio.pictures / "planning-whole.png"), full_page=True) if studio.pictures else None
    studio.faults += axe_faults(page, "a plan")
    page.click("#save summary")
    for name, begins in (("Plan", "(board "), ("Certificate", "{"), ("DIMACS", "c "), ("SMT-LIB", ";"), ("Domain", "; Cars"), ("Problem", "(define")):
        with page.expect_download() as download:
            page.locator("#downloads").get_by_role("button", name=name, exact=True).click()
        text = pathlib.Path(download.value.path()).read_text()
        studio.wants(text.startswith(begins) and len(text) > 100, f"the download {name} begins {text[:20]!r}")
        if name == "Plan":
            plan = text
    # The saved plan is valid; without its last step, it is not.
    page.click("#open-plan")
    page.fill("#plan-text", plan)
    page.click("#check-plan")
    studio.said(page, "The plan is valid: 11 actions, cost 21")
    page.click("#open-plan")
    page.fill("#plan-text", "\n".join(plan.splitlines()[:-2]))
    page.click("#check-plan")
    studio.said(page, "The plan is invalid")
    page.click("#open-plan")
    page.fill("#plan-text", "(board beetle berta left)")
    page.click("#check-plan")
    studio.said(page, "moored berta left")
    studio.wants(page.locator("#steps li").count() <= 1, "steps of a plan whose first action is wrong are shown")
    page.context.close()


#: For each example: the drawn elements, as a selector with their number, and the expected answer.
DRAWN = {
    "sokoban": ([(".symbol", 4), (".ring-mark", 6)], "Solved", 5),
    "visit-all": ([(".symbol", 1), (".paint", 1)], "Solved", 5),
    "floor-tiles": ([(".tile-text", 2), (".wanted-paint", 9)], "Solved", 10),
    "sliding-tiles": ([(".tile-text", 8), (".space", 1), (".wanted-text", 8)], "Solved", 5),
    "cross": ([(".symbol", 6)], "Solved", 5),
    "dominoes": ([(".floor-cell", 34)], "Infeasible", 10),
}


def drawing(studio):
    """Grid tasks are drawn automatically, immediately and at every step; other tasks with the user's own
    description."""
    for name, (parts, said, within) in DRAWN.items():
        page = studio.opened(name)
        for part, number in parts:
            found = page.locator(f".grid-picture {part}").count()
            studio.wants(found == number, f"{name}: {found} × {part}, not {number}")
        solve(studio, page, said, within)
        if said == "Solved":
            page.keyboard.press("End")
            page.wait_for_timeout(400)
        studio.picture(page, f"planning-{name}")
        page.context.close()
    page = studio.opened("ferry")
    studio.wants(page.locator(".grid-picture").count() == 0, "a task without a grid is drawn")
    domain, problem = texts("visit-all")
    for one, other in (("loc-x", "room"), ("-y", "by")):
        domain, problem = domain.replace(one, other), problem.replace(one, other)
    write(page, "domain", domain)
    write(page, "problem", problem)
    page.wait_for_function("() => document.getElementById('title').textContent === 'floor-with-walls'")
    studio.wants(page.locator(".grid-picture").count() == 0, "names that nobody described are drawn")
    page.click("#drawing-part summary")
    for text, why in (("cells room", "{x} and {y}"), ("piece x (at-robot {cell})", "needs a line"), ("cells room{x}by{y}\nmark (nothing {cell})", "does not fit"),
                      ("cells room{x}by{y}\npaint (visited {cell})", "line 2")):
        page.fill("#drawing", text)
        page.wait_for_function("(why) => document.getElementById('drawing-problem').textContent.includes(why)", arg=why)
    page.fill("#drawing", "cells room{x}by{y}\npaint teal (visited {cell})\npiece R (at-robot {cell})")
    page.wait_for_selector(".grid-picture .symbol")
    studio.wants(page.inner_text("#drawing-problem") == "", "an old problem of the drawing is still told")
    page.wait_for_timeout(300)
    again = studio.page(page.url.split("planning")[1])
    again.wait_for_selector(".grid-picture .symbol")
    studio.wants(again.input_value("#drawing").startswith("cells room"), "the drawing is not in the address")
    again.context.close()
    page.context.close()


def explaining(studio):
    """Explains why there is no plan: in words, with weights, and on the board."""
    page = studio.opened("dominoes")
    solve(studio, page, "Infeasible", within=10)
    said = page.inner_text("#reason")
    studio.wants(said.startswith("Why there is no plan") and "No plan:" in said, f"the reason: {said[:200]}")
    studio.wants("weigh" in said, f"the dominoes are refuted without weights: {said[:200]}")
    if "weigh" in said:
        studio.wants(page.locator(".weights-table tbody tr").count() >= 34, "the weights are not listed")
        studio.wants(page.locator(".weight-text").count() == 34, "the weights are not on the board")
    page.screenshot(path=str(studio.pictures / "planning-why-not.png"), full_page=True) if studio.pictures else None
    studio.faults += axe_faults(page, "why not")
    page.click("#close-reason")
    studio.wants(page.is_hidden("#reason"), "the reason cannot be closed")
    page.context.close()
    page = studio.opened("locked-room")
    solve(studio, page, "Infeasible")
    studio.wants("unreachable" in page.inner_text("#reason .plain"), f"the locked room: {page.inner_text('#reason')}")
    page.click("#help")
    page.wait_for_selector("#remedies h3", timeout=SLOW * 20_000)
    studio.wants("(lies iron hall) instead of (lies iron cellar)" in page.inner_text("#remedies"), f"what would help: {page.inner_text('#remedies')}")
    studio.picture(page, "planning-help")
    studio.faults += axe_faults(page, "what would help")
    page.context.close()
    page = studio.opened("locked-room")
    page.click("#explain")
    page.wait_for_selector("#remedies h3", timeout=SLOW * 25_000)
    studio.wants("(lies iron hall) instead of (lies iron cellar)" in page.inner_text("#remedies"), "no explanation without a solve before")
    page.context.close()
    page = studio.opened("sokoban", "&minimise=cost")
    solve(studio, page, "No plan costs less", within=10)
    page.click("#explain")
    studio.wants("No plan costs less than 7" in page.inner_text("#reason"), f"the bound: {page.inner_text('#reason')}")
    page.context.close()


def from_states(studio):
    """Actions that can be taken are listed and taken; the rest is solved from there; a wrong plan is followed to its fault."""
    page = studio.opened("ferry")
    page.click("#list-here")
    page.wait_for_selector("#applicable button", timeout=SLOW * 10_000)
    first = page.locator("#applicable button").first.inner_text()
    page.locator("#applicable button").first.click()
    page.wait_for_function("() => document.querySelectorAll('#steps li').length === 2", timeout=SLOW * 10_000)
    studio.wants(first in page.inner_text(".caption"), f"the action that was taken: {page.inner_text('.caption')}")
    studio.wants(page.inner_text("#here-title") == "From the state after step 1", f"the title: {page.inner_text('#here-title')}")
    studio.picture(page, "planning-applicable")
    studio.faults += axe_faults(page, "applicable actions")
    page.click("#solve-here")
    studio.said(page, "Solved after 1 step: ", within=SLOW * 10)
    studio.wants("Step 1 of " in page.inner_text(".caption"), f"the plan is not at the state: {page.inner_text('.caption')}")
    steps = page.locator("#steps li").all_inner_texts()
    studio.wants(first in steps[1] and len(steps) > 3, f"the whole plan: {steps}")
    wrong = "\n".join(f"({step})" for step in [*steps[1:3], steps[1], *steps[3:]])
    page.click("#open-plan")
    page.fill("#plan-text", wrong)
    page.click("#check-plan")
    studio.said(page, "The plan is invalid: step ")
    shown = page.locator("#steps li").count() - 1
    studio.wants(0 < shown < len(steps), f"{shown} steps of a wrong plan are shown")
    studio.wants(f"Step {shown} of {shown}" in page.inner_text(".caption"), f"a wrong plan: {page.inner_text('.caption')}")
    page.context.close()


def writing(studio):
    """Names are completed while they are typed, and texts are indented."""
    page = studio.opened("ferry")
    domain, problem = texts("ferry")
    page.locator("#problem .cm-content").click()
    page.keyboard.press("Control+Home")
    page.keyboard.type("(moor", delay=30)
    page.wait_for_selector("#problem .cm-tooltip-autocomplete li", timeout=SLOW * 5000)
    offered = page.locator("#problem .cm-tooltip-autocomplete li").all_inner_texts()
    studio.wants("moored" in offered, f"offered are {offered}")
    studio.picture(page, "planning-completion")
    page.keyboard.press("Enter")
    first = page.evaluate(f"({EDITOR})('problem').innerText.split('\\n')[0]")
    studio.wants(first.startswith("(moored"), f"the completed line is {first!r}")
    write(page, "problem", problem)
    flat = "\n".join(line.strip() for line in domain.split("\n"))
    write(page, "domain", flat)
    page.click("#indent")
    lines = page.evaluate(f"({EDITOR})('domain').innerText.split('\\n')")
    studio.wants(any(line.startswith("  (:") for line in lines), f"indented lines are {lines[:6]}")
    page.wait_for_function("() => document.getElementById('facts').textContent.includes('ferry: 3 actions')", timeout=SLOW * 5000)
    page.context.close()


def long_task():
    """Floor tiles on a larger floor: a plan is found soon, a cheapest plan is not."""
    domain, _ = texts("floor-tiles")
    columns, rows = range(1, 6), range(0, 7)
    tile = lambda row, column: f"tile_{row}-{column}"
    all_tiles = [(row, column) for row in rows for column in columns]
    facts = [f"(up {tile(r + 1, c)} {tile(r, c)}) (down {tile(r, c)} {tile(r + 1, c)})" for r, c in all_tiles if r + 1 in rows]
    facts += [f"(right {tile(r, c + 1)} {tile(r, c)}) (left {tile(r, c)} {tile(r, c + 1)})" for r, c in all_tiles if c + 1 in columns]
    facts += [f"(clear {tile(r, c)})" for r, c in all_tiles if (r, c) not in ((0, 1), (0, 5))]
    goal = [f"(painted {tile(r, c)} {'black' if (r + c) % 2 else 'white'})" for r, c in all_tiles if r > 0]
    return domain, f"""(define (problem large-floor) (:domain floor-tiles)
      (:objects {' '.join(tile(*one) for one in all_tiles)} - tile one two - robot white black - color)
      (:init (robot-at one tile_0-1) (robot-has one white) (robot-at two tile_0-5) (robot-has two black)
        (available-color white) (available-color black) {' '.join(facts)} (= (total-cost) 0))
      (:goal (and {' '.join(goal)})) (:metric minimize (total-cost)))"""


def cancelling(studio):
    """A long run reports its stages and its best plan. When it is cancelled, it keeps this plan, and the server's
    process also ends."""
    page = studio.page()
    domain, problem = long_task()
    write(page, "domain", domain)
    write(page, "problem", problem)
    page.wait_for_function("() => document.getElementById('title').textContent === 'large-floor'")
    studio.wants(page.locator(".grid-picture .tile-text").count() == 2, "the large floor is not drawn")
    page.select_option("#minimise", "cost")
    page.click("#solve")
    page.wait_for_selector("#stages li", timeout=SLOW * 5000)
    page.wait_for_selector("#best:not([hidden])", timeout=SLOW * 20_000)
    studio.wants("no plan costs less than" in page.inner_text("#best"), f"the best plan so far: {page.inner_text('#best')}")
    page.click("#best button")
    page.wait_for_selector("#steps li >> nth=10", timeout=SLOW * 5000)
    studio.picture(page, "planning-solving")
    studio.faults += axe_faults(page, "solving")
    page.click("#cancel")
    studio.said(page, "Cancelled", within=SLOW * 5)
    studio.wants("The best plan has cost" in page.inner_text("#work"), f"cancelled: {page.inner_text('#work')}")
    # The page requests the plan's states from the server before the button is enabled again.
    page.wait_for_selector("#solve:not([hidden])", timeout=SLOW * 5000)
    studio.wants(page.locator("#steps li").count() > 10, "the best plan is not kept")
    time.sleep(2)
    before = cpu(studio.server.pid)
    time.sleep(1)
    used = cpu(studio.server.pid) - before
    studio.wants(used < 30, f"after cancelling the server works on: {used} ticks")
    # Each request has its own process.
    left = [child for file in pathlib.Path(f"/proc/{studio.server.pid}/task").glob("*/children") for child in file.read_text().split()]
    studio.wants(not left, f"after cancelling these processes are left: {left}")
    page.context.close()


def linking(studio):
    """A link contains a task. A truncated link is reported; a large task has no link."""
    domain, problem = texts("sliding-tiles")
    page = studio.page()
    write(page, "domain", domain)
    write(page, "problem", problem.replace("eight-puzzle", "my-puzzle"))
    page.wait_for_function("() => location.hash.startsWith('#task=')")
    page.wait_for_function("() => document.getElementById('title').textContent === 'my-puzzle'")
    address = page.url.split("planning")[1]
    page.context.close()
    page = studio.page(address)
    page.wait_for_function("() => document.getElementById('title').textContent === 'my-puzzle'")
    page.context.close()
    for broken in (address[:200], "#task=%00", "#example=nosuch"):
        page = studio.page(broken)
        studio.said(page, "nosuch" if "nosuch" in broken else "not a link to a task")
        page.context.close()
    page = studio.page()
    padding = "\n".join(f"; {number * 7919 % 10007} {number * number % 9973}" for number in range(4000))
    write(page, "domain", domain)
    write(page, "problem", problem + padding)
    page.wait_for_function("() => document.getElementById('title').textContent === 'eight-puzzle'", timeout=SLOW * 5000)
    page.wait_for_function("() => location.hash === ''")
    page.click("#save summary")
    page.get_by_role("button", name="Copy the link").click()
    studio.said(page, "too large for a link")
    page.context.close()


def dropping(studio):
    """Dropped or chosen files: their content determines which one is the domain."""
    domain, problem = texts("cross")
    page = studio.page()
    page.evaluate("""([domain, problem]) => {
      const data = new DataTransfer();
      data.items.add(new File([problem], "b.pddl"));
      data.items.add(new File([domain], "a.pddl"));
      document.querySelector("main").dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true })); }""", [domain, problem])
    page.wait_for_function("() => document.getElementById('title').textContent === 'cross'")
    page.set_input_files("#problem-file", str(TASKS / "ferry/problem.pddl"))
    page.wait_for_function("() => document.getElementById('wrong').innerText.length > 5")
    page.set_input_files("#domain-file", str(TASKS / "ferry/domain.pddl"))
    page.wait_for_function("() => document.getElementById('title').textContent === 'three-cars'")
    page.context.close()


def keys_alone(studio):
    """From the top of the page through an editor, which does not trap the Tab key, to an answer and its steps."""
    page = studio.opened("ferry")

    def tab_to(what):
        for _ in range(40):
            page.keyboard.press("Tab")
            if page.evaluate("(what) => document.activeElement.matches(what)", what):
                return
        studio.faults.append(f"the Tab key does not lead to {what}")

    tab_to("#domain")
    page.keyboard.press("Control+Home")
    page.keyboard.type("; a remark\n")
    page.keyboard.press("Control+Enter")
    studio.said(page, "Solved", within=SLOW * 5)
    tab_to("#problem")
    tab_to("#solve")
    page.keyboard.press("Enter")
    studio.said(page, "Solved", within=SLOW * 5)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    studio.wants("Step 2 of" in page.inner_text(".caption"), f"arrows do not step: {page.inner_text('.caption')}")
    tab_to("#explain")
    page.keyboard.press("Enter")
    studio.wants(page.evaluate("document.activeElement.id") == "reason-title", "the explanation has no focus")
    tab_to("#close-reason")
    page.keyboard.press("Enter")
    studio.wants(page.evaluate("document.activeElement.id") == "explain", "the focus does not come back from the explanation")
    tab_to("#chart button")
    page.keyboard.press("Enter")
    studio.wants("Step 1 of" in page.inner_text(".caption"), "the chart cannot be used by keys")
    page.context.close()


def on_a_phone(studio):
    """Portrait and landscape, light and dark: nothing is wider than the window, and a task is solved by touch."""
    for form in ("upright", "small upright", "small across"):
        page = studio.opened("sokoban", color_scheme="dark" if form == "small upright" else "light", **FORMS[form])
        page.wait_for_selector(".grid-picture")
        # A phone enlarges its window to fit a wide page, so compare with the original window size.
        fits = lambda: not is_wide(page) and page.evaluate("innerWidth") <= FORMS[form]["viewport"]["width"]
        studio.wants(fits(), f"{form}: the page is wider than the window")
        studio.picture(page, f"planning-{form.replace(' ', '-')}")
        page.tap("#solve")
        studio.said(page, "Solved", within=SLOW * 5)
        page.tap("#on")
        studio.wants("Step 1 of" in page.inner_text(".caption"), f"{form}: no step by touch")
        studio.wants(fits(), f"{form}: the plan is wider than the window")
        page.locator(".stage").scroll_into_view_if_needed()
        studio.picture(page, f"planning-{form.replace(' ', '-')}-plan")
        if form == "small upright":
            studio.faults += axe_faults(page, f"planning, {form}")
        page.context.close()


def gone(studio):
    """The last part: the server is stopped, and the page reports it."""
    page = studio.opened("ferry")
    studio.server.kill()
    studio.server.wait()
    page.click("#solve")
    studio.said(page, "is saut serve still running?")
    page.context.close()


TIMED = [pasting]
UNTIMED = [stepping, drawing, explaining, from_states, writing, cancelling, linking, dropping, keys_alone, on_a_phone, gone]


if __name__ == "__main__":
    use(Planning, TIMED, UNTIMED)
