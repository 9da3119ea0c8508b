#!/usr/bin/env python3
"""Opens replays of recorded games and rulebooks in headless Chromium, as a person would: steps through them with the keys
and looks at what is drawn, in the light and in the dark.

Usage: tests/browser/replay.py REFEREE [FOLDER]   with FOLDER, screenshots are kept there.
"""

import json
import os
import pathlib
import re
import subprocess
import sys
import time

import reading
import seated
import still
import surfaces
import tasks
import watching

ROOT = pathlib.Path(__file__).resolve().parents[2]
# The most changes to the page at most steps.
STEP_LIMIT = 60
# The largest page of a game of a thousand plies, in bytes.
PAGE_LIMIT = 1_000_000
# The least height of text in pictures, in pixels.
LEAST = 8
# The least contrast between a text, or a figure's label, and its background, as defined and required by the
# accessibility guidelines (WCAG 2.2, 1.4.3). Figures also have an outline.
CONTRAST = 4.5
CONTRASTS = """
const rgb = (colour) => (colour.match(/[\\d.]+/g) || []).map(Number);
const light = ([r, g, b]) => [r, g, b].map((c) => c / 255)
  .map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
  .reduce((sum, c, at) => sum + c * [0.2126, 0.7152, 0.0722][at], 0);
const ratio = (a, b) => { const [x, y] = [light(rgb(a)), light(rgb(b))].sort((p, q) => q - p); return (x + .05) / (y + .05); };
const paper = getComputedStyle(document.body).backgroundColor;
const found = {};
const note = (what, value) => { found[what] = Math.min(found[what] ?? 99, value); };
for (const text of document.querySelectorAll('svg text')) {
  const figure = text.classList.contains('l') && text.parentNode.querySelector('.s');
  const place = figure ? getComputedStyle(figure).fill : paper;
  if (place === 'none') continue;
  note(figure ? `figure ${text.parentNode.getAttribute('class')}` : `text ${text.getAttribute('class')}`,
    ratio(getComputedStyle(text).fill, place));
}
for (const element of document.querySelectorAll('p, li, dt, dd, small, h1, h2, code, label, figcaption, .mark')) {
  note(element.tagName + ' ' + element.className, ratio(getComputedStyle(element).color, paper));
}
return found;
"""


def overlap(one, other):
    (x, y, w, h, part), (a, b, c, d, beside) = one, other
    # Outlines are half a pixel wide.
    return part == beside and x + w > a + 1.5 and a + c > x + 1.5 and y + h > b + 1.5 and b + d > y + 1.5


def check(seen, what):
    """What is drawn lies within the picture, and no figure lies on another."""
    figures = seen["figures"]
    assert figures, f"{what}: nothing is drawn"
    for x, y, w, h, part in figures + seen["words"]:
        width, height = seen["sizes"][part]
        inside = x >= -1 and y >= -1 and x + w <= width + 1 and y + h <= height + 1
        assert inside, f"{what}: {(x, y, w, h)} lies outside"
    for at, one in enumerate(figures):
        for other in figures[:at]:
            assert not overlap(one, other), f"{what}: {one} lies on {other}"
    assert seen["current"] == 1, f"{what}: one event is marked"
    assert re.search(rf" Step {seen['step']} of {seen['last']}(, turn \d+, round \d+)?\.$", seen["status"]), f"{what}: {seen['status']}"
    assert not seen["scrolls"], f"{what}: the page is wider than the window"


def readable(browser, what):
    """Everything can be read in the light and in the dark."""
    papers = set()
    for scheme in ("light", "dark"):
        browser.scheme(scheme)
        papers.add(browser.run("return getComputedStyle(document.body).backgroundColor"))
        for where, ratio in browser.run(CONTRASTS).items():
            assert ratio >= CONTRAST, f"{what}, {scheme}: {where} has a contrast of {ratio:.1f}"
    assert len(papers) == 2, f"{what}: light and dark are alike"
    browser.scheme("light")


