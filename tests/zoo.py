"""Any puzzle: ants and bees in pairs, cats, and rules as they come."""

from __future__ import annotations

from hypothesis import assume
from hypothesis import strategies as st

from generator.crossing.instance import Instance
from generator.crossing.instantiation import instantiate
from generator.crossing.puzzle_file import CrossingFile
from generator.errors import FerryplanError

names = st.sampled_from(["ant", "bee", "cat"])
rules = st.one_of(
    st.fixed_dictionaries(
        {
            "rule": st.just("guard"),
            "says": st.just("guarded"),
            "victims": st.lists(names, min_size=1, max_size=2, unique=True),
            "threats": st.one_of(st.just("everyone"), st.lists(names, min_size=1, max_size=2, unique=True)),
            "guardian": st.one_of(st.none(), names),
        }
    ),
    st.permutations(["ant", "bee", "cat"]).map(
        lambda order: {"rule": "outnumber", "says": "outnumbered", "threats": order[:1], "others": order[1:2]}
    ),
    names.map(
        lambda name: {
            "rule": "guard",
            "says": "in a chain",
            "victims": [name],
            "threats": [name],
            "chain": True,
            "guardian": "bee",
        }
    ),
    st.fixed_dictionaries(
        {
            "rule": st.just("deadline"),
            "says": st.just("late"),
            "kinds": st.lists(names, min_size=1, max_size=2, unique=True),
            "place": st.sampled_from(["left", "right"]),
            "crossings": st.integers(0, 3),
        }
    ),
    st.fixed_dictionaries({"rule": st.just("limit"), "says": st.just("enough"), "crossings": st.integers(1, 5)}),
)
puzzles = st.fixed_dictionaries(
    {
        "pairs": st.integers(1, 2),
        "cats": st.integers(0, 2),
        "rows": st.tuples(st.booleans(), st.booleans(), st.integers(0, 2)),
        "islands": st.integers(0, 1),
        "capacity": st.integers(1, 3),
        "boat_rules": st.booleans(),
        "rules": st.lists(rules, max_size=3),
        "weight": st.one_of(st.none(), st.integers(0, 5)),
        "goal": st.sampled_from(
            [{"everyone": "right"}, {"kinds": {"bee": "right"}}, {"boat": "right", "kinds": {"ant": "right"}}]
        ),
    }
)


@st.composite
def zoo(draw: st.DrawFn) -> Instance:
    """An instance that makes sense."""
    made = draw(puzzles)
    ants, bees, cats = made["rows"]
    weight = {} if made["weight"] is None else {"weight": made["weight"]}
    puzzle = CrossingFile.model_validate(
        {
            "family": "crossing", "name": "zoo", "title": "Zoo", "story": "Zoo.", "source": "none",
            "places": [{"name": "left"}, {"name": "island", "count": made["islands"]}, {"name": "right"}],
            "kinds": [
                {"name": "ant", "plural": "ants", "count": made["pairs"], "names": "a{{ number }}", "rows": ants},
                {
                    "name": "bee", "plural": "bees", "count": made["pairs"], "names": "b{{ number }}", "rows": bees,
                    "paired_with": "ant", "weight": 2,
                },
                {
                    "name": "cat", "plural": "cats", "count": made["cats"], "names": "c{{ number }}", "rows": cats,
                    "weight": "number",
                },
            ],
            "boat": {"capacity": made["capacity"], "rules": made["boat_rules"], **weight},
            "rules": made["rules"],
            "start": {"boat": "left", "everyone": "left"},
            "goal": made["goal"],
        }
    )  # fmt: skip
    try:
        return instantiate(puzzle, {})
    except FerryplanError:  # a start that breaks a rule
        assume(False)
        raise
