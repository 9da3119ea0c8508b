"""Chooses at random, with luck that follows from the header: what was played once is played the same again."""

import random

import referee

luck = random.Random()


@referee.bot(name="seeded", version="1")
def choose(question: referee.Question) -> int:
    if not question.header.get("begun"):
        question.header["begun"] = True
        # The commitment is another for every seed, and tells nothing of it.
        luck.seed(f"{question.header['match']['commitment']} {question.seat}")
    return luck.randrange(question.legal_n)


if __name__ == "__main__":
    choose.run()
