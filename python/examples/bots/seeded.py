"""Chooses at random, with a seed that follows from the header, so the same game is always played the same way."""

import random

import referee

luck = random.Random()


@referee.bot(name="seeded", version="1")
def choose(question: referee.Question) -> int:
    if not question.header.get("begun"):
        question.header["begun"] = True
        # Every seed has another commitment, which reveals nothing about the seed.
        luck.seed(f"{question.header['match']['commitment']} {question.seat}")
    return luck.randrange(question.legal_n)


if __name__ == "__main__":
    choose.run()
