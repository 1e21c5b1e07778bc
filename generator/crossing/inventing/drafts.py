"""River crossings that nobody has seen: kinds, who rows, rules that all matter."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from ferryplan.domains.messages import format_message
from ferryplan.generator.crossing.instance import Crossing, Instance
from ferryplan.generator.crossing.instantiation import instantiate
from ferryplan.generator.crossing.puzzle_file import CrossingFile
from ferryplan.generator.crossing.reversal import reverse_crossings
from ferryplan.generator.crossing.space import CrossingSpace
from ferryplan.generator.draws import Draw
from ferryplan.generator.errors import FerryplanError
from ferryplan.generator.inventing.wishes import Draft, MissedError, Wishes, needed
from ferryplan.generator.search.solutions import Solutions
from ferryplan.generator.search.state_graph import explore_graph

TRAVELLERS, CROSSINGS = range(4, 9), range(7, 16)
MOST_STATES = 20_000
ALL_STATES = "breadth first, all states"
NAMES = ("alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta")
KINDS, BOAT = (3, 3, 4, 4, 4, 5), (2, 2, 2, 3)
ISLAND, SECOND_GUARDIAN, OVER_THERE = 0.15, 0.2, 0.5
MOST_WITH_ISLAND = 6
PROPOSALS = 12
Table = dict[str, Any]


class Cast:
    """Who there is, for rules to be drawn about."""

    def __init__(self, draw: Draw, counts: Mapping[str, int], rowers: Sequence[str]) -> None:
        self.draw, self.counts, self.names, self.rowers = draw, counts, [*counts], rowers
        self.several = [name for name, count in counts.items() if count > 1]

    def kinds(self) -> list[Table]:
        """Return the tables of the kinds."""
        return [
            {
                "name": name,
                **({"count": count, "names": "{{ name }} {{ letter }}"} if count > 1 else {"called": "the {{ name }}"}),
                **({} if name in self.rowers else {"rows": False}),
            }
            for name, count in self.counts.items()
        ]

    def two(self) -> list[str]:
        """Return two kinds."""
        return self.draw.sample(self.names, 2)

    def guardian(self, *others: str) -> str | None:
        """Return a kind that is none of some others, rather one that can row; None if there is none."""
        free = [name for name in self.names if name not in others]
        rowers = [name for name in free if name in self.rowers]
        if not free:
            return None
        return self.draw.one(rowers if rowers and self.draw.chance(0.8) else free)


Maker = Callable[[Cast], Table | None]


def _guard(cast: Cast) -> Table | None:
    victim, threat = cast.two()
    guardian = cast.guardian(victim, threat)
    if guardian is None:
        return None
    told: Table = {"rule": "guard", "victims": [victim], "threats": [threat]}
    other = cast.guardian(victim, threat, guardian)
    if other is not None and cast.draw.chance(SECOND_GUARDIAN):
        return {**told, "guardians": [guardian, other], "needed": cast.draw.one(["any", "all"])}
    return {**told, "guardian": guardian}


def _shy(cast: Cast) -> Table:
    victim = cast.draw.one(cast.names)
    return {"rule": "guard", "victims": [victim], "threats": "everyone", "guardian": cast.guardian(victim)}


def _outnumber(cast: Cast) -> Table | None:
    if len(cast.several) < 2:
        return None
    threat, other = sorted(cast.draw.sample(cast.several, 2), key=cast.counts.__getitem__)
    return {"rule": "outnumber", "threats": [threat], "others": [other]}


def _at_most(cast: Cast) -> Table:
    kinds = cast.draw.sample(cast.names, 2 + cast.draw.below(2))
    return {"rule": "at-most", "kinds": kinds, "number": 1 + cast.draw.below(2), "where": ["boat"]}


def _never_row_alone(cast: Cast) -> Table:
    return {"rule": "never-row-alone", "kinds": [cast.draw.one(cast.rowers)]}


def _of_two(rule: str, key: str, *, sometimes: bool = False) -> Maker:
    """Return what draws a rule about two kinds, the second at a key, or ``sometimes`` not named."""

    def draw_table(cast: Cast) -> Table:
        one, other = cast.two()
        alone = sometimes and cast.draw.chance(0.5)
        return {"rule": rule, "kinds": [one], **({} if alone else {key: [other]})}

    return draw_table


RULES: Mapping[str, Sequence[Maker]] = {
    "guard": (_guard, _guard, _guard, _shy),
    "outnumber": (_outnumber,),
    "at-most": (_at_most,),
    "never-row-alone": (_never_row_alone,),
    "must-cross-with": (_of_two("must-cross-with", "companions"),),
    "never-cross-with": (_of_two("never-cross-with", "others"),),
    "first": (_of_two("first", "before", sometimes=True),),
    "last": (_of_two("last", "after", sometimes=True),),
}
"""how rules are drawn, by their kind; what stands there twice is drawn twice as often"""


def impossible(sizes: Mapping[str, range]) -> str:
    """Return why no crossing has these sizes: the shortest solution passes no state twice; the empty text if one may have them."""
    most = sizes.get("travelers", TRAVELLERS)[-1]
    states = max((2 + (number <= MOST_WITH_ISLAND)) ** (number + 1) for number in range(most + 1))
    least = sizes.get("crossings", CROSSINGS)[0]
    if least < states:
        return ""
    counts = {"crossings": least, "most": states - 1, "travelers": most, "states": states}
    return format_message("inventing.too-many-crossings", **counts)


def drafted(draw: Draw, wishes: Wishes) -> Draft:
    """Return a crossing that meets the wishes. Raises MissedError if what is drawn does not.

    Rule after rule is drawn and kept if it makes the best solution longer, but not impossible.
    """
    size = wishes.size("travelers", TRAVELLERS)
    cast, length = _cast(draw, min(draw.one(size), draw.one(size))), wishes.size("crossings", CROSSINGS)
    data, least = _without_rules(draw, cast), 0
    kinds = [make for kind, makers in RULES.items() if not wishes.kinds or kind in wishes.kinds for make in makers]
    for _ in range(PROPOSALS):
        rule = draw.one(kinds)(cast)
        if rule is None or rule in data["rules"]:
            continue
        longer = _least({**data, "rules": [*data["rules"], rule]})
        if longer is not None and longer > least and longer < length.stop:
            data["rules"].append(rule)
            least = longer
    if least not in length:
        raise MissedError("the number of crossings was wrong")
    if wishes.minimal:
        data["rules"] = needed(data["rules"], draw, lambda fewer: _least({**data, "rules": fewer}) == least)
    if len(data["rules"]) < 2:
        raise MissedError("fewer than two rules mattered")
    puzzle = CrossingFile(**data)
    instance = instantiate(puzzle, {})
    classes = _classes(instance, wishes.solutions)
    found = {"crossings": least, "classes": classes, "minimal": wishes.minimal}
    return wishes.graded(puzzle, {"status": "optimal", "search": ALL_STATES, **found}, instance)


def _classes(instance: Instance, most: int | None) -> int:
    """Return how many best solutions there are; those count once that differ in names alone, or are each other told from the end with the ends
    exchanged. Raises MissedError for more than ``most``."""
    space = CrossingSpace(instance)
    found = Solutions(space)
    assert found.classes is not None
    if most is not None and found.classes > 2 * most:
        raise MissedError("there were too many optimal solutions")
    first, last = instance.start.boat, instance.goal.travellers[0]
    assert last is not None
    exchanged = {first: last, last: first}

    def backwards(moves: Sequence[Crossing]) -> Iterator[Crossing]:
        for one in reverse_crossings(moves):
            origin, destination = (exchanged.get(place, place) for place in (one.origin, one.destination))
            yield one._replace(origin=origin, destination=destination)

    def told(moves: Iterable[Crossing]) -> tuple[object, ...] | None:
        """Return what moves are like without names; None if the rules forbid them."""
        state, sorts = space.initial, list[object]()
        for move in moves:
            if space.breach(state, move):
                return None
            sorts.append(space.symmetry.sort(state, move))
            state = space.after(state, move)
        return tuple(sorts) if space.is_goal(state) else None

    paths = (path.moves for path in found.each(up_to_symmetry=True))
    classes = len({frozenset([told(moves), told(backwards(moves))]) for moves in paths})
    if most is not None and classes > most:
        raise MissedError("there were too many optimal solutions")
    return classes


def _cast(draw: Draw, travellers: int) -> Cast:
    counts = [1] * min(draw.one(KINDS), travellers)
    for _ in range(travellers - len(counts)):
        counts[draw.below(len(counts))] += 1
    rowing = max(1, min(len(counts) - 1, 1 + draw.below(3)))
    return Cast(draw, dict(zip(NAMES, counts, strict=False)), NAMES[:rowing])


def _without_rules(draw: Draw, cast: Cast) -> Table:
    """Return a puzzle without rules: places, who crosses, the boat; one kind may be over there, and is to stay or to come."""
    island = draw.chance(ISLAND) and sum(cast.counts.values()) <= MOST_WITH_ISLAND
    there = [draw.one(cast.names)] if draw.chance(OVER_THERE) else []
    coming = there if draw.chance(0.5) else []
    return {
        "family": "crossing",
        "name": "invented",
        "places": [{"name": name} for name in ("start", "island", "goal") if island or name != "island"],
        "kinds": cast.kinds(),
        "boat": {"capacity": draw.one(BOAT)},
        "rules": [],
        "start": {"boat": "start", "everyone": "start", "kinds": dict.fromkeys(there, "goal")},
        "goal": {"everyone": "goal", "kinds": dict.fromkeys(coming, "start")},
    }


def _least(data: Table) -> int | None:
    """Return the fewest crossings; None if there is no solution, or the rules make no sense."""
    puzzle = CrossingFile(**data)
    if any(puzzle.mistakes()):
        return None
    try:
        space = CrossingSpace(instantiate(puzzle, {}))
        graph = explore_graph(space, most=MOST_STATES)
    except FerryplanError:
        return None
    return graph.layers[graph.goals[0]] if graph.goals and graph.complete else None
