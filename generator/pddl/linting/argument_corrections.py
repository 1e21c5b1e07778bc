"""Corrections of atoms and functions with one argument too many, one too few, or one of a wrong type.

A correction has the right number of arguments, and the right types. If there are several, those remain that are
sensible in their action: what an effect deletes is required by the precondition, what it adds is not, and no parameter
is left unused.
"""

from __future__ import annotations

import functools
from collections import ChainMap
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple, TypeAlias

from ferryplan.domains.messages import format_message
from ferryplan.generator.file_edits import FileEdit
from ferryplan.generator.pddl.linting.source_edits import SourceEditor, find_path
from ferryplan.generator.pddl.linting.term_uses import Types, accepts_types, find_supertypes, find_variable_types
from ferryplan.generator.pddl.slips.pddl_file import ACTIONS, CONDITIONS, action_parts
from ferryplan.generator.pddl.syntax import ListNode, Source, SourceLocation, SyntaxNode, WordNode
from ferryplan.generator.pddl.syntax_tree import Domain, Problem, Signature
from ferryplan.generator.wording import abbreviate_list, join_phrases

MAX_CORRECTIONS = 12
"""the largest number of corrections of an atom; if there are more, none is any help"""
MAX_NAMED_CORRECTIONS = 3
"""the largest number of corrections that a message names"""
_Role: TypeAlias = Literal["required", "forbidden", "added", "deleted"]
"""the role of an atom in an action: in its precondition or its effect, as it is or negated"""
_CLASHES: dict[_Role, tuple[_Role, ...]] = {
    "required": ("required", "forbidden", "added"),
    "forbidden": ("required", "forbidden", "deleted"),
    "added": ("required", "added", "deleted"),
    "deleted": ("forbidden", "added", "deleted"),
}
"""for each role, the roles that the same atom should not have, too, as `plan lint` warns about them"""
_PARTNERS: dict[_Role, _Role] = {
    "required": "deleted",
    "deleted": "required",
    "forbidden": "added",
    "added": "forbidden",
}
"""for each role, the role that the same atom has in most actions that change it"""


class Correction(NamedTuple):
    """Another list of arguments with which an atom or function is correct, and the edits that write it."""

    atom: str
    """the atom with the right arguments"""
    terms: tuple[str, ...]
    """the right arguments"""
    term: str
    """the argument that is inserted, or written instead of another one; empty if there is none"""
    edits: tuple[FileEdit, ...]
    """the edits that make the correction; none if the atom stays as it is"""


def suggest_corrections(corrections: Sequence[str]) -> str:
    """Return the end of a message that names the possible corrections; empty if there are none."""
    if not corrections:
        return ""
    names = abbreviate_list([f"'{one}'" for one in corrections], MAX_NAMED_CORRECTIONS)
    return f"; {format_message('names.did-you-mean', names=join_phrases(names, 'or'))}"


@dataclass(frozen=True)
class ArgumentCorrector:
    """Finds arguments that correct an atom or function which has a wrong number or type of arguments."""

    domain: Domain
    problem: Problem | None
    _accepted_objects: dict[tuple[bool, Types], list[str]] = field(default_factory=dict)

    @functools.cached_property
    def _supertypes(self) -> dict[str, set[str]]:
        return find_supertypes(self.domain)

    @functools.cached_property
    def _constants(self) -> dict[str, Types]:
        return {one.name: one.types for one in self.domain.constants}

    @functools.cached_property
    def _objects(self) -> dict[str, Types]:
        objects = self.problem.objects if self.problem is not None else ()
        return {**{one.name: one.types for one in objects}, **self._constants}

    @functools.cached_property
    def _facts(self) -> frozenset[str]:
        """The initial facts, and the functions with an initial value."""
        problem = self.problem
        return frozenset(map(str, (*problem.facts, *problem.values) if problem is not None else ()))

    def list_corrections(self, source: Source, where: SourceLocation, may_stay: bool = False) -> list[Correction]:
        """Return the sensible corrections of an atom or function at a place.

        With ``may_stay``, the atom as it is written is one of them, because a declaration may be wrong instead. If more
        than `MAX_CORRECTIONS` have the right number of arguments and the right types, the result is empty.
        """
        path = find_path(source, where)
        atom = path[-1] if path else None
        if not isinstance(atom, ListNode) or not all(
            isinstance(one, WordNode) and one.text != "-" for one in atom.items
        ):
            return []
        found = dict[tuple[str, ...], Correction]()
        if may_stay:
            terms = tuple(map(str, atom.items[1:]))
            found[terms] = Correction(str(atom), terms, "", ())
        for signature in (*self.domain.predicates, *self.domain.functions):
            if signature.name == atom.head:
                for one in self._generate_corrections(source, path, atom, signature):
                    found.setdefault(one.terms, one)
                    if len(found) > MAX_CORRECTIONS:
                        return []
        return self._choose_sensible(path, atom, [*found.values()])

    def _generate_corrections(
        self, source: Source, path: Sequence[SyntaxNode], atom: ListNode, signature: Signature
    ) -> Iterator[Correction]:
        """Yield the corrections of one argument that fit a signature."""
        editor, (head, *items) = SourceEditor(source), atom.items
        in_domain, variables = source.name == self.domain.source.name, find_variable_types(path)
        known = ChainMap(variables, self._constants if in_domain else self._objects)
        terms, expected = [str(item) for item in items], [one.types for one in signature.parameters]

        def is_accepted(term: str, types: Types) -> bool:
            return term in known and accepts_types(types, known[term], self._supertypes)

        def are_accepted(terms: Sequence[str], expected: Sequence[Types]) -> bool:
            return all(map(is_accepted, terms, expected))

        def list_terms(types: Types) -> Iterator[str]:
            some = (one for one in variables if accepts_types(types, variables[one], self._supertypes))
            objects = self._list_objects(in_domain, types)
            return (one for one in (*some, *objects) if one not in terms)

        def correct(start: int, end: int, new: Sequence[str], edit: FileEdit) -> Correction:
            corrected = (*terms[:start], *new, *terms[end:])
            return Correction(f"({' '.join((atom.head, *corrected))})", corrected, "".join(new), (edit,))

        match len(terms) - len(expected):
            case 1:
                surplus = [
                    number
                    for number in range(len(terms))
                    if are_accepted(terms[:number] + terms[number + 1 :], expected)
                ]
                repeated = [number for number in surplus if terms.count(terms[number]) > 1]
                for number in repeated or surplus:
                    yield correct(number, number + 1, (), editor.remove(items[number]))
            case -1:
                for number, types in enumerate(expected):
                    if are_accepted(terms, expected[:number] + expected[number + 1 :]):
                        for term in list_terms(types):
                            edit = editor.insert_after([head, *items][number], f" {term}")
                            yield correct(number, number, (term,), edit)
            case 0:
                wrong = [
                    number for number, pair in enumerate(zip(terms, expected, strict=True)) if not is_accepted(*pair)
                ]
                for number in wrong if len(wrong) == 1 else ():
                    for term in list_terms(expected[number]):
                        yield correct(number, number + 1, (term,), editor.replace(items[number], term))

    def _list_objects(self, in_domain: bool, types: Types) -> list[str]:
        """Return the objects that can stand where some types are expected; in the domain, only constants."""
        key = in_domain, types
        if key not in self._accepted_objects:
            objects = self._constants if in_domain else self._objects
            self._accepted_objects[key] = [
                name for name, own in objects.items() if accepts_types(types, own, self._supertypes)
            ]
        return self._accepted_objects[key]

    def _choose_sensible(
        self, path: Sequence[SyntaxNode], atom: ListNode, corrections: list[Correction]
    ) -> list[Correction]:
        """Return the corrections that are sensible beside the other atoms of the same section of the file."""
        match path[1:2]:
            case [ListNode((WordNode(":init"), *_))]:
                return [one for one in corrections if not one.edits or one.atom not in self._facts]
            case [ListNode((WordNode(head), *_)) as section] if head in (":goal", *ACTIONS):
                return _use_all_variables(section, path, atom, _fit_into_section(section, atom, corrections))
            case _:
                return corrections


