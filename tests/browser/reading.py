"""What a replay is like to read: the list follows, nothing jumps, a telephone and a sheet of paper hold it, links lead back
to a step, and who cannot see it can read it. Used by `replay.py`."""

import json
import subprocess
import time

# The places of the buttons and the board, and whether the event of the step is visible in its list.
PLACES = """
const box = (id) => { const b = document.getElementById(id).getBoundingClientRect(); return [b.left, b.top, b.right, b.bottom]; };
const events = document.getElementById('events').getBoundingClientRect();
const row = document.querySelector('#events [aria-current]').getBoundingClientRect();
return {
  listed: row.top >= events.top - 1 && row.bottom <= events.bottom + 1,
  board: box('board'), bar: box('bar'), width: innerWidth, height: innerHeight,
  buttons: [...document.querySelectorAll('#buttons button')].map((b) => b.getBoundingClientRect().bottom),
  scrolled: [scrollX, scrollY],
};
"""


# The least size of letters in a picture that nothing has enlarged, in pixels.
LETTERS = 9
# The least size of letters on paper, in pixels of which a sheet is about 700 wide.
PRINTED_LETTERS = 8.5
# The size of the smallest letters in the picture and what they say, where the board ends, and where the buttons begin.
SMALLEST = """
const texts = [...document.querySelectorAll('#scroll svg text')].filter((one) => one.textContent.trim() && one.checkVisibility());
const sizes = texts.map((one) => [parseFloat(getComputedStyle(one).fontSize) * one.getScreenCTM().a, one.textContent]);
const places = [...document.querySelectorAll('#board .place')].map((one) => one.getBoundingClientRect().bottom);
return [...sizes.sort((one, other) => one[0] - other[0])[0], Math.max(...places), document.getElementById('bar').getBoundingClientRect().top];
"""


def follows(browser, what):
    """The list shows the event of every step, wherever one goes."""
    last = browser.look()["last"]
    browser.press("home")
    for _ in range(min(last, 60)):
        browser.press("right")
        assert browser.run(PLACES)["listed"], f"{what}: the list does not show step {browser.look()['step']}"
    for key in ("end", "home"):
        browser.press(key)
        assert browser.run(PLACES)["listed"], f"{what}: {key}"


def stays(browser, what):
    """The board stays where it is when a refusal opens, and when it closes."""
    browser.press("home")
    before = browser.run(PLACES)["board"]
    browser.press("r")
    assert not browser.look()["hidden"], f"{what}: a refusal is open"
    assert browser.run(PLACES)["board"] == before, f"{what}: the board has moved"
    browser.press("left")
    assert browser.run(PLACES)["board"] == before, f"{what}: the board has moved back"


def on_a_telephone(browser, what):
    """All buttons can be pressed and the whole width of the picture is there, with all its words large enough; enlarged, it
    stays where it was moved to."""
    for key in ("home", "end"):
        browser.press(key)
        seen = browser.run(PLACES)
        small, where, board, buttons = browser.run(SMALLEST)
        assert small >= LETTERS, f"{what}: {where} is {small:.1f} pixels high"
        assert board <= buttons, f"{what}: the board ends at {board}, under the buttons at {buttons}"
        assert max(seen["buttons"]) <= seen["height"] and seen["bar"][3] <= seen["height"] + 1, f"{what}: {seen}"
        assert seen["board"][0] >= 0 and seen["board"][2] <= seen["width"], f"{what}: the board is cropped: {seen}"
    browser.run("window.scrollTo(0, 200)")
    browser.press("home")
    assert max(browser.run(PLACES)["buttons"]) <= 844, f"{what}: the buttons stay"
    browser.run("window.scrollTo(0, 0)")
    browser.press("+", "+")
    moved = browser.run("""
      const box = document.getElementById('scroll');
      box.scrollLeft = 60;
      return [box.scrollWidth > box.clientWidth, box.scrollLeft];
    """)
    assert moved[0] and moved[1] == 60, f"{what}: enlarged it can be moved: {moved}"
    browser.press("right", "right")
    assert browser.run("return document.getElementById('scroll').scrollLeft") == 60, f"{what}: stepping keeps the place"
    browser.press("-", "-", "-")
    assert browser.run(PLACES)["board"][2] <= 390, f"{what}: it fits again"


