"""A text as a list of steps of a planning task: the items of a list, the rows of a table, sentences."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from ferryplan.generator.classical.notation import ActionNotation
from ferryplan.generator.lines import Line, last_run, split_lines
from ferryplan.generator.naming import UnreadError
from ferryplan.generator.speller import LINE, words

_ENDS = re.compile(r"(?<=[\w)])[.;](?=\s|$)|\n|,?\s(?:and\s)?then\s|,\s(?:and\s)?finally\s", re.IGNORECASE)
_COMMA = re.compile(r",(?![^(\[]{0,60}[)\]])\s?(?:and\s)?")
_AND = re.compile(r"\sand\s(?!.{0,40}\bit\b)")
"""between two actions, the second of another object than the first"""
_START = re.compile(
    r"(?:initial|start|beginning|goal|final|end|result|current)\w*(?:\s(?:state|stack|position|configuration))?\s?[:=]|\d[\d\s]*$",
    re.IGNORECASE,
)
_RESTS = re.compile(r"\b(?:is|are|lies?|stands?|sits?)\s(?:\w+\s)?(?:on|in|at|under)\b", re.IGNORECASE)
_BEGINNINGS = frozenset({"then", "first", "next", "finally", "now", "and", "the", "please", "after", "that"})
_ENDED = frozenset({"from", "origin", "source"}), frozenset({"to", "destination", "target", "into", "onto"})


def read_steps(notation: ActionNotation, text: str, single: bool) -> list[Any] | None:
    """Return the steps that a text tells, each a sentence; None if it tells none."""
    return notation.join_steps([*_read_sentences(notation, text, single)]) or None


def _read_sentences(notation: ActionNotation, text: str, single: bool) -> Sequence[str]:
    """Return the sentences of a text that tell a step each, or a part of one."""
    lines = last_run(split_lines(notation.in_english(notation.without_legend(text))))
    if found := [*_rows(notation, [line for line in lines if line.cells])]:
        return found
    lines = [line for line in lines if not line.cells]
    numbered = [line for line in lines if line.number is not None]
    marked = [line for line in lines if line.marked]
    for items in (numbered, marked):
        steps = [
            step
            for line in items
            if line.text and not _START.match(line.text)
            for step in _parts(notation, line.text, True)
        ]
        read = sum(_is_step(notation, step) or _acts(notation, step) for step in steps)
        if read > 1 or (read and (single or len(items) == 1)):
            return steps
    steps = [step for line in lines for step in _parts(notation, line.text, single) if not _START.match(step)]
    told = [n for n, step in enumerate(steps) if _is_step(notation, step) or (single and len(steps) == 1)]
    # What is done behind the last step that can be read is a step, too: the plan is never shorter than the text.
    told += [n for n in range(told[-1] + 1, len(steps)) if _commands(notation, steps[n])] if told else []
    between = steps[told[0] : told[-1] + 1] if told else []
    return [step for step in between if _is_step(notation, step) or single or _acts(notation, step)]


def _parts(notation: ActionNotation, line: str, listed: bool) -> Iterator[str]:
    """Yield the sentences of a line that are a step each; in a list, a sentence in which nobody acts belongs to the one before it."""
    kept = separator = ""
    end = 0
    for found in (*_ENDS.finditer(line), None):
        sentence = line[end : found.start() if found else len(line)].strip(" ,.")
        full_stop = separator in (".", ";")
        between, end = separator, found.end() if found else len(line)
        separator = found[0] if found else ""
        if not sentence:
            continue
        parts = [part.strip() for part in _COMMA.split(sentence) if part.strip()]
        concludes = len(parts) > 1 and re.match(r"(?:so|hence|thus|therefore)\b", parts[-1])
        if concludes and _is_step(notation, parts[-1]) and not any(_is_step(notation, part) for part in parts[:-1]):
            parts = [sentence := parts[-1]]
        if len(parts) == 1:
            parts = [part.strip() for part in _AND.split(sentence)]
        several = len(parts) > 1 and all(_is_step(notation, part, alone=True) for part in parts)
        for part in parts if several else [sentence]:
            if kept and listed and not _acts(notation, part) and not _is_step(notation, part):
                kept += f"{' so ' if full_stop else between}{part}"
                continue
            if kept:
                yield kept
            kept = part
    if kept:
        yield kept


def _acts(notation: ActionNotation, text: str) -> bool:
    """Return whether a verb of an action stands in a sentence, and an object."""
    found = re.findall(r"[^\W\d_][\w'-]*|\d+", text.casefold())
    return any(word in notation.verbs and word not in notation.prepositions for word in found) and any(
        word in notation.aliases or word in notation.known for word in found
    )


def _commands(notation: ActionNotation, text: str) -> bool:
    """Return whether a sentence begins with a verb of an action, and names an object."""
    spoken = (word for word in re.findall(r"[^\W\d_][\w'-]*", text.casefold()) if word not in _BEGINNINGS)
    return next(spoken, "") in notation.verbs and _acts(notation, text)


def _is_step(notation: ActionNotation, text: str, alone: bool = False) -> bool:
    """Return whether a sentence tells an action and nothing else; ``alone`` says that a part of a sentence must do so."""
    if len(text) > LINE:
        return False
    try:
        said = notation.parse(text)
    except UnreadError:
        return False
    spoken = (word for word in re.findall(r"[^\W\d_][\w'-]*", text.casefold()) if word not in _BEGINNINGS)
    begins = next(spoken, "") in notation.verbs
    counted = any(word.startswith("top-") for word in said.words)
    leads = bool(said.directions) or any(one.place == 2 for one in said.mentions)
    if counted or (said.directions and (begins or notation.has_one_mover)):
        return True
    # "The 5-litre jug holds 4 litres" tells no action, and neither does "block c is on the table".
    acts = any(word in notation.verbs for word in said.words) or notation.stative.isdisjoint(said.words)
    if _RESTS.search(text) and not begins:
        return False
    named_first = acts and any(word in notation.aliases for word in said.words[:2])
    named_first = named_first and (not alone or _acts(notation, text))
    return bool(said.mentions) and (begins or leads or named_first)


def _rows(notation: ActionNotation, lines: Sequence[Line]) -> Iterator[str]:
    """Yield the steps that the rows of a table tell: by its columns for what is moved, from where and to where, or by that of the actions."""
    if not lines:
        return
    head = [cell.casefold() for cell in lines[0].cells]
    ends = [next((n for n, cell in enumerate(head) if {*re.findall(r"\w+", cell)} & some), None) for some in _ENDED]
    what = [
        n
        for n, cell in enumerate(head)
        if re.search(r"\b(?:dis[ck]s?|blocks?|tiles?|ring|object|item|jug|piece|action|verb)\b", cell) and n not in ends
    ]
    if ends[0] is not None and ends[1] is not None:
        for line in lines[1:]:
            cells = [_add_kind(head[n], cell) for n, cell in enumerate(line.cells[: len(head)])]
            if max(ends[0], ends[1], *what) < len(cells):
                yield " ".join((*(cells[n] for n in what), "from", cells[ends[0]], "to", cells[ends[1]]))
        return
    ways = [n for n, cell in enumerate(head) if cell == "direction"]
    acts = [n for n, cell in enumerate(head) if cell in notation.verbs]
    columns = [n for n, cell in enumerate(head) if words("column").search(cell)] or what
    columns = [
        n
        for n in columns
        if not all(re.fullmatch(r"\W*\d*\W*", line.cells[n]) for line in lines[1:] if n < len(line.cells))
    ]
    together = columns[:1] or [*what, *ways] if ways else columns[:1] or acts[:1]
    for line in lines[1:] if together else ():
        cells = [_add_kind(head[n], line.cells[n]) for n in together if n < len(line.cells)]
        told = " ".join(
            f"{head[n]} {cell}" if n in acts and cell.isdigit() else cell
            for n, cell in zip(together, cells, strict=False)
        )
        if re.search(r"\w", told) and not _START.match(f"{told}:"):
            yield told


def _add_kind(head: str, cell: str) -> str:
    """Return a cell with the kind of its column before a number: ``disc 1``."""
    kind = re.search(r"\b(dis[ck]|block|tile|peg|rod|jug)\b", head)
    return f"{kind[1]} {cell}" if kind and re.fullmatch(r"\w{1,2}", cell) else cell
