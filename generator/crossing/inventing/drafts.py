"""Drafts of river crossings: random travelers, boats and rules, of which none is superfluous."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from ferryplan.domains.messages import format_message
from ferryplan.generator.crossing.instance import Crossing, Instance
from ferryplan.generator.crossing.instantiation import instantiate
from ferryplan.generator.crossing.puzzle_file import CrossingFile
from ferryplan.generator.crossing.reversal import reverse_crossings
from ferryplan.generator.crossing.space import CrossingSpace
from ferryplan.generator.errors import FerryplanError
from ferryplan.generator.inventing.wishes import MissedWishError, PuzzleDraft, PuzzleWishes, minimize_parts
from ferryplan.generator.search.solutions import CheapestSolutions
from ferryplan.generator.search.state_graph import explore_graph
from ferryplan.generator.seeded_random import SeededRandom

TRAVELER_COUNTS, CROSSING_COUNTS = range(4, 9), range(7, 16)
MAX_STATES = 20_000
ALL_STATES = "breadth first, all states"
KIND_NAMES = ("alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta")
KIND_COUNTS, BOAT_CAPACITIES = (3, 3, 4, 4, 4, 5), (2, 2, 2, 3)
ISLAND_PROBABILITY, SECOND_GUARDIAN_PROBABILITY, FAR_SIDE_PROBABILITY = 0.15, 0.2, 0.5
MAX_TRAVELERS_WITH_ISLAND = 6
RULE_PROPOSALS = 12
TomlData = dict[str, Any]
"""a table of a puzzle file, or a whole file"""


class DraftTravelers:
    """The kinds of travelers in a draft (a random puzzle), from which kinds for random rules are drawn."""

    def __init__(self, draw: SeededRandom, counts: Mapping[str, int], rowers: Sequence[str]) -> None:
        self.draw, self.counts, self.names, self.rowers = draw, counts, [*counts], rowers
        self.plural_kinds = [name for name, count in counts.items() if count > 1]

    def make_kind_tables(self) -> list[TomlData]:
        """Return the ``kinds`` tables of the draft's puzzle file."""
        return [
            {
                "name": name,
                **({"count": count, "names": "{{ name }} {{ letter }}"} if count > 1 else {"called": "the {{ name }}"}),
                **({} if name in self.rowers else {"rows": False}),
            }
            for name, count in self.counts.items()
        ]

    def draw_two_kinds(self) -> list[str]:
        """Draw the names of two different kinds."""
        return self.draw.sample(self.names, 2)

    def draw_guardian(self, *others: str) -> str | None:
        """Draw the name of a kind that is none of ``others``, preferably a kind that can row.

        Return None if no kind is left.
        """
        free = [name for name in self.names if name not in others]
        rowers = [name for name in free if name in self.rowers]
        if not free:
            return None
        return self.draw.choose(rowers if rowers and self.draw.chance(0.8) else free)


RuleDrawer = Callable[[DraftTravelers], TomlData | None]
"""a function that draws the table of a random rule about some kinds; None if there are too few kinds"""


def _draw_guard_rule(travelers: DraftTravelers) -> TomlData | None:
    victim, threat = travelers.draw_two_kinds()
    guardian = travelers.draw_guardian(victim, threat)
    if guardian is None:
        return None
    told: TomlData = {"rule": "guard", "victims": [victim], "threats": [threat]}
    other = travelers.draw_guardian(victim, threat, guardian)
    if other is not None and travelers.draw.chance(SECOND_GUARDIAN_PROBABILITY):
        return {**told, "guardians": [guardian, other], "needed": travelers.draw.choose(["any", "all"])}
    return {**told, "guardian": guardian}


def _draw_shy_guard_rule(travelers: DraftTravelers) -> TomlData:
    """Draw a rule that travelers of a kind must not be with anybody else unless a guardian is present."""
    victim = travelers.draw.choose(travelers.names)
    return {"rule": "guard", "victims": [victim], "threats": "everyone", "guardian": travelers.draw_guardian(victim)}


def _draw_outnumber_rule(travelers: DraftTravelers) -> TomlData | None:
    if len(travelers.plural_kinds) < 2:
        return None
    threat, other = sorted(travelers.draw.sample(travelers.plural_kinds, 2), key=travelers.counts.__getitem__)
    return {"rule": "outnumber", "threats": [threat], "others": [other]}