def on_paper(browser, what):
    """One board for every step or turn that is asked for, with letters that fill the sheet: two on a sheet if they are large enough
    there. The first has the legend."""
    printed = browser.run("""
      document.getElementById('pages').value = '0, 2-4';
      window.dispatchEvent(new Event('beforeprint'));
      const figures = [...document.querySelectorAll('#paper figure')];
      return figures.map((one) => [one.textContent.match(/Step (\\d+)/)[1], one.querySelectorAll('svg > g > g').length]);
    """)
    assert [step for step, _ in printed] == ["0", "2", "3", "4"] and all(many > 5 for _, many in printed), f"{what}: {printed}"
    sheets = browser.sheets()
    assert sheets == 2 or (sheets == 4 and what not in ("tectonic", "wigwam")), f"{what}: {sheets} sheets for 4 boards"
    browser.scheme("light", "print")
    letters = browser.run("""
      window.dispatchEvent(new Event('beforeprint'));
      return [...document.querySelectorAll('#paper figure')].map((one) => Math.min(...[...one.querySelectorAll('svg text')]
        .filter((text) => text.textContent.trim() && text.checkVisibility())
        .map((text) => parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a)));
    """)
    legends = browser.run("""
      return [...document.querySelectorAll('#paper figure')].map((one) => one.querySelectorAll('.panels svg:first-child:not([hidden])').length);
    """)
    browser.scheme("light")
    assert min(letters) >= PRINTED_LETTERS, f"{what}: letters of {letters} pixels on paper"
    assert legends == [1, 0, 0, 0], f"{what}: {legends} legends"
    turns = browser.run("""
      document.getElementById('pages').value = 'turns 2-3';
      window.dispatchEvent(new Event('beforeprint'));
      return [...document.querySelectorAll('#paper figcaption')].map((one) => one.textContent.match(/Step (\\d+)/)[1]);
    """)
    decided = browser.run("return JSON.parse(document.getElementById('data').textContent).games[0].views[0].steps.map((step) => (step[5] ? step[5][0] : -1))")
    changes = [i for i, player in enumerate(decided) if player >= 0 and player != next((one for one in reversed(decided[:i]) if one >= 0), -1)]
    assert turns == [str(changes[1]), str(changes[2])], f"{what}: {turns} are turns 2 and 3"
    left = browser.run("""
      document.getElementById('pages').value = '';
      window.dispatchEvent(new Event('afterprint'));
      return document.querySelectorAll('#paper figure').length;
    """)
    assert left == 0, f"{what}: the paper is put away"


def leads_back(browser, page, what):
    """A link opens at its step for its viewer, and the button writes such a link."""
    browser.do("/url", {"url": f"{page.as_uri()}#step=5&for=1"})
    browser.do("/refresh")
    seen = browser.look()
    viewer = browser.run("return document.getElementById('viewer').selectedOptions[0].textContent")
    seats = browser.run("return JSON.parse(document.getElementById('data').textContent).games[0].views.at(-1).seats")
    assert seen["step"] == 5 and viewer == seats[1][0], f"{what}: step {seen['step']} for {viewer}"
    browser.press("right")
    browser.run("document.getElementById('link').click()")
    address = browser.run("return location.hash")
    assert "step=6" in address and "for=" in address, f"{what}: {address}"
    browser.do("/refresh")
    assert browser.look()["step"] == 6, f"{what}: the copied link"
    # Nonsense in a link is ignored.
    for nonsense in ("step=x", "step=999999", "game=9&step=1", "for=nobody"):
        browser.do("/url", {"url": f"{page.as_uri()}#{nonsense}"})
        browser.do("/refresh")
        assert browser.look()["current"] == 1, f"{what}: {nonsense}"


