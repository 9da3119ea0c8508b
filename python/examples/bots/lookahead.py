"""Looks one move ahead in games without secrets: it tries each legal action in a game of its own that starts from its view,
and chooses the one that leaves the opponent the fewest legal actions."""

import random

import referee


@referee.bot(name="lookahead", version="1")
def choose(question: referee.Question) -> int:
    if question.legal is None or question.game not in ("tectonic", "wigwam") or "hidden" in question.view:
        return random.randrange(question.legal_n)
    best, left = 0, float("inf")
    with referee.Game(question.game, options=question.options, state=question.view) as game:
        for place in range(min(question.legal_n, 64)):
            game.pick(place)
            if game.outcome is not None:
                count = -1.0 if game.outcome["places"][question.seat] == 1 else 1e9
            else:
                count = len(game.legal())
            if count < left:
                best, left = place, count
            game.undo()
    return best


if __name__ == "__main__":
    choose.run()
