"""Random river crossings with few travelers, small enough for brute force.

They have all features of puzzle files.
"""

from __future__ import annotations

from typing import Any

import crossing_readings
from hypothesis import strategies as st

from strategies.files import PuzzleText, toml
from strategies.texts import names, prose, unique
from strategies.wording import Wording

__all__ = ["crossing_files"]

TRAVELLERS = {2: 5, 3: 4, 4: 3}
"""the maximum number of travelers, by the number of places"""
LETTERS = "ABCDEFGH"


@st.composite
def crossing_files(draw: st.DrawFn, fleet: bool = False) -> PuzzleText:
    """Draw a puzzle file of a river crossing, always with boats that differ if ``fleet``.

    The program must refuse some of these files: those in which somebody is in danger at the start.
    """
    wording = Wording(draw)
    places = _places(draw)
    count = sum(place["count"] for place in places)
    kinds = _kinds(draw, TRAVELLERS[count])
    single = [place["name"] for place in places if place["count"] == 1]
    costs = draw(st.sampled_from([None] * 7 + ["slowest", "rower"]))
    numbers = draw(st.sampled_from([st.integers(1, 4)] * 3 + [st.integers(0, 3)]))
    for kind in kinds:
        for amount in ("pace", "fee", "weight"):
            kind[amount] = [draw(numbers) for _ in kind["members"]]
    goal = _positions(draw, kinds, single, whole=False)
    named = [place["name"] for place in places]
    plain: dict[str, Any] = {
        "family": "crossing", "name": draw(st.sampled_from(["random", "x", "p-2"])), "title": draw(names),
        "story": draw(prose), "source": draw(prose),
        "places": places, "routes": _routes(draw, places), "kinds": kinds,
        "boat": {
            "capacity": draw(st.sampled_from([2] * 5 + [3] * 3 + [4, 1])),
            "weight": draw(st.sampled_from([None] * 6 + [3, 5, 1])),
            "rules": draw(st.sampled_from([True, True, False])),
            "count": draw(st.sampled_from([1] * 9 + [2])),
            "minutes": draw(st.integers(1, 3)),
        },
        "boats": _boats(draw, kinds, [2, 2, 2, 3] if fleet else [0] * 12 + [1, 2, 2]),
        "cost": costs,
        "rules": [_rule(draw, kinds, single, named, goal) for _ in range(draw(st.sampled_from([1, 2, 2, 3, 1, 0, 4])))],
        "start": _positions(draw, kinds, single, whole=True),
        "goal": goal,
    }  # fmt: skip
    plain["rules"] = [rule for rule in plain["rules"] if rule]
    # Few files are to be refused.
    while not crossing_readings.read_crossing(plain).is_start_peaceful() and draw(
        st.sampled_from([True] * 9 + [False])
    ):
        full = [place for place in places if place["holds"] is not None]
        if full:
            full[0]["holds"] = None
        else:
            plain["rules"].remove(next(rule for rule in plain["rules"] if rule["rule"] not in ("deadline", "limit")))
    return PuzzleText(toml(_said(wording, plain)), wording.given, plain)


def _boats(draw: st.DrawFn, kinds: list[dict[str, Any]], numbers: list[int]) -> list[dict[str, Any]]:
    """Draw boats that differ, their number being one of `numbers`."""
    some = st.lists(st.sampled_from([kind["name"] for kind in kinds]), min_size=1, unique=True)
    return [
        {
            "name": name,
            "called": draw(st.sampled_from([None, None, "{{ name }}"])),
            "capacity": draw(st.sampled_from([None, 1, 2, 3])),
            "weight": draw(st.sampled_from([None] * 4 + [2, 4])),
            "rowers": draw(st.one_of(st.none(), some)),
        }
        for name in draw(unique(draw(st.sampled_from(numbers))))
    ]


def _places(draw: st.DrawFn) -> list[dict[str, Any]]:
    """Draw two to four places in two to four tables; two of the tables are one place each."""
    counts = draw(st.sampled_from([[1, 1]] * 4 + [[1, 1, 1]] * 2 + [[1, 1, 0], [1, 1, 2], [1, 1, 1, 1], [1, 0, 1, 1]]))
    return [
        {
            "name": name, "count": count, "called": draw(st.sampled_from([None, None, "the {{ name }}", "{{ name }}", "a bank"])),
            "holds": draw(st.sampled_from([None] * 9 + [3, 2, 1])), "says": draw(st.sampled_from([None, "No more than {{ 1 + 1 }}."])),
        }
        for name, count in zip(draw(unique(len(counts))), draw(st.permutations(counts)), strict=True)
    ]  # fmt: skip


