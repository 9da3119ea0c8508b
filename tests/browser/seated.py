"""What a person at `@browser` can reach and is told: every action by presses alone, in every game; the button that plays it, always
in view; what is asked and what has happened. Used by `replay.py`."""

import still
import surfaces
from watching import ASKED, leave, one_turn, player, press, press_place, until, visit

GAMES = {"tectonic": 2, "wigwam": 2, "wangdo": 2, "we-will-wok-you": 4, "wongar": 3}
# Types words as a person does.
TYPE = "const say = document.getElementById('say'); say.value = arguments[0]; say.dispatchEvent(new Event('input'))"
# Two answers that are long and differ in their middle alone, put to the page as a question of its own.
LONG = """
const cards = Array.from({ length: 6 }, (_, i) => `W${i + 10}: on the left a chicken with a spoon, on the right a carrot with a star, a broccoli`);
const words = (last) => `declare ${[...cards.slice(0, 3), `W20: ${last} tunas with chopsticks`, ...cards.slice(3)].join('; ')}`;
page.legal = () => [words(3), words(4)];
seat.ask({ id: 1e9, to: '', why: '' });
"""
# Whether the button that plays an action can be pressed, and what can be read of the options.
DEED = """
const seen = (one) => {
  const { left, top, right, bottom } = one.getBoundingClientRect();
  const inside = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
  return inside && [0.1, 0.5, 0.9].every((part) => one.contains(document.elementFromPoint((left + right) / 2, top + part * (bottom - top))));
};
const list = document.getElementById('choices').getBoundingClientRect();
const differ = [...document.querySelectorAll('#choices span:not(.same)')].filter((one) => {
  const box = one.getBoundingClientRect();
  return box.top >= list.top - 1 && box.bottom <= list.bottom + 1;
});
const form = document.getElementById('answer');
return {
  act: seen(document.getElementById('act')), clear: seen(document.getElementById('clear')), list: list.height,
  differ: differ.map((one) => one.textContent), over: form.scrollHeight - form.clientHeight, high: document.getElementById('act').offsetHeight,
};
"""


def by_parts(browser, referee):
    """Every arrangement of Wigwam can be had by presses alone, and words narrow the list part by part."""
    match, seen = one_turn(browser, referee, "wigwam", 2, "@random")
    try:
        assert seen["count"].startswith("1320 "), seen["count"]
        left = []
        for place in ("C3", "B2", "B4", "C1"):
            assert press_place(browser, place), place
            left.append(browser.run(ASKED))
        assert [int(now["count"].split()[0]) for now in left] == [120, 36, 8, 1], [now["count"] for now in left]
        assert left[-1]["ready"] and left[-1]["act"].startswith("Play: set up the chief on C3, tents on B2, B4, C1 and warriors"), left[-1]
        # The order of the places of a part does not matter, and each of a sample of all is reached.
        missed = browser.run("""
          const all = page.legal(), missed = [];
          const at = new Map([...document.querySelectorAll('#board .place')].map((place) => {
            const { left, top, width, height } = place.getBoundingClientRect();
            return [place.parentNode.querySelector('title').textContent, { clientX: left + width / 2, clientY: top + height / 2, bubbles: true }];
          }));
          for (let i = 0; i < all.length; i += 37) {
            document.getElementById('clear').click();
            const [chief, one, two, three] = all[i].match(/[A-G]\\d/g);
            for (const place of [chief, three, one, two]) document.getElementById('board').dispatchEvent(new MouseEvent('click', at.get(place)));
            if (document.getElementById('act').textContent !== `Play: ${all[i]}`) missed.push(all[i]);
          }
          document.getElementById('clear').click();
          return missed;
        """)
        assert not missed, f"wigwam: {len(missed)} cannot be pressed, such as {missed[0]}"
        for words, fit in (("chief c3", 120), ("tents b1 b2 b4", 8), ("chief c3, tents b1 b2 b4", 1), ("c3 b1 b2", 8)):
            browser.run(TYPE, words)
            count = browser.run(ASKED)["count"]
            assert count.startswith(f"{fit} "), f"wigwam: `{words}` leaves: {count}"
        # The list alone leads to an action, too.
        press(browser, "#clear")
        for _ in range(3):
            press(browser, "#choices li:last-child button")
        seen = browser.run(ASKED)
        assert seen["ready"] and "chief on C6" in seen["act"], seen
    finally:
        leave(browser, match)


