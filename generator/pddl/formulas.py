"""Propositional formulas over numbered facts, and the split of a formula into cases.

A literal is an integer: the number of a fact, from 1, if the fact holds, and the negative of this number if it does
not. For each literal, a formula says when an action makes the literal true (J. Rintanen, "Regression for classical
and nondeterministic planning", ECAI 2008).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Set
from typing import NamedTuple, TypeAlias, Union

Formula: TypeAlias = Union[int, "CompoundFormula"]


class CompoundFormula(NamedTuple):
    """A conjunction of formulas or, if ``is_conjunction`` is false, a disjunction."""

    is_conjunction: bool
    parts: tuple[Formula, ...]


TRUE, FALSE = CompoundFormula(True, ()), CompoundFormula(False, ())
Gains: TypeAlias = Mapping[int, Formula]
"""the literals that an action makes true, each with its condition; a fact that is made both true and false is
true afterwards"""


def join_formulas(is_conjunction: bool, parts: Iterable[Formula]) -> Formula:
    """Return the conjunction of formulas or, if ``is_conjunction`` is false, their disjunction.

    Nested conjunctions of a conjunction (disjunctions of a disjunction) are flattened. A false part makes a
    conjunction false; a true part makes a disjunction true.
    """
    found: dict[Formula, None] = {}
    for part in parts:
        if isinstance(part, int) or (part.is_conjunction != is_conjunction and part.parts):
            found[part] = None
        elif part.is_conjunction == is_conjunction:
            found |= dict.fromkeys(part.parts)
        else:
            return part
    return next(iter(found)) if len(found) == 1 else CompoundFormula(is_conjunction, tuple(found))


def conjuncts_of(formula: Formula) -> tuple[Formula, ...]:
    """Return the conjuncts of a formula; a formula that is no conjunction is its own only conjunct."""
    return formula.parts if isinstance(formula, CompoundFormula) and formula.is_conjunction else (formula,)


def negate_formula(formula: Formula) -> Formula:
    """Return the negation of a formula."""
    return (
        -formula
        if isinstance(formula, int)
        else CompoundFormula(not formula.is_conjunction, tuple(map(negate_formula, formula.parts)))
    )


def simplify_formula(formula: Formula, true_literals: Set[int]) -> Formula:
    """Return a formula simplified under the assumption that some literals are true."""
    if isinstance(formula, CompoundFormula):
        return join_formulas(formula.is_conjunction, (simplify_formula(part, true_literals) for part in formula.parts))
    return TRUE if formula in true_literals else FALSE if -formula in true_literals else formula


def literals_in_formula(formula: Formula) -> Iterator[int]:
    """Yield the literals of a formula, each as often as it occurs."""
    if isinstance(formula, CompoundFormula):
        for part in formula.parts:
            yield from literals_in_formula(part)
    else:
        yield formula


def split_cases(
    condition: Formula, gains: Gains, step_limit: Iterator[int]
) -> Iterator[tuple[frozenset[int], frozenset[int]]]:
    """Yield the cases in which an action changes the state, as pairs of required and gained literals.

    In a state in which all required literals hold, the action makes the gained literals true. The cases exclude one
    another. ``condition`` is the precondition of the action. Each step of the search consumes an element of
    ``step_limit``; the generator ends early when there are no elements left.
    """
    both = {literal for literal in gains if -literal in gains}
    stack = [(frozenset[int](), condition, gains)]
    while stack and next(step_limit, None) is not None:
        known, condition, gains = stack.pop()
        # Unit propagation and case distinctions, as in M. Davis, G. Logemann and D. Loveland (1962).
        while alone := {part for part in conjuncts_of(condition) if isinstance(part, int)}:
            known |= alone
            condition = simplify_formula(condition, known)
        if condition == FALSE or any(-literal in known for literal in known):
            continue
        if condition == TRUE:
            gains = _remaining_gains(gains, known, both)
        unsure = [formula for formula in gains.values() if formula != TRUE] if condition == TRUE else [condition]
        if unsure:
            # The most frequent literal simplifies the most formulas.
            frequent = Counter(
                abs(literal) for formula in unsure for literal in literals_in_formula(formula)
            ).most_common(1)[0][0]
            stack += [(known, join_formulas(True, (literal, condition)), gains) for literal in (-frequent, frequent)]
        elif gains:
            yield known, frozenset(gains)


def _remaining_gains(gains: Gains, known: Set[int], contradictory: Set[int]) -> Gains:
    """Return the literals that an action may still make true, given some literals that are true.

    The result maps each literal to its simplified condition, and leaves out literals that are true already.
    ``contradictory`` are literals that the action may make both true and false.
    """
    found: dict[int, Formula] = {}
    for literal in sorted(gains, reverse=True):
        stays = literal in known and (literal < 0 or literal not in contradictory)
        if not stays and (literal > 0 or found.get(-literal) != TRUE):
            left = simplify_formula(
                gains[literal], known if literal > 0 and literal in contradictory else known | {-literal}
            )
            if left != FALSE:
                found[literal] = left
    return found
