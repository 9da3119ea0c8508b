"""What a person at `@browser` can reach and is told: every action by presses alone, in every game. Used by `replay.py`."""

from watching import ASKED, leave, one_turn, press, press_place

# Types words as a person does.
TYPE = "const say = document.getElementById('say'); say.value = arguments[0]; say.dispatchEvent(new Event('input'))"


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


def all_of_it(browser, referee):
    """Everything."""
    by_parts(browser, referee)
    print("people: every action is in reach")
