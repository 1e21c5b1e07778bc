"""Random river crossings, with everything that their puzzle files may contain.

`second_reader.py` poses questions about them. The names are plain nouns, so the words that ferryplan adds are English.
A crossing has only a few travelers.
"""

from __future__ import annotations

import itertools
import random
from typing import Any

from strategies.files import toml

Table = dict[str, Any]
NOUNS = ["dog", "goose", "wolf", "ox", "child", "thief", "baker", "fox", "fisherman", "lady", "sheep", "witch"]
MAX_TRAVELERS = 6


def draw_crossing(draw: random.Random) -> str:
    """Return a random puzzle file.

    ferryplan may reject it, for example because its initial state breaks a rule.
    """
    places = _draw_places(draw)
    names = [place["name"] for place in places if place.get("count", 1) == 1]
    kinds = _draw_kinds(draw)
    goal: Table = {"everyone": names[-1]}
    if draw.random() < 0.3:
        goal["kinds"] = {draw.choice(kinds)["name"]: draw.choice(names)}
    if draw.random() < 0.1:
        goal = {"kinds": {one["name"]: names[-1] for one in kinds[: 1 + len(kinds) // 2]}}
    if draw.random() < 0.15:
        goal["boat"] = draw.choice(names)
    start: Table = {"boat": names[0], "everyone": names[0]}
    if draw.random() < 0.3:
        start["kinds"] = {draw.choice(kinds)["name"]: draw.choice(names)}
    file: Table = {
        "family": "crossing", "name": "drawn", "places": places, "kinds": kinds, "start": start, "goal": goal,
        "boat": {"capacity": draw.choice([2, 2, 2, 3, 1]), **({"rules": False} if draw.random() < 0.25 else {})},
    }  # fmt: skip
    if len(places) > 2 and draw.random() < 0.4:
        ends = [place["name"] for place in places]
        file["routes"] = [{"between": list(pair)} for pair in itertools.pairwise(ends)]
    if draw.random() < 0.15:
        file["boats"] = [
            {"name": "raft"},
            {"name": "canoe", "capacity": draw.choice([1, 2]), "rowers": [kinds[0]["name"]]},
        ]
    if draw.random() < 0.15:
        file["boat"]["weight"] = draw.choice([3, 4, 5])
        for kind in kinds:
            kind["weight"] = draw.randint(1, 3)
    if draw.random() < 0.2:
        amount = draw.choice(["pace", "fee"])
        file["cost"] = {"crossing": "slowest" if amount == "pace" else "rower", "unit": "coin", "units": "coins"}
        for kind in kinds:
            kind[amount] = draw.randint(amount == "pace", 4)
    rules = [_draw_rule(draw, kinds, places, goal) for _ in range(draw.choice([1, 2, 2, 3, 4]))]
    file["rules"] = [rule for rule in rules if rule]
    return toml(file)


def _draw_places(draw: random.Random) -> list[Table]:
    places: list[Table] = [{"name": "left bank"}, {"name": "right bank"}]
    if draw.random() < 0.35:
        places.insert(1, {"name": "island", **({"count": 2} if draw.random() < 0.2 else {})})
    if draw.random() < 0.2:
        draw.choice(places)["holds"] = draw.randint(0, 4)
    return places


def _draw_kinds(draw: random.Random) -> list[Table]:
    kinds: list[Table] = []
    left = MAX_TRAVELERS
    for name in draw.sample(NOUNS, draw.randint(2, 4)):
        partner = draw.choice(kinds) if kinds and draw.random() < 0.3 else None
        count = partner.get("count", 1) if partner else draw.choice([1, 1, 1, 2, 2, 3])
        if count > left:
            continue
        left -= count
        named = {"count": count, "names": "{{ name }} {{ letter }}"} if count > 1 else {"called": "the {{ traveller }}"}
        kind = {"name": name, "plural": _plural(name), **named}
        if partner:
            kind["paired_with"] = partner["name"]
        if kinds and draw.random() < 0.5:
            kind["rows"] = 1 if count > 1 and draw.random() < 0.3 else False
        kinds.append(kind)
    return kinds


def _plural(name: str) -> str:
    irregular = {
        "goose": "geese",
        "wolf": "wolves",
        "ox": "oxen",
        "child": "children",
        "thief": "thieves",
        "sheep": "sheep",
    }
    irregular |= {"fisherman": "fishermen", "lady": "ladies", "fox": "foxes", "witch": "witches"}
    return irregular.get(name, f"{name}s")


def _draw_rule(draw: random.Random, kinds: list[Table], places: list[Table], goal: Table) -> Table | None:
    """Return a random rule; None if the drawn parts make no sense together."""
    names = [kind["name"] for kind in kinds]

    def draw_kind_names(most: int = 2) -> list[str]:
        return draw.sample(names, draw.randint(1, min(most, len(names))))

    where: Table = {}
    if draw.random() < 0.35:
        scenes = [
            ["boat"],
            ["place"],
            ["place", "boat"],
            ["left bank"],
            ["right bank", "boat"],
            ["left bank", "right bank"],
        ]
        where = {"where": draw.choice(scenes)}
    needed: Table = {"needed": "all"} if draw.random() < 0.4 else {}
    match draw.choice(
        ["guard"] * 4 + ["shy", "chain", "outnumber", "outnumber", "at-most", "alone", "escort", "apart", "first", "last"]
        + ["deadline", "limit"]
    ):  # fmt: skip
        case "guard":
            guards: Table = {"guardians": draw_kind_names(3), **needed} if draw.random() < 0.7 else {}
            return {"rule": "guard", "victims": draw_kind_names(), "threats": draw_kind_names(3), **guards, **where}
        case "shy":
            guards = {"guardians": draw_kind_names(), **needed} if draw.random() < 0.8 else {}
            return {"rule": "guard", "victims": draw_kind_names(), "threats": "everyone", **guards, **where}
        case "chain":
            kind = draw.choice(kinds)
            if kind.get("count", 1) == 1:
                return None
            guards = {"guardian": draw.choice(names)} if draw.random() < 0.7 else {}
            return {
                "rule": "guard",
                "victims": [kind["name"]],
                "threats": [kind["name"]],
                "chain": True,
                **guards,
                **where,
            }
        case "outnumber":
            order = draw.sample(names, len(names))
            cut = draw.randint(1, len(order) - 1) if len(order) > 1 else 0
            return {"rule": "outnumber", "threats": order[:cut], "others": order[cut:], **where} if cut else None
        case "at-most":
            return {"rule": "at-most", "kinds": draw_kind_names(3), "number": draw.randint(0, 3), **where}
        case "alone":
            return {"rule": "never-row-alone", "kinds": draw_kind_names()}
        case "escort":
            return {"rule": "must-cross-with", "kinds": draw_kind_names(), "companions": draw_kind_names(), **needed}
        case "apart":
            return {"rule": "never-cross-with", "kinds": draw_kind_names(), "others": draw_kind_names()}
        case "first" | "last" as order_of:
            ends = {name: goal.get("kinds", {}).get(name, goal.get("everyone")) for name in names}
            fitting = [name for name in draw.sample(names, len(names)) if ends[name] and ends[name] == ends[names[-1]]]
            if len(fitting) < 2:
                return None
            key = "before" if order_of == "first" else "after"
            others: Table = {} if draw.random() < 0.6 else {key: fitting[1:]}
            return {"rule": order_of, "kinds": fitting[:1], **others}
        case "deadline":
            return {
                "rule": "deadline",
                "kinds": draw_kind_names(),
                "place": "left bank",
                "crossings": draw.randint(0, 6),
            }
        case _:
            return {"rule": "limit", "crossings": draw.randint(1, 12)}
