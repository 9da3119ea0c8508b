"""What places are worth to a learner."""

from __future__ import annotations


def rewards_of(places: list[int]) -> list[float]:
    """A reward for each player from their places: 1 for the first, -1 for the last, in even steps between them.

    Who shares places gets their mean, so that rewards always add up to nothing.
    """
    last = len(places) - 1
    return [1 - 2 * (place - 1 + (places.count(place) - 1) / 2) / last for place in places]
