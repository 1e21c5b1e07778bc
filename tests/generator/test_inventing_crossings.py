"""Drawn crossings and their unsolvable twins: each part is drawn many times, and an independent oracle checks it."""

from __future__ import annotations

import itertools
from collections import Counter
from types import SimpleNamespace
from typing import Any

import invented_puzzles
import pytest
from draft_samples import FARMER

from ferryplan.generator.crossing.inventing import drafts as crossings
from ferryplan.generator.crossing.inventing import twins as crossing_twins
from ferryplan.generator.families import instantiate
from ferryplan.generator.inventing import identity, invention
from ferryplan.generator.inventing.identity import structure_signature
from ferryplan.generator.inventing.wishes import (
    MissedWishError,
    PuzzleWishes,
    Twin,
    iterate_change_counts,
)
from ferryplan.generator.isomorphism import AnonymousThing, isomorphism_signature
from ferryplan.generator.puzzle import load
from ferryplan.generator.puzzle_text import format_puzzle
from ferryplan.generator.seeded_random import SeededRandom
from ferryplan.generator.theming import complete_words


@pytest.mark.parametrize("kind", crossings.RULE_DRAWERS)
def test_rules_that_are_drawn_name_different_kinds(kind: str) -> None:
    counts = {"alpha": 1, "beta": 2, "gamma": 3, "delta": 1}
    drawn = list[dict[str, Any]]()
    for seed in range(40):
        cast = crossings.DraftTravelers(SeededRandom(f"{seed}"), counts, ["alpha", "beta"])
        rule = SeededRandom(f"{seed} make").choose(crossings.RULE_DRAWERS[kind])(cast)
        assert rule is not None
        drawn.append(rule)
        parts = [rule[key] for key in ("victims", "threats", "guardians", "kinds", "others", "companions", "before", "after")
                 if isinstance(rule.get(key), list)]  # fmt: skip
        named = [*itertools.chain.from_iterable(parts), *filter(None, [rule.get("guardian")])]
        assert len({*named}) == len(named) >= 1
        assert {*named} <= {*counts}
        if kind in ("must-cross-with", "never-cross-with"):
            assert len(named) == 2
        if kind == "outnumber":
            assert [rule["threats"], rule["others"]] == [["beta"], ["gamma"]], "there must be as many others"
        if kind == "never-row-alone":
            assert {*rule["kinds"]} <= {"alpha", "beta"}
        if kind == "at-most":
            assert 1 <= rule["number"] < 3
            assert len(rule["kinds"]) in (2, 3)
    assert {one["rule"] for one in drawn} == {kind}
    assert len({repr(one) for one in drawn}) > (kind != "outnumber")
    if kind in ("first", "last"):
        assert {len(one) for one in drawn} == {2, 3}, "before whom or after whom is said sometimes"


def test_outnumber_rule_needs_two_kinds_of_several_travelers() -> None:
    cast = crossings.DraftTravelers(SeededRandom("1"), {"alpha": 1, "beta": 3, "gamma": 1}, ["alpha"])
    assert crossings.RULE_DRAWERS["outnumber"][0](cast) is None
    assert crossings.DraftTravelers(SeededRandom("1"), {"alpha": 1}, ["alpha"]).draw_guardian("alpha") is None


@pytest.mark.parametrize("travellers", range(1, 9))
def test_drawn_puzzle_has_the_requested_travelers_and_some_rowers(travellers: int) -> None:
    for seed in range(30):
        cast = crossings._draw_travelers(SeededRandom(f"{seed}"), travellers)
        assert sum(cast.counts.values()) == travellers
        assert min(cast.counts.values()) >= 1
        assert 1 <= len(cast.rowers) <= max(1, min(3, len(cast.names) - 1))
        assert {*cast.rowers} <= {*cast.names}
        assert [kind.get("count", 1) for kind in cast.make_kind_tables()] == [*cast.counts.values()]
        assert [kind["name"] for kind in cast.make_kind_tables() if kind.get("rows", True)] == [*cast.rowers]
        assert all(("called" in kind) != ("count" in kind) for kind in cast.make_kind_tables()), (
            "one has a name, several are numbered"
        )


