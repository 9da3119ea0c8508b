"""Always takes the last legal action: a bot in one line."""

import referee


@referee.bot(name="eager", version="1")
def choose(question: referee.Question) -> int:
    return question.legal_n - 1


if __name__ == "__main__":
    choose.run()
