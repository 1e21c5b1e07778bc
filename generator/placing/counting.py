"""How many ways there are to place the items: exact, and without listing them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from generator.placing.instance import Clue, PlacingInstance
from generator.placing.search import Supports, Ties

MOST_REMEMBERED = 100_000

Domains = tuple[int, ...]
"""for each item that is not placed yet, in the instance's order, the spots that are left, as a mask"""


@dataclass(slots=True)
class _Frame:
    """The placement of one item, under way."""

    left: Domains
    """of this item and all after it"""
    untried: int
    """the spots of this item that are still to be tried, as a mask"""
    key: object
    """what decides how many ways there are from here; None if that need not be remembered"""
    ways: int = 0
    """how many there are with the spots tried so far"""


@dataclass(eq=False, slots=True)
class Counting:
    """A search through the placements of an instance that counts the solutions.

    After each placement, the spots that clues about pairs forbid are taken from the items to come ("forward checking": R. M. Haralick
    and G. L. Elliott, Artificial Intelligence 14 (1980) 263-313). How many ways there are to go on depends on nothing but the spots that are
    left and, of clues that say more than of pairs, the items placed; so what was counted once is looked up.
    """

    instance: PlacingInstance
    nodes: int = 0
    """how many placements have been tried so far that no clue forbids at once"""
    found: int = 0
    """how many solutions are known so far"""
    complete: bool = False
    """whether these are all"""
    supports: dict[Clue, Supports] = field(default_factory=dict)
    """what each clue says of pairs; may be handed on to searches of instances with the same items and further clues"""
    _remembered: dict[object, int] = field(default_factory=dict)

    def count(self, go_on: Callable[[int], bool] = lambda nodes: True) -> int | None:
        """Return how many solutions there are, or None if that was not found out; ``go_on`` is told of the nodes and says whether to go on."""
        task = _Task(self.instance, self.supports)
        placed: dict[int, int] = {}
        frames = [] if not task.order or not all(task.start) else [_Frame(task.start, task.start[0], None)]
        self.found = 0 if task.order else 1
        while frames:
            frame = frames[-1]
            item = task.order[len(frames) - 1]
            placed.pop(item, None)
            if not frame.untried:
                frames.pop()
                if frame.key is not None and len(self._remembered) < MOST_REMEMBERED:
                    self._remembered[frame.key] = frame.ways
                if frames:
                    frames[-1].ways += frame.ways
                continue
            spot = (frame.untried & -frame.untried).bit_length() - 1
            frame.untried &= frame.untried - 1
            placed[item] = spot
            if not all(clue.allows(placed) for clue in task.wide[item]):
                continue
            self.nodes += 1
            if not go_on(self.nodes):
                return None
            left = task.narrowed(frame.left, len(frames) - 1, spot)
            if left is None:
                continue
            key = task.key(left, placed) if left else None
            known = 1 if not left else self._remembered.get(key)
            if known is None:
                frames.append(_Frame(left, left[0], key))
            else:
                frame.ways += known
                self.found += known
        self.complete = True
        return self.found


class _Task:
    """What the clues of an instance say, made ready for placing its items in order."""

    def __init__(self, instance: PlacingInstance, supports: dict[Clue, Supports]) -> None:
        order, ties = instance.order, Ties(instance, supports)
        self.order, self.wide, together = order, ties.wide, ties.together
        wide = dict.fromkeys(clue for clues in self.wide for clue in clues)
        self.start: Domains = tuple(ties.alone[item] for item in order)
        self._later = [
            [(other - number - 1, together[item, order[other]]) for other in range(number + 1, len(order)) if (item, order[other]) in together]
            for number, item in enumerate(order)
        ]  # fmt: skip
        """for each item in order, how far behind it those are that a clue ties to it, with their spots that go with each of its own"""
        self._recalled: list[tuple[int, ...] | None] = []
        """by how many items are placed, those of them that decide what wide clues say of the others; None if all of them do"""
        for number in range(len(order)):
            before, after = {*order[:number]}, {*order[number:]}
            open_clues = (clue for clue in wide if not after.isdisjoint(clue.scope))
            recalled = sorted({item for clue in open_clues for item in clue.scope} & before)
            self._recalled.append(None if before and len(recalled) == number else tuple(recalled))

    def narrowed(self, left: Domains, number: int, spot: int) -> Domains | None:
        """Return what is left to the items after the one with that number in the order; None if there is one to which nothing is."""
        following = list(left[1:])
        for ahead, supports in self._later[number]:
            following[ahead] &= supports[spot]
            if not following[ahead]:
                return None
        return tuple(following)

    def key(self, left: Domains, placed: dict[int, int]) -> object:
        """Return what decides how many ways there are to go on; None if it decides it only once."""
        recalled = self._recalled[len(placed)]
        return None if recalled is None else (left, tuple(placed[item] for item in recalled))
