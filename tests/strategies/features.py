"""The features that occur in a random puzzle file, to check that all are drawn."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from strategies.files import PuzzleText

__all__ = ["features"]

WORDS_OF_PDDL = {
    ":derived",
    ":metric",
    "or",
    "imply",
    "exists",
    "forall",
    "when",
    "not",
    ">=",
    "<",
    "=",
    "increase",
    "decrease",
    "assign",
}


def features(file: PuzzleText) -> set[str]:
    """Return descriptions of the features that occur in a file."""
    found = {f"family {file.family}", *({"parameters"} if "type = " in file.text else ())}
    found |= {
        f"parameters of type {kind}"
        for kind in ("integer", "boolean", "list", "text")
        if f'type = "{kind}"' in file.text
    }
    ways = {
        "crossing": _of_crossing,
        "grid": _of_grid,
        "arithmetic": _of_sum,
        "board": _of_board,
        "classical": _of_task,
    }
    return found | {f"{file.family}: {feature}" for feature in ways[file.family](file.plain)}


def _of_crossing(plain: dict[str, Any]) -> Iterator[str]:
    kinds, rules, boat = plain["kinds"], plain["rules"], plain["boat"]
    partner = {kind["name"]: kind["paired_with"] for kind in kinds}
    yield f"{sum(place['count'] for place in plain['places'])} places"
    yield f"{sum(len(kind['members']) for kind in kinds)} travellers"
    yield from ["routes"] * bool(plain["routes"])
    yield from ["a place that holds so many"] * any(
        one["holds"] is not None and one["count"] for one in plain["places"]
    )
    if any(partner.values()):
        yield "pairs"
        yield from ["pairs of two and more"] * any(partner[kind["name"]] and len(kind["members"]) > 1 for kind in kinds)
        yield from ["a chain of pairs"] * any(partner[mate] for mate in partner.values() if mate)
        yield from ["two kinds paired with one"] * (
            len(set(partner.values())) < len([*partner.values()]) - [*partner.values()].count(None) + 1
        )
    for rule in rules:
        yield ("guard in a chain" if rule.get("chain") else rule["rule"])
        if rule["rule"] == "guard":
            yield from ["guard against everyone"] * (rule["threats"] == "everyone")
            guardian = rule["guardian"]
            yield from ["guard without guardian"] * (guardian is None and rule["guardians"] is None)
            yield from [f"guard with {rule['needed']} of several guardians"] * (len(rule["guardians"] or []) > 1)
            yield from ["guardian listed first, its pair the victim"] * any(
                partner[one] == guardian for one in rule["victims"] if guardian
            )
            yield from ["victim listed first, its pair the guardian"] * any(
                partner[guardian] == one for one in rule["victims"] if guardian
            )
            yield from ["guardian not paired"] * bool(
                guardian
                and not any(guardian in (one, partner[one]) or partner[guardian] == one for one in rule["victims"])
            )
            yield from ["guardian of the victims' kind"] * (guardian in rule["victims"])
        if where := rule.get("where"):
            named = {*where} - {"boat", "place"}
            yield f"{rule['rule']} at {'some places' if named else 'all places' if 'place' in where else 'none'}" + (
                " and in the boat" if "boat" in where else ""
            )
        if rule["rule"] == "deadline":
            yield from ["deadline for one of a pair"] * any(
                partner[one] or one in partner.values() for one in rule["kinds"]
            )
        if rule["rule"] == "at-most":
            where = rule["where"]
            yield from ["at most in the boat, although rules do not bind there"] * bool(
                where and "boat" in where and not boat["rules"]
            )
            yield from ["at most among pairs"] * any(partner[one] or one in partner.values() for one in rule["kinds"])
        if rule["rule"] == "outnumber":
            yield from ["outnumber among pairs"] * any(
                partner[one] or one in partner.values() for one in rule["threats"] + rule["others"]
            )
    timed = [rule["rule"] for rule in rules if rule["rule"] in ("deadline", "limit")]
    yield from ["several deadlines"] * (timed.count("deadline") > 1)
    yield from ["deadline and limit"] * (len(set(timed)) > 1)
    yield from ["three rules and more"] * (len(rules) > 2)
    yield from [f"cost {plain['cost']}"] * bool(plain["cost"])
    yield from ["several boats"] * (boat["count"] > 1 and not plain["boats"])
    yield from [f"{len(plain['boats'])} boats that differ"] * bool(plain["boats"])
    yield from ["weights"] * (boat["weight"] is not None)
    yield from ["rules not in the boat"] * (not boat["rules"])
    yield from ["some do not row"] * any(kind["rows"] is not True for kind in kinds)
    for key in ("start", "goal"):
        yield from [f"{key} of single kinds"] * bool(plain[key]["kinds"])
    yield from ["open goal"] * (plain["goal"]["everyone"] is None)
    yield from ["goal for the boat"] * (plain["goal"]["boat"] is not None)
    names = [place["name"] for place in plain["places"]] + [member for kind in kinds for member in kind["members"]]
    yield from ["other scripts"] * any(not name.isascii() for name in names)
    plain_names = ["".join(mark for mark in name.lower() if mark.isascii() and mark.isalnum()) for name in names]
    yield from ["names alike in PDDL"] * (len({*plain_names}) < len(plain_names))


def _of_grid(plain: dict[str, Any]) -> Iterator[str]:
    yield f"{plain['positions']['count']} positions"
    yield f"{len(plain['categories'])} categories"
    for clue in plain["clues"]:
        yield clue["clue"]
        yield from ["a clue that is away"] * (clue["when"] is False)
    yield from ["no clue"] * (not plain["clues"])
    yield from ["questions"] * bool(plain["questions"])


def _of_sum(plain: dict[str, Any]) -> Iterator[str]:
    yield f"base {plain['sum']['base']}"
    yield from ["leading zeros"] * plain["sum"]["leading_zeros"]
    text = plain["sum"]["text"]
    equations = re.split("[;,]", text)
    yield f"{len(equations)} equations"
    yield from ["a difference"] * ("-" in text) + ["digits in words"] * bool(re.search(r"\d\w|\w\d", text))
    yield from ["a product"] * bool(re.search(r"[*×]|\w\s+[xX]\s+\w", text))
    yield from ["a letter given"] * any(re.fullmatch(r"\s*(\w\s*=\s*\d|\d\s*=\s*\w)\s*", one) for one in equations)


def _of_board(plain: dict[str, Any]) -> Iterator[str]:
    board = plain["board"]
    yield board["kind"]
    if "solutions" in plain:
        yield from sorted(board)
        return
    yield f"{board['size']} queens" if board["kind"] == "queens" else f"{board['givens'].count('.')} empty cells"


def _of_task(plain: dict[str, Any]) -> Iterator[str]:
    words = {*re.findall(r"[^\s()]+", plain["domain"] + plain["problem"])}
    yield from sorted(words & WORDS_OF_PDDL)
    yield from (f"sentences for {table}" for table in ("actions", "objects") if plain[table])