def the_button_is_in_view(browser, referee, keep):
    """On a telephone the button that plays an action can be pressed in every game, whatever was pressed or chosen."""
    for game, players in GAMES.items():
        browser.window(*surfaces.SIZES[-1])
        match, _ = one_turn(browser, referee, game, players, "@random")
        try:
            names = browser.run('''
              const legal = page.legal().join(' ');
              const all = [...document.querySelectorAll('#board .place')].map((one) => one.parentNode.querySelector('title').textContent);
              return all.filter((name) => legal.includes(name));
            ''')
            for name in names[:11]:
                press_place(browser, name)
            browser.run("scrollTo(0, 0)")
            seen = browser.run(DEED)
            assert seen["act"] and seen["clear"] and seen["over"] <= 1, f"{game}, {names[:11]} pressed: {seen}"
            browser.run(LONG)
            seen = browser.run(DEED)
            assert seen["act"] and seen["differ"] and "W20" in seen["differ"][0] and len(seen["differ"][0]) < 60, f"{game}, long options: {seen}"
            press(browser, "#choices button")
            browser.run("scrollTo(0, 0)")
            seen = browser.run(DEED)
            assert seen["act"] and seen["high"] < 60 and seen["list"] >= 40 and seen["over"] <= 1, f"{game}, a long option is chosen: {seen}"
            if keep:
                browser.screenshot(keep / f"{game}-long-telephone.png")
        finally:
            leave(browser, match)
    browser.window()


def a_refusal_is_no_obstacle(browser, referee):
    """After a refusal a press on the board is taken where it falls, whatever the refusal covers."""
    for width, height in (surfaces.SIZES[-1], surfaces.SIZES[0]):
        browser.window(width, height)
        match, _ = one_turn(browser, referee, "tectonic", 2, "@random")
        try:
            browser.run("document.getElementById('say').focus()")
            browser.press(*"move a1 to a5", "\ue007")
            until(browser, "a refusal", lambda seen: seen["open"] and seen["refused"], ASKED)
            browser.run("scrollTo(0, 0)")
            at = browser.run("""
              const place = [...document.querySelectorAll('#board .place')].find((one) => one.parentNode.querySelector('title').textContent === 'a1');
              const { left, top, width, height } = place.getBoundingClientRect();
              return [left + width / 2, top + height / 2].map(Math.round);
            """)
            still.press_at(browser, at)
            seen = browser.run("return [document.getElementById('refusal').checkVisibility(), document.getElementById('pressed').textContent]")
            assert not seen[0] and "a1" in seen[1], f"at {width}: {seen}"
        finally:
            leave(browser, match)
    browser.window()


def what_is_asked(browser, referee, keep):
    """The form says what the position waits for, what the others did, and names a place of this game; the board is turned to the
    player, and what they have is in view."""
    for game, players in (*GAMES.items(), ("we-will-wok-you", 2)):
        browser.window(1280, 900)
        bots = ["--bot", "@random"] * (players - 1)
        match, link = player(referee, "--game", game, *bots, "--bot", "@browser:Ann", "--seed", "4")
        try:
            visit(browser, link)
            until(browser, f"{game}: the last seat", lambda seen: seen["open"], ASKED)
            browser.run("scrollTo(0, 0)")
            seen = browser.run("""
              const heads = [...document.querySelectorAll('.panels svg')].filter((one) => one.textContent.includes('Ann'));
              const places = [...document.querySelectorAll('#board .place')].map((one) => [one.parentNode.querySelector('title').textContent, one.getBoundingClientRect().top]);
              return {
                asked: document.getElementById('asked').textContent, since: document.getElementById('since').textContent,
                such: document.getElementById('say').placeholder.split('such as ')[1], places: Object.fromEntries(places),
                panel: heads.length ? heads[0].getBoundingClientRect().bottom : 0, turned: document.getElementById('turn').getAttribute('aria-pressed'),
                status: document.getElementById('status').textContent,
              };
            """)
            assert seen["asked"].startswith("Your turn. Ann") and seen["asked"][11:] in seen["status"], f"{game}: {seen['asked']}"
            assert seen["such"] in seen["places"], f"{game}: no place is called {seen['such']}"
            assert "@random" in seen["since"], f"{game}: {seen['since']}"
            assert "drawn" not in seen["since"], f"{game}: {seen['since']}"
            assert seen["turned"] == str(game in ("tectonic", "wigwam")).lower(), f"{game}: turned: {seen['turned']}"
            assert 0 < seen["panel"] <= 900, f"{game}: what the player has ends at {seen['panel']}"
            if keep:
                browser.screenshot(keep / f"{game}-asked.png")
        finally:
            leave(browser, match)
    browser.window()


def all_of_it(browser, referee, keep):
    """Everything."""
    by_parts(browser, referee)
    the_button_is_in_view(browser, referee, keep)
    a_refusal_is_no_obstacle(browser, referee)
    what_is_asked(browser, referee, keep)
    print("people: every action is in reach, and what is asked is said")