def read_rulebook(browser, axe, referee, name, folder, keep):
    """The rulebook of a game: pictures that lie within their frames, links that lead somewhere, nothing too wide."""
    page = folder / f"{name}-rules.html"
    page.write_bytes(record_of(referee, "rules", name, "--format", "html"))
    browser.open(page)
    seen = browser.run("""
      const pictures = [...document.querySelectorAll('svg')];
      const outside = pictures.filter((svg) => [...svg.querySelectorAll(':scope > g > g')].some((g) => {
        const box = g.getBBox(), at = g.transform.baseVal.getItem(0).matrix, view = svg.viewBox.baseVal;
        return at.e + box.x < -1 || at.e + box.x + box.width > view.width + 1;
      }));
      const links = [...document.querySelectorAll('a')].map((a) => a.getAttribute('href'));
      return {
        pictures: pictures.length, outside: outside.length,
        legal: document.querySelectorAll('.example.legal').length,
        refused: document.querySelectorAll('.example.refused').length,
        dead: links.filter((link) => !document.getElementById(link.slice(1))), links: links.length,
      };
    """)
    assert seen["pictures"] > 0 and seen["legal"] > 0 and seen["refused"] > 0, f"{name}: {seen}"
    reading.contents_follow(browser, name)
    assert not seen["outside"] and not seen["dead"] and seen["links"] > 0, f"{name}: {seen}"
    readable(browser, f"rules of {name}")
    surfaces.everywhere(browser, axe, f"rules of {name}", keep)
    for width, _ in surfaces.SIZES:
        browser.window(width, 844)
        small = browser.run("""
          return Math.min(...[...document.querySelectorAll('svg')].map((svg) =>
            svg.getBoundingClientRect().width / svg.viewBox.baseVal.width * 12));
        """)
        assert small >= LEAST, f"rules of {name} at {width}: text of {small:.1f} pixels"
    browser.window()
    print(f"{name}: a rulebook with {seen['pictures']} pictures, {page.stat().st_size} bytes")


def games_of(referee):
    """Every game, with its longest recorded game that comes to an end."""
    games = {}
    for line in record_of(referee, "games", "--json").splitlines():
        name = json.loads(line)["game"]
        records = {path: path.read_text() for path in sorted((ROOT / "fixtures" / name / "play").glob("*.jsonl"))}
        ended = [path for path, text in records.items() if '\n{"outcome":' in text]
        games[name] = str(max(ended, key=lambda path: records[path].count("\n")))
    return games


def record_of(referee, *args, stdin=None):
    done = subprocess.run([referee, *args], cwd=ROOT, input=stdin, capture_output=True, check=False)
    assert done.returncode in (0, 1), done.stderr.decode()
    return done.stdout