def finds_decisions(browser, what):
    """D goes from decision to decision, each of which has its bar in the strip; a bar leads to its step."""
    browser.press("home")
    browser.press("d")
    step = browser.look()["step"]
    kinds = browser.run("""
      return JSON.parse(document.getElementById('data').textContent).games[0].views[0].steps.map((step) => step[5] !== null);
    """)
    assert kinds[step] and not any(kinds[:step]), f"{what}: {step} is the first decision"
    bars = browser.run("return document.querySelectorAll('#strip .time').length")
    assert bars == sum(kinds), f"{what}: {bars} bars for {sum(kinds)} decisions"
    browser.run("""
      const strip = document.getElementById('strip'), box = strip.getBoundingClientRect();
      strip.dispatchEvent(new MouseEvent('click', {clientX: box.left + box.width - 1, clientY: box.top + 3, bubbles: true}));
    """)
    seen = browser.look()
    assert seen["step"] == seen["last"], f"{what}: the end of the strip is the end of the game"


# For every scheme: the least contrast between places beside each other that differ, and the least of a figure or its outline
# against the place under it.
SURFACES = """
const rgb = (colour) => (colour.match(/[\\d.]+/g) || []).map(Number);
const light = ([r, g, b]) => [r, g, b].map((c) => c / 255)
  .map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
  .reduce((sum, c, at) => sum + c * [0.2126, 0.7152, 0.0722][at], 0);
const ratio = (a, b) => { const [x, y] = [light(rgb(a)), light(rgb(b))].sort((p, q) => q - p); return (x + .05) / (y + .05); };
const grounds = [...document.querySelectorAll('#board .place')].map((one) => [one.getBoundingClientRect(), getComputedStyle(one).fill]);
const under = (x, y) => grounds.find(([box]) => box.left <= x && x <= box.right && box.top <= y && y <= box.bottom);
let [surfaces, figures, worst] = [99, 99, ''];
for (const [box, fill] of grounds) {
  for (const [x, y] of [[box.right + box.width / 2, box.top + 2], [box.left + 2, box.bottom + box.height / 2]]) {
    const beside = under(x, y);
    if (beside && beside[1] !== fill) surfaces = Math.min(surfaces, ratio(beside[1], fill));
  }
}
for (const one of document.querySelectorAll('#scroll svg > g:nth-child(6) .s')) {
  const box = one.getBoundingClientRect();
  const ground = under(box.left + box.width / 2, box.top + box.height / 2)?.[1] ?? getComputedStyle(document.body).backgroundColor;
  const { fill, stroke } = getComputedStyle(one);
  const here = Math.max(ratio(fill, ground), ratio(stroke, ground));
  if (here < figures) [figures, worst] = [here, `${one.parentNode.getAttribute('class')} on ${ground}`];
}
return { surfaces, figures, worst, places: grounds.length };
"""


