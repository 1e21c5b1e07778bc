"""Ways from the start to the goal, one by one, depth first."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from generator.crossing.instance import Instance, State
from generator.crossing.space.cheapest import Total
from generator.crossing.states import Crossing, StateSpace
from generator.crossing.symmetry import Symmetry

__all__ = ["Way", "ways_to_goal"]


class Way(NamedTuple):
    """A way from the start to the goal. It may stand for others, what exchanges of travellers who are alike make of it."""

    crossings: tuple[Crossing, ...]
    total: Total
    size: int
    """for how many it stands, itself included"""


class _Step(NamedTuple):
    """The last crossing of a way so far."""

    crossing: Crossing | None
    """None before the first"""
    state: State
    """the state after it"""
    spent: Total
    size: int
    alike: Symmetry | None


def ways_to_goal(
    instance: Instance, leads_on: Callable[[Total, State], bool], alike: Symmetry | None = None
) -> Iterator[Way]:
    """Yield ways from the start to where the goal is first reached, none of which comes to a situation twice.

    ``leads_on`` says of a total spent, and of the state that stands for the orbit reached with it, whether to go on from there.
    ``alike`` is whose exchange, the same for the whole way, makes no difference: of the ways that such exchanges make of each
    other one is given. With None there is one for all that are the same once nobody has a name; its size is right
    only if no way with the totals that lead on comes to an orbit twice. One way at a time is kept in memory.
    """
    space, symmetry = StateSpace(instance), Symmetry(instance)
    passed = {_situation(instance.start)}

    def onward(last: _Step) -> Iterator[_Step]:
        fixing = symmetry.fixing(last.state)
        group = fixing if last.alike is None else last.alike
        for crossing, reached in space.successors(last.state, space.loads_up_to(symmetry, last.state)):
            spent = Total(last.spent.cost + instance.cost(crossing.load), last.spent.crossings + 1)
            if not leads_on(spent, symmetry.canonical(reached)):
                continue
            for load in fixing.images(crossing.load, group):
                named = crossing._replace(load=load)
                state, kept = space.after(last.state, named), group.keeping(load)
                if _situation(state) not in passed:
                    size = last.size * (group.exchanges // kept.exchanges)
                    yield _Step(named, state, spent, size, last.alike and kept)

    path = [_Step(None, instance.start, Total(0, 0), 1, alike)]
    branches = [iter(path)]
    path = []
    while branches:
        step = next(branches[-1], None)
        if step is None:
            branches.pop()
            if path:
                passed.discard(_situation(path.pop().state))
        elif space.is_goal(step.state):
            crossings = tuple(one.crossing for one in (*path, step) if one.crossing is not None)
            yield Way(crossings, step.spent, step.size)
        else:
            path.append(step)
            passed.add(_situation(step.state))
            branches.append(onward(step))


def _situation(state: State) -> tuple[int, tuple[int, ...]]:
    """Return where the boat and everybody is."""
    return state.boat, state.companies