def test_drawn_crossings_sometimes_start_travelers_on_the_other_side() -> None:
    seen = Counter[str]()
    for seed in range(60):
        draw = SeededRandom(f"{seed}")
        made = crossings._draw_puzzle_without_rules(draw, crossings._draw_travelers(draw, 5))
        there, coming = made["start"]["kinds"], made["goal"]["kinds"]
        assert {*coming} <= {*there}
        assert {*there.values()} <= {"goal"}
        assert {*coming.values()} <= {"start"}
        seen["nobody" if not there else "come" if coming else "stay"] += 1
    assert min(seen[what] for what in ("nobody", "come", "stay")) >= 5


def test_optimum_is_known_only_if_all_states_are_explored(monkeypatch: pytest.MonkeyPatch) -> None:
    assert crossings._find_fewest_crossings(FARMER) == 7
    monkeypatch.setattr(crossings, "MAX_STATES", 10)
    assert crossings._find_fewest_crossings(FARMER) == 7
    monkeypatch.setattr(crossings, "MAX_STATES", 9)
    assert crossings._find_fewest_crossings(FARMER) is None
    assert crossings._find_fewest_crossings({**FARMER, "boat": {"capacity": 1}}) is None, "the farmer alone"


def test_incomplete_exploration_gives_no_optimum_despite_reached_goal(monkeypatch: pytest.MonkeyPatch) -> None:
    """An exploration that stops early gives no optimum.

    In a boat for four the goal is one crossing away, and among the first states of the exploration.
    """
    large = {**FARMER, "boat": {"capacity": 4}}
    assert crossings._find_fewest_crossings(large) == 1
    monkeypatch.setattr(crossings, "MAX_STATES", 6)
    assert crossings._find_fewest_crossings(large) is None


def _drafts(number: int, **wishes: Any) -> list[Any]:
    """Return `number` crossings that are drawn with some wishes, without those that miss them."""
    found = []
    for seed in range(400):
        try:
            found.append(crossings.draw_crossing(SeededRandom(f"{seed}"), PuzzleWishes(solutions=None, **wishes)))
        except MissedWishError:
            continue
        if len(found) == number:
            return found
    raise AssertionError("too few")


def test_drafted_crossings_have_the_requested_length() -> None:
    for draft in _drafts(3, sizes={"travelers": range(4, 5), "crossings": range(5, 6)}):
        assert draft.proven["crossings"] == 5
        data = invented_puzzles.parse_puzzle(format_puzzle(complete_words(draft.puzzle)))
        assert invented_puzzles.count_fewest_crossings(data) == 5
        assert len(data["rules"]) >= 2


def test_each_added_rule_makes_the_optimum_longer() -> None:
    """Each rule after the first makes the optimum longer, also if the wishes allow redundant rules."""
    for draft in _drafts(4, sizes={"travelers": range(4, 5), "crossings": range(3, 10)}, minimal=False):
        data = invented_puzzles.parse_puzzle(format_puzzle(complete_words(draft.puzzle)))
        lengths = [
            invented_puzzles.count_fewest_crossings({**data, "rules": data["rules"][:number]})
            for number in range(len(data["rules"]) + 1)
        ]
        assert all(one is not None for one in lengths)
        assert lengths[1:] == sorted({*lengths[1:]}), lengths
        assert draft.proven["minimal"] is False


