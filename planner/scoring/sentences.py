"""Moves told in sentences, in lists and in tables: who crosses, what is placed where."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from generator.crossing.instance import Instance
from generator.families import teller_of
from generator.instance import AnyInstance
from generator.placing.instance import PlacingInstance
from planner.scoring.naming import names_of

MOST_PROSE, LINE = 200_000, 400
"""characters of the end of a text in which sentences are read, and of a sentence"""
WORDS = {
    name: re.compile(pattern.replace(r"\s*", r"\s{0,9}").replace(r"\s+", r"\s{1,9}"), re.IGNORECASE | re.MULTILINE)
    for name, pattern in tomllib.loads(Path(__file__).with_name("words.toml").read_text(encoding="utf-8")).items()
}
_BESIDE = re.compile(r"(?:\b(?:the|an?|and|with)\s|[,+&]\s?|^\W*)(?=([^\W_][\w'-]*))", re.IGNORECASE)


def told_moves(instance: AnyInstance, text: str, single: bool) -> list[Any] | None:
    """Return the moves that a text tells, in a table, in a list or in sentences; where a list begins anew, those from there on."""
    marked, plain, columns = list[Any](), list[Any](), list[int]()
    for line in text[-MOST_PROSE:].splitlines():
        cells = (
            [cell.strip() for cell in line.strip().strip("|").split("|")]
            if line.count("|") > 1
            else re.split(r"\s{2,}|\t", line.strip())
        )
        if line.count("|") > 1 and not any(re.search(r"\w", cell) for cell in cells):
            continue
        if (
            len(cells) > 1
            and "|" in line
            and not _moves(instance, " ".join(cells), True, marked)
            and (heads := [n for n, cell in enumerate(cells) if WORDS["column"].search(cell)])
        ):
            columns, marked = heads, []
            continue
        if len(cells) > 1:
            order = [cells[n] for n in columns if n < len(cells)] if "|" in line and columns else cells
            found = next((moves for cell in order if (moves := _moves(instance, cell, bool(columns), marked))), [])
            marked += found
            continue
        item = WORDS["marker"].match(line.strip())
        said = line.strip()[item.end() :] if item else line.strip()
        if item and item["number"] and int(item["number"]) == 1 and _moves(instance, said, True, marked):
            marked = []
        found = _moves(instance, said, item is not None or single, marked if item else plain)
        (marked if item else plain).extend(found)
    return (marked if len(marked) > 1 or not plain else plain) or None


def _moves(instance: AnyInstance, line: str, item: bool, before: Sequence[Any]) -> list[Any]:
    """Return the moves that a line tells; ``item`` says that it stands in a list or a table, ``before`` are those so far."""
    line = " ".join(line.strip("*_` \t").replace("**", "").split())
    if not isinstance(instance, Instance):
        return [line.rstrip(".")] if item and len(line) < LINE and not line.lower().startswith("at the start") else []
    found = list[Any]()
    for clause in WORDS["parting"].split(line):
        if move := _crossing(instance, clause.strip(), item, [*before[-1:], *found]):
            found.append(move)
    return found


def _crossing(instance: Instance, clause: str, item: bool, before: Sequence[Any]) -> dict[str, Any] | None:
    """Return the crossing that a clause tells, or the names alone of an item of a list; None if it tells none."""
    said = clause.strip("()*_` ")
    if cut := WORDS["rest"].search(said):
        said = said[: cut.start()]
    if not said or len(said) > LINE or WORDS["idle"].search(said):
        return None
    known, places = names_of(instance), names_of(instance, "places")
    moving, arrow = WORDS["moving"].search(said), re.search("->|<-|[\u2190\u2192]", said)
    ends = dict[str, str]()
    for key, before_it in (
        ("from", r"\bfrom\s+(?:the\s+)?"),
        ("to", r"(?:\b(?:to|onto|reach\w*)\s+(?:the\s+)?|->\s*|\u2192\s*)"),
    ):
        if stated := [*re.finditer(f"{before_it}({places.pattern.pattern})", said, re.IGNORECASE)]:
            ends[key] = stated[-1][1]
    if lead := re.match(rf"\W*({places.pattern.pattern})\W*?(?:->|\u2192)", said, re.IGNORECASE):
        ends["from"] = lead[1]
    aboard = [name for name in known.pattern.findall(places.pattern.sub(" ", said)) if name in known]
    sole = [one.name for index, one in enumerate(instance.travellers) if instance.rowers == 1 << index]
    bare = WORDS["moving"].sub(" ", known.pattern.sub("@", places.pattern.sub(" ", said)))
    left = re.sub(r"[\W\d_]+", "", WORDS["beside"].sub(" ", bare))
    if not moving and (left or not aboard):
        if not (item or arrow) or not aboard:
            return {"aboard": [said]} if item and arrow and left else None
    elif not moving:
        shore = re.match(rf"\W*(?:{places.pattern.pattern})[^:]{{0,12}}:", said, re.IGNORECASE)
        if not (item or arrow) or (shore and not arrow):
            return None
    strange = [
        word
        for word in _BESIDE.findall(bare)
        if not WORDS["small"].fullmatch(word) and not WORDS["beside"].fullmatch(word)
    ]
    if strange and (aboard or moving):
        return {"aboard": [*aboard, strange[0]]}
    if not moving and left:
        return None
    if moving and not aboard:
        alone = WORDS["alone"].search(said) or WORDS["back"].search(said)
        if WORDS["empty"].search(said):
            return {"aboard": []}
        if not alone or not (WORDS["pronoun"].search(said) or not moving.start()):
            return None
        last = before[-1]["aboard"] if before else []
        aboard = sole or (last if len(last) == 1 else [])
        if not aboard:
            return {"aboard": [said]}
    elif moving and sole and sole[0] not in map(known.canonical, aboard) and WORDS["taking"].search(said):
        aboard = [*sole, *aboard]
    boats = names_of(instance, "boats")
    boat = [word for word in boats.pattern.findall(said) if word in boats] if instance.fleet else []
    return {"aboard": [*dict.fromkeys(aboard)], **ends, **({"boat": boat[-1]} if boat else {})}


def told_placements(instance: PlacingInstance, text: str) -> dict[str, str] | None:
    """Return what a text says is where, in a table or in lines; the last that is said of each."""
    items, spots = names_of(instance), names_of(instance, "places")
    pair = re.compile(
        rf"(?P<item>{items.pattern.pattern})[*_`\"]*\s*(?:[=:|,]|->|\u2192|\b(?:is|are|goes|lives|stands|in|at|on|to|the)\b|\s){{1,6}}[*_`\"]*(?P<spot>{spots.pattern.pattern})",
        re.IGNORECASE,
    )
    found, heads = dict[str, str](), list[str]()
    for line in text[-MOST_PROSE:].splitlines():
        cells = [cell.strip("*_` ") for cell in line.strip().strip("|").split("|")]
        if len(cells) > 2:
            named = [cell for cell in cells if cell in spots or f"{teller_of(instance).move.one} {cell}" in spots]
            if len(named) > 1:
                heads = cells
                continue
            row = cells[0] if cells[0] in spots else None
            for head, cell in zip(heads or cells, cells, strict=False):
                if cell in items and (head in spots or row):
                    found[items.canonical(cell)] = head if head in spots else str(row)
        elif len(line) < LINE:
            found |= {items.canonical(one["item"]): one["spot"] for one in pair.finditer(line) if one["item"] in items}
    return found or None