def step_through(browser, name):
    """From the start to the end with the arrow key, then back."""
    browser.press("home")
    seen = browser.look()
    last = seen["last"]
    assert seen["step"] == 0 and last > 0, f"{name}: {seen['step']} of {last}"
    check(seen, f"{name} 0")
    sentences, start = {seen["status"]}, sorted(map(tuple, seen["figures"]))
    for step in range(1, last + 1):
        browser.press("right")
        if step % max(1, last // 25) == 0 or step == last:
            seen = browser.look()
            assert seen["step"] == step, f"{name}: at {seen['step']} instead of {step}"
            check(seen, f"{name} {step}")
            sentences.add(seen["status"])
    assert len(sentences) > 5, f"{name}: the sentences say nothing"
    end = sorted(map(tuple, seen["figures"]))
    browser.press("right")
    assert browser.look()["step"] == last, f"{name}: nothing comes after the end"
    browser.press("home")
    assert sorted(map(tuple, browser.look()["figures"])) == start, f"{name}: back at the start"
    browser.press("end")
    assert sorted(map(tuple, browser.look()["figures"])) == end, f"{name}: the end again"
    return last


def usual_step(browser):
    """What most steps cost: milliseconds, layout included, and changes to the page. The time is only told, since the machine has
    other things to do; the changes are always the same."""
    return browser.run("""
      document.body.dispatchEvent(new KeyboardEvent('keydown', {key: 'Home', bubbles: true}));
      const times = [], changes = [], observer = new MutationObserver(() => {});
      observer.observe(document.body, {childList: true, attributes: true, characterData: true, subtree: true});
      for (let i = 0; i < Number(document.getElementById('slider').max); i++) {
        const before = performance.now();
        document.body.dispatchEvent(new KeyboardEvent('keydown', {key: 'ArrowRight', bubbles: true}));
        document.getElementById('board').getBoundingClientRect();
        times.push(performance.now() - before);
        changes.push(observer.takeRecords().length);
      }
      observer.disconnect();
      return [times, changes].map((all) => all.sort((a, b) => a - b)[Math.floor(all.length * 0.5)]);
    """)


def main():
    referee = str(pathlib.Path(sys.argv[1]).resolve())
    keep = pathlib.Path(sys.argv[2]) if len(sys.argv) > 2 else None
    with surfaces.opened() as (browser, axe, folder):
        games = games_of(referee)
        for name, fixture in games.items():
            page = folder / f"{name}.html"
            page.write_bytes(record_of(referee, "replay", fixture))
            browser.open(page)
            last = step_through(browser, name)
            for viewer in range(browser.run("return document.getElementById('viewer').options.length")):
                browser.run(
                    "const s = document.getElementById('viewer'); s.value = arguments[0];"
                    "s.dispatchEvent(new Event('change'))", str(viewer)
                )
                check(browser.look(), f"{name} for {viewer}")
            readable(browser, name)
            browser.open(page)
            reading.follows(browser, name)
            reading.finds_decisions(browser, name)
            reading.says_what_scored(browser, name)
            reading.stands_out(browser, name)
            reading.turns_round(browser, name)
            reading.rings_what_is_legal(browser, name)
            reading.is_told(browser, name)
            still.when_something_opens(browser, name)
            reading.on_paper(browser, name)
            reading.the_strip_can_be_read(browser, name)
            reading.says_why_beside_the_board(browser, name)
            reading.says_first_what_is_due(browser, name)
            reading.panels_stay(browser, name)
            browser.press("end")
            surfaces.everywhere(browser, axe, name, keep)
            reading.leads_back(browser, page, name)
            reading.the_unknown_is_said(browser, page, name)
            print(f"{name}: {last} steps")
            read_rulebook(browser, axe, referee, name, folder, keep)

        # Refusals: found by key, shown with rule, statement and source; hidden again at other steps.
        page = folder / "refusals.html"
        page.write_bytes(record_of(referee, "replay", "fixtures/tectonic/play/two-faults.jsonl"))
        browser.open(page)
        browser.press("r")
        seen = browser.look()
        assert seen["refused"] and not seen["hidden"], "a refusal is found"
        assert "tectonic." in seen["refused"][0] and "printed" in " ".join(seen["refused"]), seen["refused"]
        browser.press("home")
        assert browser.look()["hidden"], "the start refuses nothing"
        reading.stays(browser, "a refusal")
        still.a_refusal_goes(browser, "a refusal")
        reading.opens_where_it_was_lost(browser, page, "a refusal")
        surfaces.everywhere(browser, axe, "a refusal", keep)
        page = folder / "turned.html"
        page.write_bytes(record_of(referee, "replay", "fixtures/tectonic/play/red-origins.jsonl"))
        browser.open(page)
        reading.turned_pieces_have_owners(browser)
        record = record_of(referee, "random", "--game", "tectonic", "--seed", "4", "--emit", "none")
        reading.notes_are_told(browser, record, folder, referee)
        still.what_is_noted(browser, record, folder, referee)
        tasks.each_is_answered(browser, referee, folder)
        # Withheld parts are marked and found but not shown; in the open view, which comes first, they are shown.
        page = folder / "withheld.html"
        page.write_bytes(record_of(referee, "replay", "fixtures/wongar/play/several-faults.jsonl"))
        for viewer, told in ((0, True), (1, False)):
            browser.open(page)
            browser.run(
                "const s = document.getElementById('viewer'); s.value = arguments[0];"
                "s.dispatchEvent(new Event('change'))", str(viewer)
            )
            marked = browser.run("return document.querySelectorAll('#events li.bad').length")
            assert marked == 7, f"{marked} refusals are marked for {viewer}"
            steps = []
            for _ in range(8):
                browser.press("r")
                seen = browser.look()
                assert not seen["hidden"], f"{seen['status']} for {viewer}"
                steps.append(seen["step"])
                if seen["step"] == 5:
                    assert ("wongar.not-in-hand" in " ".join(seen["refused"])) == told, seen["refused"]
                    assert ("withheld" in " ".join(seen["refused"])) != told, seen["refused"]
            assert steps == [2, 3, 5, 6, 7, 8, 12, 2], steps

        # Foreign names stay text.
        header = {"referee": 1, "game": "tectonic", "names": ["</script><script>document.title='x'</script>", "<b>&"]}
        page = folder / "names.html"
        page.write_bytes(record_of(referee, "replay", stdin=json.dumps(header).encode()))
        browser.open(page)
        assert browser.run("return document.title") == "TecTonic", "a name ran as a script"
        assert browser.run("return document.querySelectorAll('b').length") == 0, "a name became an element"

        # A file for one viewer does not contain what others hide.
        record = record_of(referee, "random", "--game", "wongar", "--seed", "5", "--players", "5", "--emit", "none")
        both = record_of(referee, "replay", stdin=record)
        public = record_of(referee, "replay", "--for", "public", stdin=record)
        assert len(public) < len(both) and b"ritual card (hidden)" in public
        record = record_of(referee, "random", "--game", "wongar", "--seed", "5", "--players", "4", "--emit", "none")
        watching.a_growing_file(browser, axe, referee, record, folder, keep)
        watching.results_are_listed(browser, axe, referee, keep)
        thorough = "REFEREE_THOROUGH" in os.environ
        people = (("tectonic", 2, "mouse"), ("wangdo", 2, "keys"), ("wigwam", 2, "mouse"))
        for game, players, how in people if thorough else people[:2]:
            watching.a_person_plays(browser, axe, referee, game, players, how, keep)
        watching.an_own_move_is_seen_at_once(browser, referee)
        seated.all_of_it(browser, referee, keep)
        # Long games: size, and time for a step.
        for name in games:
            record = b""
            for seed in range(1, 6):
                other = record_of(referee, "random", "--game", name, "--seed", str(seed), "--emit", "none")
                lines = other.splitlines(keepends=True)[:1001]
                record = max(record, b"".join(lines), key=len)
            plies = record.count(b"\n") - 1
            page = folder / "long.html"
            page.write_bytes(record_of(referee, "replay", stdin=record))
            size = page.stat().st_size
            browser.open(page)
            slow, changes = usual_step(browser)
            print(f"{name}: {plies} plies, {size} bytes, {slow:.1f} ms and {changes} changes a step")
            assert size * 1000 <= PAGE_LIMIT * max(plies, 1000), f"{name}: {size} bytes for {plies} plies"
            assert changes < STEP_LIMIT, f"{name}: a step changes {changes} things"

        # A telephone.
        browser.window(390, 844)
        for name in games:
            browser.open(folder / f"{name}.html")
            browser.press("end")
            check(browser.look(), f"{name} on a telephone")
            labels = browser.run("return [...document.querySelectorAll('button')].map((b) => b.ariaLabel || b.textContent)")
            assert "Next refusal" in labels and all(labels), labels
            # A wide picture can be moved with the keys, which is not a step.
            browser.press("home")
            moved = browser.run("""
              const box = document.getElementById('scroll');
              const key = {key: 'ArrowRight', shiftKey: true, bubbles: true, cancelable: true};
              document.body.dispatchEvent(new KeyboardEvent('keydown', key));
              return [box.scrollWidth > box.clientWidth, box.scrollLeft > 0, document.getElementById('slider').value];
            """)
            assert moved[0] == moved[1] and moved[2] == "0", f"{name}: {moved}"
            reading.on_a_telephone(browser, name)
            if keep:
                browser.screenshot(keep / f"{name}-telephone.png")
        people = (("we-will-wok-you", 2), ("wongar", 3))
        for game, players in people if thorough else people[:1]:
            watching.a_person_plays(browser, axe, referee, game, players, "finger", keep)
        watching.five_at_a_telephone(browser, referee, keep)
        noise = browser.console()
        assert not noise, f"the console is not empty: {noise}"
    print("replays and rulebooks: all is well")


if __name__ == "__main__":
    started = time.monotonic()
    main()
    print(f"{time.monotonic() - started:.0f} s")
