#!/usr/bin/env python3
"""Opens a page of `saut report` in headless Chromium and tests it like a reader.

    python3 tests/browser/report_page.py REPORT/index.html [--screenshot FILE.png] [--self-test]

Fails (exit status 1) in the following cases: the page is blank, in light or dark mode, wide or narrow; there is a console
message; anything except the page itself is requested; a click on a heading does not sort;
the filter does not filter; an anchor has no target; or axe-core (AXE) finds a serious fault. The
self-test breaks the page in each of these ways and requires every fault to be found.
chromium.py lists the requirements.
"""

import argparse
import io
import pathlib

from PIL import Image

from chromium import axe_faults, is_wide, judge, watched

SORTED = """(column) => {
  const table = document.querySelector("#cells table.sortable") || document.querySelector("table.sortable");
  return [...table.tBodies[0].rows].map((row) => row.cells[column].dataset.v ?? row.cells[column].textContent.trim());
}"""


def colours(png):
    """The number of different colours in a picture, and the number of its rows with more than one colour."""
    with Image.open(io.BytesIO(png)) as picture:
        picture = picture.convert("RGB")
        width, height = picture.size
        rows = (picture.crop((0, y, width, y + 1)) for y in range(height))
        return len(picture.getcolors(width * height)), sum(row.getcolors(1) is None for row in rows)


def order_of(values, numbers):
    """Known values in order, and whether the unknown values come last."""
    known = [float(v) for v in values if v not in ("–", "")] if numbers else values
    unknown_last = values[: len(known)] == [v for v in values if v not in ("–", "")] if numbers else True
    return known, unknown_last


def faults_of(browser, page_file, screenshot=None):
    """The faults of the page, as sentences."""
    told = []
    url = pathlib.Path(page_file).resolve().as_uri()
    for scheme, width in (("light", 1200), ("dark", 1200), ("light", 360)):
        context = browser.new_context(color_scheme=scheme, viewport={"width": width, "height": 900})
        page = watched(context, told, lambda asked: asked.split("#")[0] == url)
        page.goto(url)
        page.wait_for_load_state("load")
        page.wait_for_timeout(300)
        png = page.screenshot()
        seen, ink = colours(png)
        if seen < 8 or ink < 100:
            yield f"the page looks blank ({scheme}, {width} wide): {seen} colours, {ink} lines with ink"
        if is_wide(page):
            yield f"the page is wider than a window of {width}"
        if scheme == "light" and width == 1200:
            if screenshot:
                pathlib.Path(screenshot).write_bytes(png)
            yield from behaviour(page)
        yield from told
        told.clear()
        yield from axe_faults(page, f"{scheme}, {width} wide")
        context.close()
    yield from told


def behaviour(page):
    """Tests sorting, filter and anchors."""
    lost = page.evaluate(
        "[...document.querySelectorAll('a[href^=\"#\"]')].map((a) => a.getAttribute('href').slice(1))"
        ".filter((id) => !document.getElementById(id))"
    )
    if lost:
        yield f"{len(lost)} anchors lead nowhere, the first to #{lost[0]}"
    heads = page.locator("#cells th")
    if heads.count() == 0:
        yield "there is no table #cells with headings"
        return
    for column, direction in [(c, d) for c in range(heads.count()) for d in ("ascending", "descending")]:
        head = heads.nth(column)
        numbers = "n" in (head.get_attribute("class") or "").split()
        name = head.inner_text()
        try:
            head.locator("button").click()
        except Exception as error:  # noqa: BLE001 - whatever it was, a reader cannot click there
            yield f"the heading {name!r} cannot be clicked: {error}"
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
            yield f"a click on {name!r} does not sort, {direction}"
        if head.get_attribute("aria-sort") != direction:
            yield f"after a click on {name!r} aria-sort is not {direction}"
    rows = page.locator("#cells tbody tr")
    first = rows.first.locator("td").first.inner_text()
    page.fill("#filter", first)
    shown = page.evaluate("[...document.querySelectorAll('#cells tbody tr')].filter((r) => !r.hidden).length")
    page.fill("#filter", "no row has these words")
    none = page.evaluate("[...document.querySelectorAll('#cells tbody tr')].filter((r) => !r.hidden).length")
    if shown == 0 or none != 0:
        yield f"the filter shows {shown} rows of {first!r}, and {none} of none"
    link = page.evaluate("document.querySelector('#cells tbody a').getAttribute('href')")
    page.evaluate("(link) => { location.hash = link; }", link)
    page.wait_for_timeout(100)
    if not page.evaluate("(link) => document.querySelector(link)?.open", link):
        yield f"the link {link} does not open its puzzle"


def cases(good, free):
    """Pages that are broken in one way each; `free` has no content security policy."""
    end, link = "</body>", good[good.index('href="#i'):].split('"')[1]
    return [
        ("blank", '<!DOCTYPE html><title>t</title><link rel="icon" href="data:,">', "looks blank"),
        ("console", free.replace(end, f"<script>console.error('x')</script>{end}"), "the console says"),
        ("failing", free.replace(end, f"<script>nothing.at.all()</script>{end}"), "a script failed"),
        ("request", free.replace(end, f'<img src="https://example.invalid/a.png" alt="">{end}'), "asks for"),
        ("neighbour", free.replace(end, f'<img src="neighbour.png" alt="">{end}'), "asks for"),
        ("policy", good.replace(end, f"<script>document.title = 'x'</script>{end}"), "the console says"),
        ("unsorted", free.replace("body.append(...", "void Math.max(..."), "does not sort"),
        ("words", free.replace("isNumeric ? a - b : words(a, b)", "words(String(b), String(a))"), "does not sort"),
        ("unfiltered", free.replace("row.hidden = ", "row.title = "), "the filter shows"),
        ("anchor", good.replace(f'href="{link}"', 'href="#nowhere"', 1), "lead nowhere"),
        ("closed", free.replace("target.open = true", "void 0"), "does not open"),
        ("wide", good.replace("<main>", '<main><svg width="3000" height="1"></svg>'), "wider than"),
    ]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("page", type=pathlib.Path)
    parser.add_argument("--screenshot")
    parser.add_argument("--self-test", action="store_true")
    arguments = parser.parse_args()
    look = lambda browser, file: faults_of(browser, file, arguments.screenshot if file == arguments.page else None)
    judge(arguments.page, look, cases, arguments)


if __name__ == "__main__":
    main()
