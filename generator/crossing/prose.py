"""Crossings told in sentences: who goes, from where and to where."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence
from typing import Any

from generator.crossing.naming import CrossingNames
from generator.speller import LINE, tidy, words

_BESIDE = re.compile(r"(?:\b(?:the|an?|and|with)\s|[,+&]\s?|^\W*)(?=([^\W_][\w'-]*))", re.IGNORECASE)
_ARROW = re.compile("->|<-|[\u2190\u2192]")


def crossings_told(names: CrossingNames, line: str, item: bool, before: Sequence[Any]) -> list[Any]:
    """Return the crossings that a line tells, as data; ``item`` says that it stands in a list or a table, ``before`` are those so far."""
    found = list[Any]()
    line = tidy(line)
    unsaid = bool(names.sole) and not {*names.sole} & {
        *map(names.travellers.canonical, names.travellers.named_in(line))
    }
    for clause in itertools.chain(*(_parted(names, each) for each in words("parting").split(line))):
        if crossing := _crossing(names, clause.strip(), item, unsaid, [*before[-1:], *found]):
            found.append(crossing)
    return found


def _parted(names: CrossingNames, clause: str) -> Iterator[str]:
    """Yield the parts of a clause in which others cross than before: ``A and B cross, and A returns``."""
    begun = 0
    for verb, following in itertools.pairwise(words("moving").finditer(clause[:LINE])):
        if others := names.subject.search(clause[: following.start()], verb.end()):
            yield clause[begun : others.start()]
            begun = others.end()
    yield clause[begun:]


def _crossing(
    names: CrossingNames, clause: str, item: bool, unsaid: bool, before: Sequence[Any]
) -> dict[str, Any] | None:
    """Return the crossing that a clause tells, or the names alone of an item of a list; None if it tells none.

    Who alone can row takes those along of whom it is said that they are taken, or, ``unsaid``, where all that is said is that they go over.
    """
    said = words("rest").split(clause.strip("()*_` "), maxsplit=1)[0]
    if not said or len(said) > LINE or words("idle").search(said):
        return None
    moving, ashore = words("moving").search(said), names.places.found.sub(" ", said)
    aboard = names.travellers.named_in(ashore)
    bare = words("moving").sub(" ", names.travellers.found.sub("@", ashore))
    left = re.sub(r"[\W\d_]+", "", words("beside").sub(" ", bare))
    """what is said besides"""
    brief = None if moving or left else words("over").search(said)
    moving = moving or brief
    if not moving:
        arrow = _ARROW.search(said)
        if not aboard:
            return {"aboard": [said]} if item and arrow and left else None
        if not arrow and (not item or names.shore.match(said)):
            return None
    for word in _BESIDE.findall(bare):
        if not words("small").fullmatch(word) and not words("beside").fullmatch(word):
            return {"aboard": [*aboard, word]}
    if not moving and left:
        return None
    imperative = moving and (not moving.start() or words("pronoun").search(said))
    if moving and not aboard:
        if words("empty").search(said):
            return {"aboard": []}
        alone = words("alone").search(said) or words("back").search(said)
        if not alone or not imperative:
            return None
        last = before[-1]["aboard"] if before else []
        aboard = names.sole or (last if len(last) == 1 else [said])
    elif moving and (unsaid if brief else _taken(names, said, moving, bool(imperative))):
        aboard = [*(one for one in names.sole if one not in map(names.travellers.canonical, aboard)), *aboard]
    stated = {key: [*pattern.finditer(said)] for key, pattern in names.ends.items()}
    ends = {key: found[-1][found[-1].lastindex or 0] for key, found in stated.items() if found}
    boats = names.boats.named_in(said)
    return {"aboard": [*dict.fromkeys(aboard)], **ends, **({"boat": boats[-1]} if boats else {})}


def _taken(names: CrossingNames, said: str, moving: re.Match[str], imperative: bool) -> bool:
    """Return whether it is said that those who are named are taken along, not that they cross."""
    crossing = names.travellers.found.search(said, 0, moving.start()) and not words("passive").search(
        said, 0, moving.start()
    )
    return not crossing and bool(words("taking").search(said) or (imperative and re.search(r"\bwith\b", said)))
