#!/usr/bin/env python3
"""Opens a page of `saut report` in headless Chromium and looks at it as a reader would.

    python3 tests/browser/report_page.py REPORT/index.html [--screenshot FILE.png]
    python3 tests/browser/report_page.py --self-test

Fails (exit status 1) if the page is blank, in the light or the dark, wide or narrow; if the console
says anything; if anything but the page itself is asked for; if a click on a heading does not sort;
if the filter does not filter; if an anchor leads nowhere. The self-test breaks a page in each of
these ways and wants every one of them to be found.

Needs the package `playwright` of Python and a Chromium that is already there (CHROMIUM, or the
first of chromium, chromium-browser, google-chrome on PATH); nothing is downloaded.
"""

import argparse
import os
import pathlib
import shutil
import struct
import sys
import tempfile
import zlib

from playwright.sync_api import sync_playwright

SORTED = """(column) => {
  const table = document.querySelector("#cells table.sortable") || document.querySelector("table.sortable");
  return [...table.tBodies[0].rows].map((row) => row.cells[column].dataset.v ?? row.cells[column].textContent.trim());
}"""


def colours(png):
    """How many different pixels a PNG (8 bit RGB or RGBA, not interlaced) has, and how many bytes differ."""
    place, data, width, height, channels = 8, b"", 0, 0, 3
    while place < len(png):
        (length,), kind = struct.unpack(">I", png[place : place + 4]), png[place + 4 : place + 8]
        chunk = png[place + 8 : place + 8 + length]
        if kind == b"IHDR":
            width, height, _, colour = struct.unpack(">IIBB", chunk[:10])
            channels = {2: 3, 6: 4}[colour]
        elif kind == b"IDAT":
            data += chunk
        place += 12 + length
    raw, row_length, before = zlib.decompress(data), width * channels, bytes(width * channels)
    seen, ink = set(), 0
    for row in range(height):
        start = row * (row_length + 1)
        kind, line = raw[start], bytearray(raw[start + 1 : start + 1 + row_length])
        if kind:
            for i in range(row_length):
                left = line[i - channels] if i >= channels else 0
                up, corner = before[i], before[i - channels] if i >= channels else 0
                guess = left + up - corner
                near = min((abs(guess - left), 0, left), (abs(guess - up), 1, up), (abs(guess - corner), 2, corner))
                line[i] = (line[i] + [0, left, up, (left + up) // 2, near[2]][kind]) & 255
        pixels = {bytes(line[i : i + channels]) for i in range(0, row_length, channels)}
        ink += len(pixels) > 1
        seen |= pixels
        before = line
    return len(seen), ink


def order_of(values, numbers):
    """Known values in order, and whether the unknown ones stand last."""
    known = [float(v) for v in values if v not in ("–", "")] if numbers else values
    unknown_last = values[: len(known)] == [v for v in values if v not in ("–", "")] if numbers else True
    return known, unknown_last


def faults_of(browser, page_file, screenshot=None):
    """What is wrong with the page, in sentences."""
    faults = []
    url = pathlib.Path(page_file).resolve().as_uri()
    for scheme, width in (("light", 1200), ("dark", 1200), ("light", 360)):
        context = browser.new_context(color_scheme=scheme, viewport={"width": width, "height": 900})
        page = context.new_page()
        page.on("console", lambda message: faults.append(f"the console says: {message.text}"))
        page.on("pageerror", lambda error: faults.append(f"a script failed: {error}"))

        def asked(request):
            address = request.url
            if not (address.split("#")[0] == url or address.startswith("data:")):
                faults.append(f"the page asks for {address}")

        page.on("request", asked)
        page.goto(url)
        page.wait_for_load_state("load")
        page.wait_for_timeout(300)
        png = page.screenshot()
        seen, ink = colours(png)
        if seen < 8 or ink < 100:
            faults.append(f"the page looks blank ({scheme}, {width} wide): {seen} colours, {ink} lines with ink")
        if page.evaluate("document.documentElement.scrollWidth > innerWidth + 1"):
            faults.append(f"the page is wider than a window of {width}")
        if scheme == "light" and width == 1200:
            if screenshot:
                pathlib.Path(screenshot).write_bytes(png)
            faults += behaviour(page)
        context.close()
    return faults


def behaviour(page):
    """Sorting, filter, anchors."""
    faults = []
    lost = page.evaluate(
        "[...document.querySelectorAll('a[href^=\"#\"]')].map((a) => a.getAttribute('href').slice(1))"
        ".filter((id) => !document.getElementById(id))"
    )
    if lost:
        faults.append(f"{len(lost)} anchors lead nowhere, the first to #{lost[0]}")
    heads = page.locator("#cells th")
    if heads.count() == 0:
        return faults + ["there is no table #cells with headings"]
    for column, direction in [(c, d) for c in range(heads.count()) for d in ("ascending", "descending")]:
        head = heads.nth(column)
        numbers = "n" in (head.get_attribute("class") or "").split()
        name = head.inner_text()
        try:
            head.locator("button").click(timeout=20000)
        except Exception as error:  # noqa: BLE001 - whatever it was, a reader cannot click there
            faults.append(f"the heading {name!r} cannot be clicked: {error}")
            continue
        known, unknown_last = order_of(page.evaluate(SORTED, column), numbers)
        if numbers:
            wanted = sorted(known, reverse=direction == "descending")
        else:
            wanted = page.evaluate(
                "([words, up]) => words.sort(new Intl.Collator('en', {numeric: true}).compare) && (up ? words : words.reverse())",
                [list(known), direction == "ascending"],
            )
        if known != wanted or not unknown_last:
            faults.append(f"a click on {name!r} does not sort, {direction}")
        if head.get_attribute("aria-sort") != direction:
            faults.append(f"after a click on {name!r} aria-sort is not {direction}")
    rows = page.locator("#cells tbody tr")
    first = rows.first.locator("td").first.inner_text()
    page.fill("#filter", first)
    shown = page.evaluate("[...document.querySelectorAll('#cells tbody tr')].filter((r) => !r.hidden).length")
    page.fill("#filter", "no row has these words")
    none = page.evaluate("[...document.querySelectorAll('#cells tbody tr')].filter((r) => !r.hidden).length")
    if shown == 0 or none != 0:
        faults.append(f"the filter shows {shown} rows of {first!r}, and {none} of none")
    link = page.evaluate("document.querySelector('#cells tbody a').getAttribute('href')")
    page.evaluate("(link) => { location.hash = link; }", link)
    page.wait_for_timeout(100)
    if not page.evaluate("(link) => document.querySelector(link)?.open", link):
        faults.append(f"the link {link} does not open its puzzle")
    return faults


GOOD = """<!DOCTYPE html><html lang="en"><meta charset="utf-8"><title>t</title><link rel="icon" href="data:,">
<style>:root{color-scheme:light dark}body{font:20px sans-serif}</style><h1>A page</h1><p>with words, enough of them
to be seen as ink on many lines of the picture, which is what is asked for here, in light and dark.</p>
<p>Again: with words, enough of them to be seen as ink on many lines of the picture.</p>
<svg width="200" height="200" viewBox="0 0 200 200"><circle r="90" cx="100" cy="100" fill="#0072b2"/>
<rect x="20" y="20" width="90" height="90" fill="#d55e00"/></svg><input id="filter"><p id="shown"></p>
<section id="cells"><table class="sortable"><thead><tr><th><button>name</button></th><th class="n"><button>seconds</button>
</th></tr></thead><tbody><tr><td><a href="#i0">b</a><td data-v=10>10<tr><td><a href="#i0">a</a><td data-v=9>9
<tr><td><a href="#i0">c</a><td>–</tbody></table></section><details id="i0"><summary>b</summary>x</details>
<script>%s</script></html>"""


def self_test(browser):
    """A good page passes; a page broken in one way is refused for it."""
    script = (pathlib.Path(__file__).parents[2] / "crates/bench/src/report/html/page.js").read_text()
    good = GOOD % script
    cases = [
        ("good", good, None),
        ("blank", '<!DOCTYPE html><title>t</title><link rel="icon" href="data:,">', "looks blank"),
        ("console", good.replace("</html>", "<script>console.error('x')</script></html>"), "the console says"),
        ("failing", good.replace("</html>", "<script>nothing.at.all()</script></html>"), "a script failed"),
        ("request", good.replace("</html>", '<img src="https://example.invalid/a.png" alt=""></html>'), "asks for"),
        ("neighbour", good.replace("</html>", '<img src="neighbour.png" alt=""></html>'), "asks for"),
        ("unsorted", good.replace("body.append(...", "void Math.max(..."), "does not sort"),
        ("words", good.replace("numbers ? a - b : words(a, b)", "words(String(b), String(a))"), "does not sort"),
        ("unfiltered", good.replace("row.hidden = !fits", "void fits"), "the filter shows"),
        ("anchor", good.replace('href="#i0"', 'href="#nowhere"', 1), "lead nowhere"),
        ("closed", good.replace("target.open = true", "void 0"), "does not open"),
        ("wide", good.replace("<h1>", '<h1 style="width:3000px">'), "wider than"),
    ]
    bad = 0
    with tempfile.TemporaryDirectory() as folder:
        for name, text, wanted in cases:
            file = pathlib.Path(folder, f"{name}.html")
            file.write_text(text)
            faults = faults_of(browser, file)
            right = not faults if wanted is None else any(wanted in fault for fault in faults)
            bad += not right
            print(f"{'ok' if right else 'WRONG'}: {name}: {faults[0] if faults else 'no fault'}")
    return bad


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("page", nargs="?")
    parser.add_argument("--screenshot")
    parser.add_argument("--self-test", action="store_true")
    arguments = parser.parse_args()
    if not arguments.page and not arguments.self_test:
        parser.error("name a page, or say --self-test")
    names = ("chromium", "chromium-browser", "google-chrome")
    chromium = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, names)), None)
    if chromium is None:
        sys.exit("no Chromium here: install the package chromium, or name one with CHROMIUM")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        bad = self_test(browser) if arguments.self_test else 0
        if arguments.page:
            faults = faults_of(browser, arguments.page, arguments.screenshot)
            for fault in faults:
                print(f"{arguments.page}: {fault}")
            bad += len(faults)
            print(f"{arguments.page}: {'not fit to be shown' if faults else 'fine'}")
        browser.close()
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main()