def test_identity_uses_the_graph_only_if_complete(monkeypatch: pytest.MonkeyPatch) -> None:
    """A crossing with more states than the limit is identified by its structure, not by a partial graph.

    So crossings that differ only beyond the limit are not taken for equal.
    """
    farmer, more = instantiate(load("wolf-goat-cabbage"), {}), instantiate(load("bridge-torch"), {})
    whole = identity.compute_identity(farmer)
    assert whole != structure_signature(farmer)
    monkeypatch.setattr(identity, "MAX_STATES", 10)
    assert identity.compute_identity(farmer) == whole
    monkeypatch.setattr(identity, "MAX_STATES", 9)
    assert identity.compute_identity(farmer) == structure_signature(farmer) != whole
    assert identity.compute_identity(farmer) != identity.compute_identity(more)


def test_identity_ignores_the_direction_of_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    """A graph with reversed moves has the same identity."""

    def identity_with(links: list[tuple[int, int]]) -> str:
        graph = SimpleNamespace(complete=True, states=range(4), targets=[target for _, target in links],
                                link_entries=lambda: [(origin, at) for at, (origin, _) in enumerate(links)])  # fmt: skip
        monkeypatch.setattr(identity, "explore_graph", lambda space, max_states: graph)
        return identity.compute_identity(instantiate(load("wolf-goat-cabbage"), {}))

    out = [(0, 1), (0, 2), (0, 3)]
    assert identity_with(out) == identity_with([(target, origin) for origin, target in out])
    assert identity_with(out) == identity_with([(1, 0), (0, 2), (3, 0)])
    assert identity_with(out) != identity_with([(0, 1), (1, 2), (2, 3)])


def test_isomorphism_signature_counts_the_links_of_each_node() -> None:
    """Links are counted per node.

    Two links from one node differ from one link, and together with a third link they differ from three separate links.
    """

    def signed(*links: str) -> str:
        return isomorphism_signature([("link", *(AnonymousThing("node", ord(end)) for end in link)) for link in links])

    assert signed("ab", "ac") != signed("ab")
    assert signed("ab", "ac", "de") != signed("ab", "cd", "ef")
    assert signed("ab", "bc", "ca") != signed("ab", "bc", "cd")
    assert signed("ab") != signed("aa")
    assert isomorphism_signature([("a", 1)]) != isomorphism_signature([("a", 2)]) != isomorphism_signature([("a", "2")])


def _several(each: int, most: int) -> crossings.CrossingFile:
    """Return a crossing of `each` missionaries and cannibals in a boat for `most`."""
    kinds = [{"name": name, "count": each, "names": "{{ name }} {{ letter }}"} for name in ("alpha", "beta")]
    rules = [{"rule": "outnumber", "threats": ["alpha"], "others": ["beta"]}]
    return crossings.CrossingFile(**{**FARMER, "kinds": kinds, "rules": rules, "boat": {"capacity": most}})


def test_twin_is_accepted_only_after_complete_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """A twin is accepted only after a complete search shows that it is unsolvable.

    Four missionaries and four cannibals cannot cross in a boat for two (Fraley, Cooke and Detrick 1966), but many states precede this result.
    """
    proposal = Twin(_several(4, 2), "four of each")
    assert invention._find_unsolvable_twin(iter([proposal])) == proposal
    monkeypatch.setattr(invention, "MAX_STATES", 5)
    with pytest.raises(MissedWishError, match="no unsolvable twin was found"):
        invention._find_unsolvable_twin(iter([proposal]))


def test_solvable_proposal_is_never_accepted_as_unsolvable_twin() -> None:
    """Neither solvable proposals nor an empty list yield a twin."""
    puzzle = crossings.CrossingFile(**FARMER)
    with pytest.raises(MissedWishError, match="no unsolvable twin was found"):
        invention._find_unsolvable_twin(iter([Twin(puzzle, "nothing")] * 3))
    with pytest.raises(MissedWishError, match="no unsolvable twin was found"):
        invention._find_unsolvable_twin(iter([]))