def _draw_at_most_rule(travelers: DraftTravelers) -> TomlData:
    kinds = travelers.draw.sample(travelers.names, 2 + travelers.draw.randbelow(2))
    return {"rule": "at-most", "kinds": kinds, "number": 1 + travelers.draw.randbelow(2), "where": ["boat"]}


def _draw_never_row_alone_rule(travelers: DraftTravelers) -> TomlData:
    return {"rule": "never-row-alone", "kinds": [travelers.draw.choose(travelers.rowers)]}


def _make_two_kind_rule_drawer(rule: str, key: str, *, second_kind_is_optional: bool = False) -> RuleDrawer:
    """Return a function that draws rules about two kinds of travelers.

    ``rule`` is the kind of rule; ``key`` is the key of the second kind in the rule's table. With ``second_kind_is_optional``, half of
    the rules have no second kind.
    """

    def draw_rule(travelers: DraftTravelers) -> TomlData:
        """Draw the table of a rule about two kinds."""
        one, other = travelers.draw_two_kinds()
        alone = second_kind_is_optional and travelers.draw.chance(0.5)
        return {"rule": rule, "kinds": [one], **({} if alone else {key: [other]})}

    return draw_rule


RULE_DRAWERS: Mapping[str, Sequence[RuleDrawer]] = {
    "guard": (_draw_guard_rule, _draw_guard_rule, _draw_guard_rule, _draw_shy_guard_rule),
    "outnumber": (_draw_outnumber_rule,),
    "at-most": (_draw_at_most_rule,),
    "never-row-alone": (_draw_never_row_alone_rule,),
    "must-cross-with": (_make_two_kind_rule_drawer("must-cross-with", "companions"),),
    "never-cross-with": (_make_two_kind_rule_drawer("never-cross-with", "others"),),
    "first": (_make_two_kind_rule_drawer("first", "before", second_kind_is_optional=True),),
    "last": (_make_two_kind_rule_drawer("last", "after", second_kind_is_optional=True),),
}
"""the functions that draw rules, by kind of rule; a function that is listed three times is drawn three times as often"""


def explain_impossible_sizes(sizes: Mapping[str, range]) -> str:
    """Return why no crossing has these sizes; the empty text if some crossing may have them.

    The sizes are the allowed numbers of ``travelers`` and of ``crossings``. A shortest solution visits no state twice,
    so it has fewer crossings than there are states.
    """
    most = sizes.get("travelers", TRAVELER_COUNTS)[-1]
    states = max((2 + (number <= MAX_TRAVELERS_WITH_ISLAND)) ** (number + 1) for number in range(most + 1))
    least = sizes.get("crossings", CROSSING_COUNTS)[0]
    if least < states:
        return ""
    counts = {"crossings": least, "most": states - 1, "travelers": most, "states": states}
    return format_message("inventing.too-many-crossings", **counts)


def draw_crossing(draw: SeededRandom, wishes: PuzzleWishes) -> PuzzleDraft:
    """Draw a random crossing. Raises MissedWishError if it does not meet the wishes.

    Rules are drawn one after another. A rule is kept if it makes the shortest solution longer, but not longer than the
    wishes allow.
    """
    size = wishes.size_range("travelers", TRAVELER_COUNTS)
    cast, length = (
        _draw_travelers(draw, min(draw.choose(size), draw.choose(size))),
        wishes.size_range("crossings", CROSSING_COUNTS),
    )
    data, least = _draw_puzzle_without_rules(draw, cast), 0
    kinds = [
        make for kind, makers in RULE_DRAWERS.items() if not wishes.kinds or kind in wishes.kinds for make in makers
    ]
    for _ in range(RULE_PROPOSALS):
        rule = draw.choose(kinds)(cast)
        if rule is None or rule in data["rules"]:
            continue
        longer = _find_fewest_crossings({**data, "rules": [*data["rules"], rule]})
        if longer is not None and longer > least and longer < length.stop:
            data["rules"].append(rule)
            least = longer
    if least not in length:
        raise MissedWishError("the number of crossings was wrong")
    if wishes.minimal:
        data["rules"] = minimize_parts(
            data["rules"], draw, lambda fewer: _find_fewest_crossings({**data, "rules": fewer}) == least
        )
    if len(data["rules"]) < 2:
        raise MissedWishError("fewer than two rules mattered")
    puzzle = CrossingFile(**data)
    instance = instantiate(puzzle, {})
    classes = _count_solution_classes(instance, wishes.solutions)
    found = {"crossings": least, "classes": classes, "minimal": wishes.minimal}
    return wishes.make_draft(puzzle, {"status": "optimal", "search": ALL_STATES, **found}, instance)