def stands_out(browser, what):
    """Neighbouring places of different kinds, and figures on their places, differ by 3:1, in the light and in the dark."""
    for scheme in ("light", "dark"):
        browser.scheme(scheme)
        last = browser.look()["last"]
        for step in range(0, last + 1, max(1, last // 12)):
            browser.run("const s = document.getElementById('slider'); s.value = arguments[0]; s.dispatchEvent(new Event('input'))", step)
            seen = browser.run(SURFACES)
            assert seen["surfaces"] >= 3 and seen["figures"] >= 3, f"{what}, {scheme}, {step}: {seen}"
            assert seen["places"] > 6, f"{what}: {seen['places']} places"
    browser.scheme("light")


# The bars of the strip that cannot be told from its ground, by their fill or their outline; and its rows, each with its name.
BARS = """
const rgb = (colour) => (colour.match(/[\\d.]+/g) || []).map(Number);
const light = ([r, g, b]) => [r, g, b].map((c) => c / 255)
  .map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
  .reduce((sum, c, at) => sum + c * [0.2126, 0.7152, 0.0722][at], 0);
const ratio = (a, b) => { const [x, y] = [light(rgb(a)), light(rgb(b))].sort((p, q) => q - p); return (x + .05) / (y + .05); };
const ground = getComputedStyle(document.getElementById('strip')).backgroundColor;
const pale = [...document.querySelectorAll('#strip .time, #strip .turn, #strip .bad')].filter((one) => {
  const { fill, stroke, strokeWidth } = getComputedStyle(one);
  return ratio(fill, ground) < 3 && !(stroke !== 'none' && parseFloat(strokeWidth) > 0 && ratio(stroke, ground) >= 3);
});
const strip = document.getElementById('strip').getBoundingClientRect();
const names = [...document.querySelectorAll('#rows > *')].map((one) => [one.textContent, one.getBoundingClientRect()]);
return { pale: pale.length, bars: document.querySelectorAll('#strip .time').length,
  names: names.map(([name]) => name), within: names.every(([, box]) => box.top >= strip.top - 2 && box.bottom <= strip.bottom + 2),
  points: JSON.parse(document.getElementById('data').textContent).games[0].views[0].points };
"""


def the_strip_can_be_read(browser, what):
    """Every bar of both players stands out in the light and in the dark, each row has its name, and the players' numbers move
    before the end."""
    for width, rows in ((1400, 4), (390, 2)):
        browser.window(width, 844)
        for scheme in ("light", "dark"):
            browser.scheme(scheme)
            seen = browser.run(BARS)
            assert seen["bars"] and not seen["pale"], f"{what}, {scheme}: {seen['pale']} bars are pale"
            assert len(seen["names"]) == rows and all(seen["names"]) and seen["within"], f"{what} at {width}: {seen['names']}"
    browser.scheme("light")
    browser.window()
    last = browser.look()["last"]
    assert any(step < last - len(points) - 1 for step, points in seen["points"][1:]), f"{what}: {seen['points']} are flat to the end"


def says_why_beside_the_board(browser, what):
    """On a telephone one line above the board tells why; and nothing moves."""
    browser.window(390, 844)
    browser.press("home")
    where = browser.run(PLACES)["board"]
    told = 0
    for _ in range(3):
        browser.press("s")
        seen = browser.run("""
          const box = document.querySelector('#brief summary').getBoundingClientRect();
          const gains = [...document.querySelectorAll('#gains li')].map((one) => one.textContent);
          return [document.querySelector('#brief summary').textContent, box.top, box.bottom, gains, document.getElementById('board').getBoundingClientRect().top];
        """)
        told += bool(seen[3])
        assert all(gain in seen[0] for gain in seen[3]) and seen[2] <= seen[4] + 1, f"{what}: {seen}"
        assert browser.run(PLACES)["board"] == where, f"{what}: the board has moved"
    if told:
        browser.run("document.getElementById('brief').open = true")
        assert browser.run(PLACES)["board"] == where, f"{what}: the board has moved for the line"
        browser.run("document.getElementById('brief').open = false")
    browser.window()


# At every step of every viewer: whether the status begins with what the position waits for, whether that is in view, and how much of
# the rest is not.
DUE = """
const { games: [{ views }], texts } = JSON.parse(document.getElementById('data').textContent);
const [status, viewer] = [document.getElementById('status'), document.getElementById('viewer')];
const box = status.getBoundingClientRect();
return views.flatMap(({ steps }, of) => {
  viewer.value = of;
  viewer.dispatchEvent(new Event('change'));
  return steps.map((step, at) => {
    page.go(at);
    const due = status.querySelector('strong'), seen = due.getBoundingClientRect();
    const first = status.textContent.startsWith(texts[step[2]]) && due.textContent.startsWith(texts[step[2]]);
    const inside = seen.top >= box.top && seen.bottom <= Math.min(box.bottom, innerHeight) + 1;
    return [status.textContent, first && inside, status.scrollHeight - status.clientHeight];
  });
});
"""


def says_first_what_is_due(browser, what):
    """On a telephone the status begins with who must do what, which is in view at every step; nearly always all of it is."""
    browser.window(390, 844)
    seen = browser.run(DUE)
    hidden = [words for words, due, _ in seen if not due]
    cut = [words for words, _, more in seen if more > 1]
    assert seen and not hidden, f"{what}: {hidden[:3]}"
    assert len(cut) <= len(seen) / 16, f"{what}: {len(cut)} of {len(seen)} are cut: {cut[:3]}"
    browser.window()


# The turned pieces on the board and in the legend: the contrast of each with its ground, of the part in its owner's colour with
# the rest of it, and of that part with a turned piece of the other player.
TURNED = SURFACES.split("let [surfaces")[0] + """
const shown = [...document.querySelectorAll('#scroll .core')].map((core) => {
  const [body, inner] = [core.parentNode.querySelector(':scope > .s'), core.querySelector('.s')];
  const box = body.getBoundingClientRect();
  const ground = under(box.left + box.width / 2, box.top + box.height / 2)?.[1] ?? getComputedStyle(document.body).backgroundColor;
  const [outside, within] = [getComputedStyle(body), getComputedStyle(inner)];
  return { owner: core.classList[0], fill: within.fill, ground: Math.max(ratio(outside.fill, ground), ratio(outside.stroke, ground)),
    body: ratio(within.fill, outside.fill), line: ratio(within.stroke, within.fill) };
});
const other = (one) => Math.min(...shown.filter(({ owner }) => owner !== one.owner).map(({ fill }) => ratio(fill, one.fill)));
const legend = [...document.querySelectorAll('.panels svg')].map((one) => one.textContent).join(' ');
return { shown: shown.map((one) => ({ ...one, other: other(one) })), legend, onBoard: document.querySelectorAll('#board .core').length };
"""


def turned_pieces_have_owners(browser):
    """A turned piece shows whose it is by the colour in its middle, too, in the light and in the dark, on every ground."""
    for scheme in ("light", "dark"):
        browser.scheme(scheme)
        on_board = 0
        for step in range(browser.look()["last"] + 1):
            browser.run("page.go(arguments[0])", step)
            seen = browser.run(TURNED)
            on_board += seen["onBoard"]
            assert all(f"red, of {owner}" in seen["legend"] for owner in ("White", "Black")), seen["legend"]
            for one in seen["shown"]:
                assert min(one[what] for what in ("ground", "body", "line", "other")) >= 3, f"turned, {scheme}, {step}: {one}"
        assert on_board, "no piece is turned"
    browser.scheme("light")


def the_unknown_is_said(browser, page, what):
    """A link for somebody who does not play says so, until another viewer is chosen."""
    notice = "const one = document.getElementById('unknown'); return one.hidden ? '' : one.textContent"
    for viewer, said in (("nobody", True), ("1", False)):
        browser.do("/url", {"url": f"{page.as_uri()}#step=1&for={viewer}"})
        browser.do("/refresh")
        told = browser.run(notice)
        assert (f"Nobody called “{viewer}”" in told and "may see" in told) == said, f"{what}, {viewer}: {told}"


def panels_stay(browser, what):
    """A page that grows longer than the window leaves its panels where they are."""
    browser.window(1400, 900)
    where = "return [...document.querySelectorAll('.panels svg')].filter((one) => one.checkVisibility()).map((one) => [one.getBoundingClientRect().left, one.getBoundingClientRect().top])"
    browser.press("end")
    before = browser.run(where)
    browser.run("document.getElementById('words').open = true")
    grown = browser.run("document.body.style.minHeight = '3000px'; return document.documentElement.scrollHeight > innerHeight")
    after = browser.run(where)
    browser.run("document.body.style.minHeight = ''; document.getElementById('words').open = false")
    assert grown and after == before, f"{what}: {before} are at {after}"
    browser.window()


def says_what_scored(browser, what):
    """What scored is said at its step and in the list; it adds up to the points beside the names, which have curves. S
    leads from score to score, and with shift back; T to the next turn."""
    seen = browser.run("""
      const data = JSON.parse(document.getElementById('data').textContent), view = data.games[0].views[0];
      const sums = view.seats.map(() => 0);
      for (const step of view.steps) for (const [player, words] of step[6]) sums[player] += parseInt(data.texts[words]);
      const steps = view.steps.flatMap((step, i) => (step[6].length ? [i] : []));
      const said = view.steps.map((step) => step[6].map(([, words]) => data.texts[words]));
      const deciders = view.steps.map((step) => (step[5] ? step[5][0] : -1));
      return { sums, points: view.points.at(-1)[1], steps, said, deciders, seats: view.seats };
    """)
    browser.press("end")
    shown = browser.run("""
      const told = (id) => [...document.querySelectorAll(id)].map((one) => one.textContent);
      return { seats: told('#seats li'), gains: told('#events .gain'), curves: document.querySelectorAll('#strip .curve').length };
    """)
    counted = any(point is not None for point in seen["points"])
    named = [name if points is None else f"{name}: {points}" for (name, _), points in zip(seen["seats"], seen["points"])]
    assert shown["seats"] == named, f"{what}: {shown['seats']}, not {named}"
    assert shown["curves"] == len(seen["seats"]) * counted, f"{what}: {shown['curves']} curves"
    assert shown["gains"] == [words for step in seen["said"] for words in step], f"{what}: the list says all that scored"
    browser.press("home")
    browser.press("t")
    first = next(i for i, player in enumerate(seen["deciders"]) if player >= 0)
    assert browser.look()["step"] == first, f"{what}: the first turn"
    browser.press("t")
    then = next(i for i, player in enumerate(seen["deciders"]) if player >= 0 and player != seen["deciders"][first])
    assert browser.look()["step"] == then, f"{what}: the next turn"
    if not seen["steps"]:
        assert browser.run("return document.getElementById('scored').disabled && document.getElementById('scores').hidden"), what
        return
    # A game that scores at its end alone shows how it stands instead; what was taken back had been said.
    alone = min(seen["steps"]) >= len(seen["said"]) - 2 or browser.run("return document.body.textContent.includes('Taken back')")
    assert alone or seen["sums"] == seen["points"], f"{what}: {seen['sums']} are said, {seen['points']} shown"
    browser.press("home")
    for step in seen["steps"][:4]:
        browser.press("s")
        told = browser.run("return [...document.querySelectorAll('#gains li')].map((li) => li.textContent)")
        assert browser.look()["step"] == step and told == seen["said"][step], f"{what}: {told} at {step}"
    browser.press("end")
    browser.do("/actions", {"actions": [{"type": "key", "id": "keys", "actions": [
        {"type": "keyDown", "value": "\ue008"}, {"type": "keyDown", "value": "S"}, {"type": "keyUp", "value": "S"},
        {"type": "keyUp", "value": "\ue008"}]}]})
    earlier = [step for step in seen["steps"] if step < len(seen["said"]) - 1]
    assert browser.look()["step"] == earlier[-1], f"{what}: the score before"
    browser.run("document.getElementById('scores').open = true; document.getElementById('scores').dispatchEvent(new Event('toggle'))")
    listed = browser.run("return document.querySelectorAll('#scores-list button').length")
    assert listed == len(seen["steps"]), f"{what}: {listed} scores are listed"
    browser.run("document.querySelector('#scores-list button').click()")
    assert browser.look()["step"] == seen["steps"][0], f"{what}: the list leads to its step"


def turns_round(browser, what):
    """F turns the board: every place changes sides with what stands on it, nothing leaves the picture, and F turns it back."""
    where = """
      const at = (one) => { const box = one.getBoundingClientRect(); return [Math.round(box.left + box.width / 2), Math.round(box.top + box.height / 2)]; };
      const places = [...document.querySelectorAll('#board .place')].map((one) => [one.parentNode.querySelector('title').textContent, at(one)]);
      const figures = [...document.querySelectorAll('#board > g:nth-child(6) .s')].map(at);
      const boxes = [...document.querySelectorAll('#board .place')].map((one) => one.getBoundingClientRect());
      const on = (point) => boxes.findIndex((b) => b.left < point[0] && point[0] < b.right && b.top < point[1] && point[1] < b.bottom);
      const held = figures.map(on).filter((found) => found >= 0).map((found) => places[found][0]).sort();
      return { places: Object.fromEntries(places), held };
    """
    browser.press("end")
    before = browser.run(where)
    browser.press("f")
    after = browser.run(where)
    assert after["held"] == before["held"] and before["held"], f"{what}: figures stay on their places"
    moved = {name for name in before["places"] if after["places"][name] != before["places"][name]}
    assert len(moved) >= len(before["places"]) - 1, f"{what}: {sorted(moved)} moved"
    boxes = [set(map(tuple, seen["places"].values())) for seen in (before, after)]
    near = lambda one, others: any(abs(one[0] - other[0]) <= 2 and abs(one[1] - other[1]) <= 2 for other in others)
    if what in ("tectonic", "wigwam"):
        assert all(near(one, boxes[0]) for one in boxes[1]), f"{what}: the places exchange their seats"
    browser.press("left", "right", "f")
    assert browser.run(where) == before, f"{what}: turned back"


def rings_what_is_legal(browser, what):
    """While the legal actions are open, the places that they name are ringed; the one pointed at stands out."""
    browser.press("home")
    browser.run("document.getElementById('legal').open = true; document.getElementById('legal').dispatchEvent(new Event('toggle'))")
    named = ringed = 0
    for _ in range(30):
        browser.press("d")
        seen = browser.run("""
          const places = [...document.querySelectorAll('#board .place')].map((one) => one.parentNode.querySelector('title').textContent);
          const said = [...document.querySelectorAll('#legal-list li')].map((li) => ` ${li.textContent.replace(/[,;:]/g, ' ')} `);
          const named = places.filter((name) => said.some((words) => words.includes(` ${name} `)));
          const rings = document.querySelectorAll('#board .may').length;
          const first = document.querySelector('#legal-list button');
          if (first) first.focus();
          const chosen = document.querySelectorAll('#board .chosen').length;
          if (first) first.blur();
          return [named.length, rings, chosen, places.filter((name) => (said[0] ?? '').includes(` ${name} `)).length];
        """)
        assert seen[0] == seen[1] and seen[2] == seen[3], f"{what}: {seen}"
        named, ringed = named + seen[0], ringed + seen[2]
    assert named, f"{what}: nothing that is legal has a place"
    browser.run("document.getElementById('legal').open = false; document.getElementById('legal').dispatchEvent(new Event('toggle'))")
    assert browser.run("return document.querySelectorAll('#board .may').length") == 0, f"{what}: closed"


def contents_follow(browser, what):
    """The contents of a rulebook stay in view; the legend is drawn once; before and after stand in line where they fit."""
    for width in (1400, 820, 720, 390):
        browser.window(width, 844)
        seen = browser.run("""
          window.scrollTo(0, document.body.scrollHeight / 2);
          const nav = document.querySelector('nav').getBoundingClientRect(), link = document.querySelector('nav a').getBoundingClientRect();
          const text = document.querySelector('main').getBoundingClientRect();
          const level = (svg) => svg.querySelector('.place').getBoundingClientRect().top;
          return {
            nav: [nav.top, nav.bottom, innerHeight], beside: nav.right <= text.left + 1, link: link.height,
            level: [...document.querySelectorAll('.pictures')].filter((one) => one.children.length === 2)
              .map((one) => Math.abs(level(one.children[0]) - level(one.children[1]))),
            panels: [...document.querySelectorAll('.pictures')].filter((one) => one.children.length === 2)
              .map((one) => [...one.children].map((svg) => svg.querySelectorAll('.bar:first-child').length)),
            named: [...document.querySelectorAll('.example svg .name')].filter((one) => /reconstructed/.test(one.textContent)).length,
          };
        """)
        assert 0 <= seen["nav"][0] < 40 and seen["nav"][1] <= seen["nav"][2] and seen["link"] > 10, f"{what} at {width}: {seen}"
        assert seen["beside"] == (width == 1400), f"{what} at {width}: beside the text only where there is room"
        assert not seen["named"], f"{what}: an example repeats the legend"
        if width >= 720:
            assert all(apart < 8 for apart in seen["level"]) and seen["level"], f"{what} at {width}: {seen['level']}"
        assert any(second < first for first, second in seen["panels"]), f"{what}: {seen['panels']}: panels are repeated"
        # The chapter that is being read is marked, and its entry is in view.
        marked = set()
        for share in (0, 0.3, 0.6, 1):
            browser.run("window.scrollTo(0, (document.documentElement.scrollHeight - innerHeight) * arguments[0])", share)
            time.sleep(0.1)
            current = browser.run("""
              const nav = document.querySelector('nav').getBoundingClientRect();
              return [...document.querySelectorAll('nav [aria-current]')].map((one) => {
                const box = one.getBoundingClientRect(), chapter = document.querySelector(one.getAttribute('href')).getBoundingClientRect();
                const within = box.left >= nav.left - 1 && box.right <= nav.right + 1 && box.top >= nav.top - 1 && box.bottom <= nav.bottom + 1;
                return [one.textContent, within, chapter.top < innerHeight && chapter.bottom > 0];
              });
            """)
            assert len(current) == 1 and current[0][1:] == [True, True], f"{what} at {width}, {share}: {current}"
            marked.add(current[0][0])
        assert len(marked) >= 3, f"{what} at {width}: {marked}"
    browser.window()


def opens_where_it_was_lost(browser, page, what):
    """`at=decisive` opens a replay at the refusal or fault that decided it."""
    browser.do("/url", {"url": f"{page.as_uri()}#at=decisive"})
    browser.do("/refresh")
    seen = browser.look()
    assert not seen["hidden"] and seen["refused"], f"{what}: step {seen['step']}: {seen['status']}"


def is_told(browser, what):
    """The position can be read in words, which follow the step; keys are shown and reached."""
    browser.press("home")
    browser.run("document.getElementById('words').open = true; document.getElementById('words').dispatchEvent(new Event('toggle'))")
    lines = "return [...document.querySelectorAll('#words-list li')].map((li) => li.textContent)"
    before = browser.run(lines)
    browser.press("end")
    after = browser.run(lines)
    assert len(before) > 1 and after != before and all(": " in line for line in after), f"{what}: {before} {after}"
    browser.press("?")
    assert browser.run("return !document.getElementById('keys').hidden"), f"{what}: the keys are shown"
    browser.press("?")
    names = browser.run("""
      return [...document.querySelectorAll('button, input, select, summary')]
        .filter((one) => one.offsetParent && !one.disabled && one.tabIndex < 0).map((one) => one.id);
    """)
    assert not names, f"{what}: {names} cannot be reached by key"
    events = browser.run("return [...document.querySelectorAll('#events > li')].every((li) => li.firstChild.tagName === 'BUTTON')")
    assert events, f"{what}: events are buttons"


def notes_are_told(browser, record, folder, referee):
    """What a bot noted and how long it thought are shown at its move."""
    lines = record.decode().splitlines()
    at = next(i for i, line in enumerate(lines) if '"action"' in line)
    line = json.loads(lines[at])
    line.update({"ms": 1500, "note": "I <b>take</b> the middle"})
    lines[at] = json.dumps(line)
    page = folder / "notes.html"
    done = subprocess.run([referee, "replay"], input="\n".join(lines).encode(), capture_output=True, check=True)
    page.write_bytes(done.stdout)
    browser.open(page)
    browser.press("home")
    browser.press("d")
    told = browser.run("return document.getElementById('thought').textContent")
    assert told == "Thought 1.5 s. Noted: I <b>take</b> the middle", told
