"""Formulas over numbered facts, and the cases into which they fall apart.

A literal is a fact's number, from 1, where the fact holds, and the opposite of that number where it does not. What an action needs to make a
literal true is a formula for each literal (J. Rintanen, "Regression for classical and nondeterministic planning", ECAI 2008).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Set
from typing import NamedTuple, TypeAlias, Union

Formula: TypeAlias = Union[int, "Joined"]


class Joined(NamedTuple):
    """Several formulas: all of them hold, or at least one of them."""

    every: bool
    parts: tuple[Formula, ...]


TRUE, FALSE = Joined(True, ()), Joined(False, ())
Gains: TypeAlias = Mapping[int, Formula]
"""the literals that an action makes true, each with where it does so; what it makes true and false alike is true then"""


def joined(every: bool, parts: Iterable[Formula]) -> Formula:
    """Return formulas joined, those that are joined so already as their parts; what decides it all is what it is."""
    found: dict[Formula, None] = {}
    for part in parts:
        if isinstance(part, int) or (part.every != every and part.parts):
            found[part] = None
        elif part.every == every:
            found |= dict.fromkeys(part.parts)
        else:
            return part
    return next(iter(found)) if len(found) == 1 else Joined(every, tuple(found))


def conjuncts_of(formula: Formula) -> tuple[Formula, ...]:
    """Return formulas all of which hold exactly where one does."""
    return formula.parts if isinstance(formula, Joined) and formula.every else (formula,)


def negated(formula: Formula) -> Formula:
    """Return the opposite."""
    return -formula if isinstance(formula, int) else Joined(not formula.every, tuple(map(negated, formula.parts)))


def simplified(formula: Formula, known: Set[int]) -> Formula:
    """Return what is left of a formula where some literals are true."""
    if isinstance(formula, Joined):
        return joined(formula.every, (simplified(part, known) for part in formula.parts))
    return TRUE if formula in known else FALSE if -formula in known else formula


def literals(formula: Formula) -> Iterator[int]:
    """Yield the literals of a formula, as often as they stand in it."""
    if isinstance(formula, Joined):
        for part in formula.parts:
            yield from literals(part)
    else:
        yield formula


def cases(asked: Formula, gains: Gains, steps: Iterator[int]) -> Iterator[tuple[frozenset[int], frozenset[int]]]:
    """Yield the cases in which an action changes anything: the literals that must hold, and those that then come true.

    They exclude one another. Ends early where there are no more ``steps``.
    """
    both = {literal for literal in gains if -literal in gains}
    stack = [(frozenset[int](), asked, gains)]
    while stack and next(steps, None) is not None:
        known, asked, gains = stack.pop()
        # Unit propagation and case distinctions, as in M. Davis, G. Logemann and D. Loveland (1962).
        while alone := {part for part in conjuncts_of(asked) if isinstance(part, int)}:
            known |= alone
            asked = simplified(asked, known)
        if asked == FALSE or any(-literal in known for literal in known):
            continue
        if asked == TRUE:
            gains = _left(gains, known, both)
        unsure = [formula for formula in gains.values() if formula != TRUE] if asked == TRUE else [asked]
        if unsure:
            # The literal that stands in most places simplifies most of them.
            frequent = Counter(abs(literal) for formula in unsure for literal in literals(formula)).most_common(1)[0][0]
            stack += [(known, joined(True, (literal, asked)), gains) for literal in (-frequent, frequent)]
        elif gains:
            yield known, frozenset(gains)


def _left(gains: Gains, known: Set[int], both: Set[int]) -> Gains:
    """Return the literals that may come true, and that are not true anyway, each with what is left of where they do."""
    found: dict[int, Formula] = {}
    for literal in sorted(gains, reverse=True):
        stays = literal in known and (literal < 0 or literal not in both)
        if not stays and (literal > 0 or found.get(-literal) != TRUE):
            left = simplified(gains[literal], known if literal > 0 and literal in both else known | {-literal})
            if left != FALSE:
                found[literal] = left
    return found