def _count_solution_classes(instance: Instance, max_classes: int | None) -> int:
    """Return the number of symmetry classes of optimal solutions.

    A solution and its reverse, in which start and goal are exchanged, count once. Raises MissedWishError for more than
    ``max_classes``.
    """
    space = CrossingSpace(instance)
    found = CheapestSolutions(space)
    assert found.classes is not None
    if max_classes is not None and found.classes > 2 * max_classes:
        raise MissedWishError("there were too many optimal solutions")
    first, last = instance.start.boat, instance.goal.travellers[0]
    assert last is not None
    exchanged = {first: last, last: first}

    def reverse_moves(moves: Sequence[Crossing]) -> Iterator[Crossing]:
        for one in reverse_crossings(moves):
            origin, destination = (exchanged.get(place, place) for place in (one.origin, one.destination))
            yield one._replace(origin=origin, destination=destination)

    def solution_signature(moves: Iterable[Crossing]) -> tuple[object, ...] | None:
        """Return a key that symmetric sequences of moves share; None if the rules forbid the moves."""
        state, sorts = space.initial, list[object]()
        for move in moves:
            if space.find_violation(state, move):
                return None
            sorts.append(space.symmetry.move_signature(state, move))
            state = space.apply_move(state, move)
        return tuple(sorts) if space.is_goal(state) else None

    paths = (path.moves for path in found.iterate_paths(up_to_symmetry=True))
    classes = len({frozenset([solution_signature(moves), solution_signature(reverse_moves(moves))]) for moves in paths})
    if max_classes is not None and classes > max_classes:
        raise MissedWishError("there were too many optimal solutions")
    return classes


def _draw_travelers(draw: SeededRandom, traveler_count: int) -> DraftTravelers:
    """Divide a number of travelers into random kinds: draw the size of each kind, and who can row."""
    counts = [1] * min(draw.choose(KIND_COUNTS), traveler_count)
    for _ in range(traveler_count - len(counts)):
        counts[draw.randbelow(len(counts))] += 1
    rowing = max(1, min(len(counts) - 1, 1 + draw.randbelow(3)))
    return DraftTravelers(draw, dict(zip(KIND_NAMES, counts, strict=False)), KIND_NAMES[:rowing])


def _draw_puzzle_without_rules(draw: SeededRandom, travelers: DraftTravelers) -> TomlData:
    """Draw the data of a puzzle file without rules: places, kinds of travelers, boat, start and goal.

    One kind may start on the far side, where its goal is to stay or to cross to the near side.
    """
    island = draw.chance(ISLAND_PROBABILITY) and sum(travelers.counts.values()) <= MAX_TRAVELERS_WITH_ISLAND
    there = [draw.choose(travelers.names)] if draw.chance(FAR_SIDE_PROBABILITY) else []
    coming = there if draw.chance(0.5) else []
    return {
        "family": "crossing",
        "name": "invented",
        "places": [{"name": name} for name in ("start", "island", "goal") if island or name != "island"],
        "kinds": travelers.make_kind_tables(),
        "boat": {"capacity": draw.choose(BOAT_CAPACITIES)},
        "rules": [],
        "start": {"boat": "start", "everyone": "start", "kinds": dict.fromkeys(there, "goal")},
        "goal": {"everyone": "goal", "kinds": dict.fromkeys(coming, "start")},
    }


def _find_fewest_crossings(data: TomlData) -> int | None:
    """Return the number of crossings of a shortest solution, for the data of a puzzle file.

    The result is None if there is no solution, if the rules have mistakes, or if there are too many states.
    """
    puzzle = CrossingFile(**data)
    if any(puzzle.find_mistakes()):
        return None
    try:
        space = CrossingSpace(instantiate(puzzle, {}))
        graph = explore_graph(space, max_states=MAX_STATES)
    except FerryplanError:
        return None
    return graph.layers[graph.goals[0]] if graph.goals and graph.complete else None
