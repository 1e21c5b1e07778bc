"""Small edits of PDDL texts: removed, negated, changed and added literals.

The rest of a text stays as it was written.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence

from ferryplan.generator.pddl.candidate_literals import (
    ADJACENT_COMPARISONS,
    ASSIGN_OPERATORS,
    QUANTIFIED_VARIABLES,
    copy_conditions,
    find_long_literals,
    generate_literals,
    generate_numeric_literals,
)
from ferryplan.generator.pddl.editable_parts import (
    EditablePart,
    PddlEdit,
    find_atoms,
    find_compound_conditions,
    find_declared_names,
    find_editable_parts,
)
from ferryplan.generator.pddl.syntax import ListNode, Source, SyntaxNode, WordNode

JUNCTIONS = ("and", "or")


def generate_small_edits(domain: Source, problem: Source, candidate_values: Iterable[int] = ()) -> Iterator[PddlEdit]:
    """Yield small edits of a domain and a problem; both must be readable.

    `candidate_values` are candidates for initial values of functions. The edits come in this order: edits of single literals,
    conditions copied from one place to another, generated literals, exchanged terms, other numbers and comparisons,
    and the removal of conditions that are not literals.
    """
    constants = find_declared_names(domain, ":constants")
    places = [*find_editable_parts(domain, "domain", constants)]
    places += find_editable_parts(problem, "problem", [*constants, *find_declared_names(problem, ":objects")])
    atoms = [atom for place in places for atom, _ in find_atoms(place.expression)]
    plain = [atom for atom in atoms if all(isinstance(item, WordNode) for item in atom.items)]
    shapes = dict.fromkeys((atom.head, len(atom.items) - 1) for atom in plain)
    for place in places:
        yield from _change_literals(place)
    conditions = [place for place in places if place.part == "precondition"]
    compound = [
        part
        for place in conditions
        for part in (*find_compound_conditions(place.expression), *find_long_literals(place.expression))
    ]
    for place in conditions:
        yield from _insert_literals(place, copy_conditions(place, compound))
    for place in places:
        yield from _insert_literals(place, generate_literals(place, shapes))
    for place in places:
        yield from _exchange_terms(place)
        yield from _change_numbers(place)
        yield from _change_amounts(place, [*candidate_values])
        yield from _insert_literals(place, generate_numeric_literals(place, places))
    for place in conditions:
        yield from (
            place.make_edit(part, part, "remove", "(and)") for part in find_compound_conditions(place.expression)
        )
    for place in places:
        for group, bound in _find_and_or_nodes(place.expression):
            inner = place._replace(terms=[*place.terms, *bound])
            yield from _insert_literals(inner, generate_literals(inner, shapes), group)
            yield from _insert_literals(inner, generate_numeric_literals(inner, places), group)


def generate_goal_addition(problem: Source, literals: Sequence[str]) -> Iterator[PddlEdit]:
    """Yield one edit that adds all missing literals among ``literals`` to the goal at once.

    There is no edit if fewer than two are missing.
    """
    for place in find_editable_parts(problem, "problem", ()):
        missing = [one for one in literals if one not in str(place.expression)] if place.part == "goal" else []
        if len(missing) > 1:
            yield from _insert_literals(place, [" ".join(missing)])


def _change_literals(place: EditablePart) -> Iterator[PddlEdit]:
    """Yield edits that remove a literal, negate it, or change one of its terms."""
    for atom, above in find_atoms(place.expression):
        literal = above if above is not None and above.head == "not" else atom
        yield place.make_edit(literal, literal, "remove", "" if above else "(and)")
        if place.part != "start":
            yield place.replace_literal(literal, atom if literal is not atom else f"(not {atom})")
        for number, term in enumerate(atom.items[1:], 1):
            for other in place.terms:
                if isinstance(term, WordNode) and other != term.text:
                    yield place.replace_literal(
                        atom, ListNode((*atom.items[:number], WordNode(other), *atom.items[number + 1 :]))
                    )


def _exchange_terms(place: EditablePart) -> Iterator[PddlEdit]:
    """Yield edits that swap two terms of an atom, or replace a term by a quantified variable."""
    bound = [
        word
        for quantified in QUANTIFIED_VARIABLES.findall(str(place.expression))
        for word in quantified.split()
        if word[0] == "?"
    ]
    for atom, _ in find_atoms(place.expression):
        for number, other in itertools.product(range(1, len(atom.items)), dict.fromkeys(bound)):
            if not isinstance(atom.items[number], ListNode) and str(atom.items[number]) != other:
                new = ListNode((*atom.items[:number], WordNode(other), *atom.items[number + 1 :]))
                yield place.replace_expression(atom, new)
        for one, two in itertools.combinations(range(1, len(atom.items)), 2):
            items = [*atom.items]
            items[one], items[two] = items[two], items[one]
            if items != [*atom.items] and atom.head not in (*ADJACENT_COMPARISONS, *ASSIGN_OPERATORS):
                new = ListNode(tuple(items))
                yield place.replace_expression(atom, new)


def _change_numbers(place: EditablePart) -> Iterator[PddlEdit]:
    """Yield edits that change a number by one, or make a comparison stricter or less strict."""
    for atom, _ in find_atoms(place.expression):
        for number, item in enumerate(atom.items):
            others = list[str]()
            if number == 0:
                others = ADJACENT_COMPARISONS.get(str(item), others)
            elif (
                isinstance(item, WordNode)
                and item.text.isdecimal()
                and atom.head in (*ADJACENT_COMPARISONS, *ASSIGN_OPERATORS)
            ):
                others = [str(int(item.text) + step) for step in (1, -1) if int(item.text) + step >= 0]
            for other in others:
                new = ListNode((*atom.items[:number], WordNode(other), *atom.items[number + 1 :]))
                yield place.replace_expression(atom, new)


def _change_amounts(place: EditablePart, numbers: Sequence[int]) -> Iterator[PddlEdit]:
    """Yield edits that replace an initial value, or the amount in a numeric condition or effect.

    The new initial values are ``candidate_values``. The new amounts are the operands of the old amount; if the old amount is a
    function, they are the same function with another variable.
    """
    for atom, _ in find_atoms(place.expression):
        if atom.head not in (*ADJACENT_COMPARISONS, *ASSIGN_OPERATORS) or len(atom.items) != 3:
            continue
        old, others = atom.items[2], list[SyntaxNode]()
        if place.part == "start":
            others = [WordNode(str(number)) for number in numbers if str(number) != str(old)]
        elif isinstance(old, ListNode):
            others = [item for item in old.items[1:] if isinstance(item, ListNode)]
            for place_of_term, term in enumerate(old.items[1:], 1):
                if str(term).startswith("?"):
                    variables = [WordNode(one) for one in place.terms if one.startswith("?") and one != str(term)]
                    others += [
                        ListNode((*old.items[:place_of_term], one, *old.items[place_of_term + 1 :]))
                        for one in variables
                    ]
        for other in others:
            new = ListNode((*atom.items[:2], other))
            yield place.replace_expression(atom, new)


def _insert_literals(
    place: EditablePart, literals: Iterable[str], within: ListNode | None = None
) -> Iterator[PddlEdit]:
    """Yield edits that add a literal to a part, or to the nested expression ``within``."""
    group = within or place.expression
    old = place.source.text[slice(*place.source.span_of_expression(group))]
    for literal in literals:
        if literal not in str(group):
            new = f"{old[:-1]} {literal})" if group.head in (*JUNCTIONS, ":init") else f"(and {old} {literal})"
            edit = place.make_edit(group, literal, "add-inside" if within else "add", new, literal)
            yield edit._replace(within=str(within)) if within else edit


def _find_and_or_nodes(
    part: ListNode, bound_variables: tuple[str, ...] = ()
) -> Iterator[tuple[ListNode, tuple[str, ...]]]:
    """Yield the nested conjunctions and disjunctions of a part, each with the variables bound around it."""
    if part.head in ("forall", "exists") and len(part.items) > 1 and isinstance(part.items[1], ListNode):
        bound_variables = (*bound_variables, *(str(item) for item in part.items[1].items if str(item).startswith("?")))
    for item in part.items:
        if isinstance(item, ListNode):
            yield from ((item, bound_variables),) if item.head in JUNCTIONS else ()
            yield from _find_and_or_nodes(item, bound_variables)