def _fit_into_section(section: ListNode, atom: ListNode, corrections: list[Correction]) -> list[Correction]:
    """Leave out corrections that repeat or contradict another atom of the same action or goal.

    If the precondition requires what the effect deletes, or forbids what it adds, with some of the corrections, then only
    these are returned.
    """
    literals = [*_find_literals(section)]
    role = next((role for role, one in literals if one == atom), None)
    if role is None:
        return corrections
    atoms = {some: {str(one) for own, one in literals if own == some and one != atom} for some in _CLASHES}
    clashing = set[str]().union(*(atoms[some] for some in _CLASHES[role]))
    corrections = [one for one in corrections if one.atom not in clashing]
    return [one for one in corrections if one.atom in atoms[_PARTNERS[role]]] or corrections


def _use_all_variables(
    section: ListNode, path: Sequence[SyntaxNode], atom: ListNode, corrections: list[Correction]
) -> list[Correction]:
    """Return the corrections that leave the fewest variables of an action or a goal without a use."""
    groups = [group for keyword, groups in _list_parts(section) if keyword != ":parameters" for group in groups]
    unused = find_variable_types(path).keys() - {one for group in groups for one in _find_used_variables(group, atom)}
    most = max((len(unused.intersection(one.terms)) for one in corrections), default=0)
    return [one for one in corrections if len(unused.intersection(one.terms)) == most]


def _list_parts(section: ListNode) -> Iterable[tuple[str, Sequence[SyntaxNode]]]:
    """Return each keyword of an action, or the keyword of a goal, with the lists that follow it."""
    return action_parts(section) if section.head in ACTIONS else [(section.head, section.items[1:])]


def _find_literals(section: ListNode) -> Iterator[tuple[_Role, ListNode]]:
    """Yield the atoms of an action or a goal with their roles.

    Atoms within quantifiers and alternatives have none.
    """
    for keyword, groups in _list_parts(section):
        if keyword in CONDITIONS:
            for is_negated, atom in (one for group in groups for one in _find_conjuncts(group)):
                if keyword == ":effect":
                    yield "deleted" if is_negated else "added", atom
                else:
                    yield "forbidden" if is_negated else "required", atom


def _find_conjuncts(node: SyntaxNode) -> Iterator[tuple[bool, ListNode]]:
    """Yield the atoms of a conjunction, also of nested ones; True before an atom means that it is negated."""
    match node:
        case ListNode((WordNode("and"), *parts)):
            for part in parts:
                yield from _find_conjuncts(part)
        case ListNode((WordNode("at" | "over"), WordNode(), ListNode() as part)):
            yield from _find_conjuncts(part)
        case ListNode((WordNode("not"), ListNode() as part)):
            yield True, part
        case ListNode():
            yield False, node
        case _:
            pass


def _find_used_variables(node: SyntaxNode, ignored: ListNode) -> Iterator[str]:
    """Yield the variables in a condition or effect, without those in the atom ``ignored``."""
    match node:
        case WordNode(text) if text.startswith("?"):
            yield text
        case ListNode((WordNode("forall" | "exists"), _, *items)) | ListNode(items) if node != ignored:
            for item in items:
                yield from _find_used_variables(item, ignored)
        case _:
            pass
