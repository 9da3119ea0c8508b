"""The rewards for places."""

from __future__ import annotations


def rewards_of(places: list[int]) -> list[float]:
    """A reward for each player from their places: 1 for the first, -1 for the last, in even steps between them.

    Players who share places get their mean, so rewards always add up to 0.
    """
    last = len(places) - 1
    return [1 - 2 * (place - 1 + (places.count(place) - 1) / 2) / last for place in places]