def _routes(draw: st.DrawFn, places: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Draw routes; in most cases none, which joins all places."""
    if draw(st.sampled_from([True, True, False])):
        return []
    name = st.sampled_from([place["name"] for place in places])
    return draw(
        st.lists(
            st.fixed_dictionaries(
                {"between": st.lists(name, min_size=2, max_size=2), "when": st.sampled_from([True, True, False])}
            ),
            min_size=1,
            max_size=4,
        )
    )


def _kinds(draw: st.DrawFn, most: int) -> list[dict[str, Any]]:
    """Draw kinds with at least one and at most `most` travelers in all.

    Among them pairs, and chains of pairs.
    """
    kinds: list[dict[str, Any]] = []
    taken = set[str]()
    left = most
    for name in draw(unique(draw(st.sampled_from([3, 2, 4, 3, 2, 1])))):
        partners = [kind for kind in kinds if len(kind["members"]) <= left][-2:]
        partner = (
            draw(st.sampled_from([partners[-1], *partners]))
            if partners and draw(st.sampled_from([True, True, False]))
            else None
        )
        counts = [count for count in (2, 1, 2, 1, 3, 0) if count <= left and (count or left < most)]
        count = len(partner["members"]) if partner else draw(st.sampled_from(counts))
        left -= count
        pattern, members = _members(draw, name, count, partner, taken)
        taken |= {*members}
        kinds.append(
            {
                "name": name,
                "plural": draw(names),
                "members": members,
                "names": pattern,
                "called": draw(
                    st.sampled_from([None, None, "the {{ traveller }}", "{{ name }} {{ number }}", "somebody"])
                ),
                "paired_with": partner["name"] if partner else None,
                "rows": draw(st.sampled_from([True] * 7 + [False, False, 1, 2, 0])),
            }
        )
    return kinds


def _members(
    draw: st.DrawFn, name: str, count: int, partner: dict[str, Any] | None, taken: set[str]
) -> tuple[str | None, list[str]]:
    """Draw a pattern of names, and the names that it gives; none of them is taken."""
    mark = draw(names.filter(lambda text: "{" not in text and "}" not in text))
    ways: list[tuple[str | None, list[str]]] = [
        (f"{mark}{{{{ number }}}}", [f"{mark}{index + 1}" for index in range(count)]),
        (f"{{{{ letter }}}}{mark}", [f"{LETTERS[index]}{mark}" for index in range(count)]),
        ("{{ name }} {{ index }}", [f"{name} {index}" for index in range(count)]),
        (f"{mark} {{{{ number }}}} of {{{{ count }}}}", [f"{mark} {index + 1} of {count}" for index in range(count)]),
    ]
    if count <= 1:
        ways += [(None, [name] * count), (mark, [mark] * count)] * 2
    if partner:
        ways += [(f"{{{{ partner }}}}{mark}", [f"{member}{mark}" for member in partner["members"]])] * 3
    fitting = [way for way in ways if not taken & {*way[1]} and all(len(member) <= 80 for member in way[1])]
    number = len(taken)
    return draw(
        st.sampled_from(fitting or [(f"m{number}n{{{{ index }}}}", [f"m{number}n{index}" for index in range(count)])])
    )


def _rule(
    draw: st.DrawFn, kinds: list[dict[str, Any]], places: list[str], named: list[str], goal: dict[str, Any]
) -> dict[str, Any] | None:
    """Draw a rule of any kind."""
    every = [kind["name"] for kind in kinds]
    some = st.lists(st.sampled_from(every), min_size=1, max_size=draw(st.sampled_from([1, 1, 2])), unique=True)
    says = draw(st.sampled_from(["It must be so.", "; or else )", "{{ 1 + 1 }} of them", "and"]))
    needed = draw(st.sampled_from(["any", "all"]))
    where = draw(
        st.sampled_from(
            [None] * 5 + [["boat"], ["place"], ["place", "boat"], ["boat", "place"]]
            + [[name] for name in named] + [[named[0], "boat"], named[:2], ["boat", *named[1:]]]
        )
    )  # fmt: skip
    match draw(
        st.sampled_from(
            ["guard"] * 6
            + ["chain"]
            + ["outnumber"] * 3
            + ["at-most"] * 3
            + ["deadline", "deadline", "limit", "limit"]
            + ["never-row-alone", "must-cross-with", "never-cross-with", "first", "last"] * 2
        )
    ):
        case "guard":
            pairs = [(kind["name"], kind["paired_with"]) for kind in kinds if kind["paired_with"]]
            # Each has its own guardian; either kind of the pair may be listed first.
            if pairs and draw(st.sampled_from([True, True, False])):
                victim, own = draw(st.permutations(draw(st.sampled_from(pairs))))
                # Its own partner, and another kind.
                together = draw(st.sampled_from([[], [], *([name] for name in every if name != own)]))
                against: Any = draw(st.sampled_from([[own], "everyone", [victim], [every[0]]]))
                return {
                    "rule": "guard",
                    "says": says,
                    "victims": [victim],
                    "threats": against,
                    "chain": False,
                    "guardian": None if together else own,
                    "guardians": [own, *together] if together else None,
                    "needed": needed,
                    "where": where,
                }
            threats = "everyone" if draw(st.sampled_from([False, False, True])) else draw(some)
            guardian = draw(st.sampled_from([None, None, *every]))
            several = st.lists(st.sampled_from(every), min_size=min(2, len(every)), max_size=3, unique=True)
            guardians = draw(st.one_of(st.none(), several, several)) if guardian is None else None
            return {
                "rule": "guard",
                "says": says,
                "victims": draw(some),
                "threats": threats,
                "chain": False,
                "guardian": guardian,
                "guardians": guardians,
                "needed": needed,
                "where": where,
            }
        case "chain":
            kind, guardian = draw(st.sampled_from(every)), draw(st.one_of(st.none(), st.sampled_from(every)))
            return {
                "rule": "guard",
                "says": says,
                "victims": [kind],
                "threats": [kind],
                "chain": True,
                "guardian": guardian,
                "guardians": None,
                "needed": needed,
                "where": where,
            }
        case "outnumber" if len(every) > 1:
            order = draw(st.permutations(every))
            first = draw(st.integers(1, len(every) - 1))
            others = order[first : first + 2]
            return {"rule": "outnumber", "says": says, "threats": order[:first], "others": others, "where": where}
        case "at-most":
            counted = draw(some)
            present = sum(len(kind["members"]) for kind in kinds if kind["name"] in counted)
            fewest = 0 if where == ["boat"] else max(0, present - 2)  # at the start, most travelers are together
            number = draw(st.integers(fewest, present + 1))
            return {
                "rule": "at-most", "says": says, "kinds": counted, "number": number, "where": where,
            }  # fmt: skip
        case "never-row-alone":
            return {"rule": "never-row-alone", "says": says, "kinds": draw(some)}
        case "must-cross-with":
            with_whom = draw(st.lists(st.sampled_from(every), min_size=1, max_size=2, unique=True))
            return {
                "rule": "must-cross-with", "says": says, "kinds": draw(some), "companions": with_whom, "needed": needed,
            }  # fmt: skip
        case "never-cross-with":
            return {"rule": "never-cross-with", "says": says, "kinds": draw(some), "others": draw(some)}
        case "first" | "last" as order:
            ends = {name: goal["kinds"].get(name, goal["everyone"]) for name in every}
            place = draw(st.sampled_from([end for end in ends.values() if end] or [None]))
            fitting = draw(st.permutations([name for name in every if ends[name] == place]))
            if place is None or len(fitting) < 2:
                return None
            cut = draw(st.integers(1, len(fitting) - 1))
            others: Any = draw(st.sampled_from([fitting[cut:], "everyone"]))
            key = "before" if order == "first" else "after"
            return {"rule": order, "says": says, "kinds": fitting[:cut], key: others}
        case "deadline":
            crossings = draw(st.sampled_from([3, 2, 5, 1, 0, 7]))
            return {
                "rule": "deadline",
                "says": says,
                "kinds": draw(some),
                "place": draw(st.sampled_from(places)),
                "crossings": crossings,
            }
        case "limit":
            return {"rule": "limit", "says": says, "crossings": draw(st.sampled_from([7, 5, 4, 9, 2, 1]))}
    return None


def _positions(draw: st.DrawFn, kinds: list[dict[str, Any]], places: list[str], whole: bool) -> dict[str, Any]:
    """Draw positions of boat and travelers, in most cases the first or the last place.

    A goal may leave some open.
    """
    usual = places[0] if whole else places[-1]
    place = st.sampled_from([usual] * 3 + places)
    every = [kind["name"] for kind in kinds]
    single = (
        draw(st.dictionaries(st.sampled_from(every), place, max_size=3))
        if draw(st.sampled_from([False, False, True]))
        else {}
    )
    everyone = draw(place) if whole or draw(st.sampled_from([True] * 3 + [False])) else None
    if whole and {*every} <= {*single}:
        everyone = draw(st.sampled_from([everyone, None]))
    boat = draw(place) if whole else draw(st.one_of(st.none(), st.none(), place))
    if boat is None and everyone is None and not single:
        everyone = usual
    return {"boat": boat, "everyone": everyone, "kinds": single}


def _said(wording: Wording, plain: dict[str, Any]) -> dict[str, Any]:
    """Return the tables as the file states them.

    Some numbers are expressions, and some default values are left out.
    """
    number, condition, draw = wording.number, wording.condition, wording.draw

    def amounts(kind: dict[str, Any], amount: str, default: int) -> dict[str, Any]:
        values = kind[amount]
        if all(value == default for value in values) and draw(st.booleans()):
            return {}
        if not values or len({*values}) == 1:
            return {amount: number(values[0] if values else default)}
        if wording.free_lists and draw(st.booleans()):
            return {amount: wording.new_list(values)}
        # one after the other, by their index
        return {
            amount: " ".join(
                f"{value} if {by} else" for value, by in zip(values, _tests(draw, len(values)), strict=True)
            )
            + " 0"
        }

    def kind_of(kind: dict[str, Any]) -> dict[str, Any]:
        rows = kind["rows"]
        said = {"name": kind["name"], "plural": kind["plural"]}
        if len(kind["members"]) != 1 or draw(st.booleans()):
            said["count"] = number(len(kind["members"]))
        said |= {key: kind[key] for key in ("names", "called", "paired_with") if kind[key] is not None}
        if rows is not True or draw(st.booleans()):
            said["rows"] = condition(rows) if isinstance(rows, bool) else number(rows)
        return said | amounts(kind, "pace", 1) | amounts(kind, "fee", 0) | amounts(kind, "weight", 0)

    def rule_of(rule: dict[str, Any]) -> dict[str, Any]:
        said = {key: value for key, value in rule.items() if value is not None and value is not False}
        if said.get("needed") == "any" and draw(st.booleans()):
            del said["needed"]
        return said | {key: number(rule[key]) for key in ("crossings", "number") if key in rule}

    def positions_of(table: dict[str, Any]) -> dict[str, Any]:
        return {key: value for key, value in table.items() if value}

    boat = plain["boat"]
    tables = {
        **{key: plain[key] for key in ("family", "name", "title", "source")},
        "story": wording.prose(plain["story"]),
        "places": [
            {"name": place["name"]}
            | ({} if place["count"] == 1 else {"count": number(place["count"])})
            | ({} if place["holds"] is None else {"holds": number(place["holds"])})
            | {key: place[key] for key in ("called", "says") if place[key] is not None}
            for place in plain["places"]
        ],
        "kinds": list(map(kind_of, plain["kinds"])),
        "boat": {
            "capacity": number(boat["capacity"]),
            **({} if boat["weight"] is None else {"weight": number(boat["weight"])}),
            **({} if boat["rules"] else {"rules": condition(boat["rules"])}),
            **({} if boat["count"] == 1 or plain["boats"] else {"count": number(boat["count"])}),
            **({} if boat["minutes"] == 1 else {"minutes": number(boat["minutes"])}),
        },
        "rules": list(map(rule_of, plain["rules"])),
        "start": positions_of(plain["start"]),
        "goal": positions_of(plain["goal"]),
    }
    if plain["routes"]:
        tables["routes"] = [{"between": one["between"], "when": condition(one["when"])} for one in plain["routes"]]
    if plain["boats"]:
        tables["boats"] = [
            {key: one[key] for key in ("name", "called", "rowers") if one[key] is not None}
            | {key: number(one[key]) for key in ("capacity", "weight") if one[key] is not None}
            for one in plain["boats"]
        ]
    if plain["cost"]:
        tables["cost"] = {"crossing": plain["cost"], "unit": "coin", "units": "coins"}
    return {**tables, "parameters": wording.tables}


def _tests(draw: st.DrawFn, count: int) -> list[str]:
    by_index = draw(st.booleans())
    return [f"index == {index}" if by_index else f"number <= {index + 1}" for index in range(count)]