def test_unsolvable_twin_with_most_states_of_three_is_chosen() -> None:
    """Of the first three unsolvable proposals, the twin with the most states is chosen.

    With a boat for one and no rules, the farmer reaches 2 states; with a rule that forbids him to leave, 1 state. The fourth unsolvable
    proposal is never requested.
    """
    stuck = crossings.CrossingFile(**{**FARMER, "boat": {"capacity": 1}})
    further = crossings.CrossingFile(**{**FARMER, "boat": {"capacity": 1}, "rules": FARMER["rules"][:1]})
    free = crossings.CrossingFile(**{**FARMER, "boat": {"capacity": 1}, "rules": []})
    solvable = crossings.CrossingFile(**FARMER)
    given_order = [solvable, stuck, further, stuck, free]
    asked = list[int]()

    def proposals() -> Any:
        for number, one in enumerate(given_order):
            asked.append(number)
            yield Twin(one, f"{number}")

    assert invention._find_unsolvable_twin(proposals()).change in {"1", "2", "3"}
    assert asked == [0, 1, 2, 3]
    assert invention._find_unsolvable_twin(iter([Twin(stuck, "stuck"), Twin(free, "free")])).change == "free"


def test_later_proposed_twins_change_more_parts() -> None:
    """The 240 proposals change one to eight parts, 30 proposals each."""
    assert Counter(iterate_change_counts()) == dict.fromkeys(range(1, 9), 30)
    assert [*iterate_change_counts()] == sorted(iterate_change_counts())


def test_twin_of_crossing_keeps_the_number_of_rowers() -> None:
    numbers = {"alpha": 1, "beta": 3, "gamma": 2, "delta": 4}
    seen = set[tuple[int, ...]]()
    for seed in range(60):
        exchanged = crossing_twins._exchange_kind_sizes(SeededRandom(f"{seed}"), numbers, ["alpha", "gamma"])
        assert {exchanged["alpha"], exchanged["gamma"]} == {1, 2}
        assert {exchanged["beta"], exchanged["delta"]} == {3, 4}
        seen.add(tuple(exchanged.values()))
    assert len(seen) == 4


def test_kind_on_far_side_is_exchanged_only_for_one_of_equal_count() -> None:
    said = {
        "start": {"boat": "start", "everyone": "start", "kinds": {"beta": "goal"}},
        "goal": {"everyone": "goal", "kinds": {"beta": "start"}},
    }
    counts = {"alpha": 1, "beta": 2, "gamma": 2, "delta": 3}
    for seed in range(10):
        cast = crossings.DraftTravelers(SeededRandom(f"{seed}"), counts, ["alpha"])
        assert crossing_twins._exchange_far_side_kind(cast, said) == {
            "start": {"boat": "start", "everyone": "start", "kinds": {"gamma": "goal"}},
            "goal": {"everyone": "goal", "kinds": {"gamma": "start"}},
        }
    alone = crossings.DraftTravelers(SeededRandom("1"), {**counts, "gamma": 1}, ["alpha"])
    assert crossing_twins._exchange_far_side_kind(alone, said) == {}
    assert crossing_twins._exchange_far_side_kind(alone, {"start": {}, "goal": {}}) == {}


@pytest.mark.parametrize(
    ("threats", "others", "drawn"), [(2, 2, True), (2, 3, True), (3, 2, False), (1, 2, False), (1, 1, False)]
)
def test_unsolvable_twins_contain_only_rules_that_random_puzzles_may_have(
    threats: int, others: int, drawn: bool
) -> None:
    """An outnumber rule with more threats than others, or with one threat, is not proposed.

    No invented crossing has such a rule, so it would reveal the twin.
    """
    cast = crossings.DraftTravelers(SeededRandom("1"), {"alpha": threats, "beta": others}, ["alpha"])
    assert (
        crossing_twins._can_occur_in_drafts(cast, {"rule": "outnumber", "threats": ["alpha"], "others": ["beta"]})
        is drawn
    )
    assert crossing_twins._can_occur_in_drafts(cast, {"rule": "guard"})
