"""River crossings that nobody has seen: kinds, who rows, rules that all matter."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from generator.crossing.instance import Instance
from generator.crossing.puzzle_file import CrossingFile
from generator.draws import Draw
from generator.errors import FerryplanError
from generator.families import difficulty_of, instantiate, state_space
from generator.inventing.isomorphism import Fact, Thing
from generator.inventing.wishes import Draft, MissedError, Wishes
from generator.masks import members
from generator.search.state_graph import explore_graph

TRAVELLERS, CROSSINGS = range(4, 9), range(7, 16)
MOST_STATES = 20_000
NAMES = ("alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta")
KINDS = (3, 3, 4, 4, 4, 5)
ISLAND, SECOND_GUARDIAN = 0.15, 0.2
MOST_WITH_ISLAND = 6
PROPOSALS = 12
Table = dict[str, Any]


class _Cast:
    """Who there is, for rules to be drawn about."""

    def __init__(self, draw: Draw, travellers: int) -> None:
        self.draw = draw
        self.counts = _parts(draw, travellers)
        self.names = NAMES[: len(self.counts)]
        rowing = max(1, min(len(self.names) - 1, 1 + draw.below(3)))
        self.rowers = self.names[:rowing]
        self.several = [name for name, count in zip(self.names, self.counts, strict=True) if count > 1]

    def kinds(self) -> list[Table]:
        """Return the tables of the kinds."""
        made = []
        for name, count in zip(self.names, self.counts, strict=True):
            several = (
                {"count": count, "names": "{{ name }} {{ letter }}"} if count > 1 else {"called": "the {{ name }}"}
            )
            made.append({"name": name, **several, **({} if name in self.rowers else {"rows": False})})
        return made

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


def _guard(cast: _Cast) -> Table | None:
    victim, threat = cast.two()
    guardian = cast.guardian(victim, threat)
    if guardian is None:
        return None
    told: Table = {"rule": "guard", "victims": [victim], "threats": [threat], "guardian": guardian}
    other = cast.guardian(victim, threat, guardian)
    if other is not None and cast.draw.chance(SECOND_GUARDIAN):
        del told["guardian"]
        told |= {"guardians": [guardian, other], "needed": cast.draw.one(["any", "all"])}
    return told


def _shy(cast: _Cast) -> Table:
    victim = cast.draw.one(cast.names)
    return {"rule": "guard", "victims": [victim], "threats": "everyone", "guardian": cast.guardian(victim)}


def _outnumber(cast: _Cast) -> Table | None:
    if len(cast.several) < 2:
        return None
    threat, other = sorted(cast.draw.sample(cast.several, 2), key=lambda name: cast.counts[cast.names.index(name)])
    return {"rule": "outnumber", "threats": [threat], "others": [other]}


def _at_most(cast: _Cast) -> Table:
    kinds = cast.draw.sample(cast.names, 2 + cast.draw.below(2))
    return {"rule": "at-most", "kinds": kinds, "number": 1 + cast.draw.below(2), "where": ["boat"]}


def _never_row_alone(cast: _Cast) -> Table:
    return {"rule": "never-row-alone", "kinds": [cast.draw.one(cast.rowers)]}


def _must_cross_with(cast: _Cast) -> Table:
    one, other = cast.two()
    return {"rule": "must-cross-with", "kinds": [one], "companions": [other]}


def _never_cross_with(cast: _Cast) -> Table:
    one, other = cast.two()
    return {"rule": "never-cross-with", "kinds": [one], "others": [other]}


def _first(cast: _Cast) -> Table:
    one, other = cast.two()
    return {"rule": "first", "kinds": [one], **({} if cast.draw.chance(0.5) else {"before": [other]})}


def _last(cast: _Cast) -> Table:
    one, other = cast.two()
    return {"rule": "last", "kinds": [one], **({} if cast.draw.chance(0.5) else {"after": [other]})}


RULES: Mapping[str, Sequence[Callable[[_Cast], Table | None]]] = {
    "guard": (_guard, _guard, _guard, _shy),
    "outnumber": (_outnumber,),
    "at-most": (_at_most,),
    "never-row-alone": (_never_row_alone,),
    "must-cross-with": (_must_cross_with,),
    "never-cross-with": (_never_cross_with,),
    "first": (_first,),
    "last": (_last,),
}
"""how rules are drawn, by their kind; what stands there twice is drawn twice as often"""


def drafted(draw: Draw, wishes: Wishes) -> Draft:
    """Return a crossing that meets the wishes. Raises MissedError if what is drawn does not.

    Rule after rule is drawn and kept if it makes the best solution longer, but not impossible.
    """
    size = wishes.size("travellers", TRAVELLERS)
    cast = _Cast(draw, min(draw.one(size), draw.one(size)))
    length = wishes.size("crossings", CROSSINGS)
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
        raise MissedError("crossings")
    if wishes.minimal:
        data["rules"] = _needed(data, least, draw)
    if len(data["rules"]) < 2:
        raise MissedError("rules that all matter")
    puzzle = CrossingFile(**data)
    instance = instantiate(puzzle, {})
    graded = difficulty_of(instance)
    best = graded.measures["best"]
    if wishes.solutions is not None and best > wishes.solutions:
        raise MissedError("solutions")
    if wishes.difficulty is not None and graded.level != wishes.difficulty:
        raise MissedError("difficulty")
    proven = {"status": "optimal", "crossings": least, "solutions": best, "minimal": wishes.minimal}
    return Draft(puzzle, instance, graded, proven)


def _without_rules(draw: Draw, cast: _Cast) -> Table:
    """Return a puzzle without rules: places, who crosses, the boat."""
    island = draw.chance(ISLAND) and sum(cast.counts) <= MOST_WITH_ISLAND
    return {
        "family": "crossing",
        "name": "invented",
        "places": [{"name": name} for name in ("start", "island", "goal") if island or name != "island"],
        "kinds": cast.kinds(),
        "boat": {"capacity": draw.one([2, 2, 2, 3])},
        "rules": [],
        "start": {"boat": "start", "everyone": "start"},
        "goal": {"everyone": "goal"},
    }


def _parts(draw: Draw, travellers: int) -> list[int]:
    """Return how many there are of each kind."""
    counts = [1] * min(draw.one(KINDS), travellers)
    for _ in range(travellers - len(counts)):
        counts[draw.below(len(counts))] += 1
    return counts


def _least(data: Table) -> int | None:
    """Return the fewest crossings; None if there is no solution, or the rules make no sense."""
    try:
        graph = explore_graph(state_space(instantiate(CrossingFile(**data), {})), most=MOST_STATES)
    except FerryplanError:
        return None
    return graph.layers[graph.goals[0]] if graph.goals and graph.complete else None


def _needed(data: Table, least: int, draw: Draw) -> list[Table]:
    """Return the rules that are left when one after the other is left out that changes nothing."""
    rules: list[Table] = data["rules"]
    for rule in draw.shuffled(rules):
        fewer = [one for one in rules if one is not rule]
        if _least({**data, "rules": fewer}) == least:
            rules = fewer
    return rules


def facts(instance: Instance) -> Iterator[Fact]:
    """Yield what a crossing is like without names."""
    people = [Thing("traveller", number) for number in range(len(instance.travellers))]
    places = [Thing("place", number) for number in range(len(instance.places))]
    tariff, weights = instance.tariff, instance.weights
    yield (
        "boat",
        instance.capacity,
        instance.boats,
        instance.most_weight,
        tariff and tariff.by,
        places[instance.start.boat],
    )
    yield "ends", "anywhere" if instance.goal.boat is None else places[instance.goal.boat]
    for origin, destination in instance.routes:
        yield "route", places[origin], places[destination]
    for number, one in enumerate(people):
        start = next(
            place for place, company in zip(places, instance.start.companies, strict=True) if company >> number & 1
        )
        goal = instance.goal.travellers[number]
        carried = weights[number] if weights else 0, tariff.amounts[number] if tariff else 0
        yield (
            "traveller",
            one,
            instance.travellers[number].rows,
            *carried,
            start,
            "anywhere" if goal is None else places[goal],
        )
    bound = instance.bindings
    for number, binding in enumerate([*bound.charges, *bound.counting]):
        rule = Thing("rule", number)
        yield "rule", rule, type(binding.constraint).__name__, binding.aboard
        yield from (("binds", rule, places[place]) for place in binding.places)
        for part, value in asdict(binding.constraint).items():
            if part in ("victim", "most"):
                yield part, rule, people[value] if part == "victim" else value
            else:
                yield from ((part, rule, people[member]) for member in members(value))
    for late in instance.deadlines:
        yield from (("late", places[late.place], late.crossings, people[member]) for member in members(late.travellers))
    yield "limit", instance.limit and instance.limit.crossings
