"""A correspondence as a file: what in a model tells the value of which role, as it was found, or as somebody says it is."""

from __future__ import annotations

from collections.abc import Collection
from fractions import Fraction
from typing import Annotated, Any

from ferryplan.domains.messages import format_message
from ferryplan.generator.cast import Cast
from ferryplan.generator.errors import PddlError, PuzzleError, suggest_name
from ferryplan.generator.pddl.states import Fact
from ferryplan.generator.pddl.syntax import Group, Source, Word
from ferryplan.generator.positions import Positions
from ferryplan.generator.puzzle_file import ON_A_LINE, File
from ferryplan.generator.puzzle_text import text_of
from ferryplan.generator.reading import table_in
from ferryplan.generator.tables import Field
from ferryplan.generator.tasks.space import TaskSpace
from ferryplan.generator.wording import listing
from ferryplan.teaching.interpretation.observing import Observer
from ferryplan.teaching.interpretation.readings import Literal, Reading, Rest

Said = Annotated[str, Field(pattern=ON_A_LINE, max_length=400)]


class MapFile(File):
    """What tells the values of roles."""

    when: Said | list[Said] = Field(default_factory=list)
    """where it does not hold nothing can be seen: '(landed)'"""
    rest: Said | list[Said] = Field(default_factory=list)
    """where it does not hold nothing has settled: '(not (rowing))'"""
    functions: dict[str, Said] = Field(default_factory=dict, max_length=1_000)
    """by role the function that is its value: '(count missionaries left)'"""
    roles: dict[str, dict[str, Said]] = Field(default_factory=dict, max_length=1_000)
    """by role for each of its values what holds then: '(at goat left)', '(not (crossed goat))', '(= (boat-side) 1)'"""


class Map:
    """A file that was given."""

    def __init__(self, text: str, name: str) -> None:
        """Raises PuzzleError for a text that is no such file."""
        self.said, self.name = table_in(MapFile, text, Positions(text), name), name

    def suits(self, cast: Cast[Any, Any]) -> bool:
        """Return whether it names nothing but roles that there are."""
        return self._named <= {role.name for role in cast.roles}

    @property
    def _named(self) -> set[str]:
        return {*self.said.roles, *self.said.functions}

    def check(self, casts: Collection[Cast[Any, Any]]) -> None:
        """Raise PuzzleError if it suits none of the ways to see an instance."""
        names = [role.name for cast in casts for role in cast.roles]
        for name in sorted(self._named.difference(names)):
            raise PuzzleError(
                format_message("check.unknown-role", name=name),
                where=self.name,
                found=f"'{name}'",
                advice=suggest_name(name, names),
            )
        if not any(map(self.suits, casts)):
            raise PuzzleError(format_message("check.mixed-roles"), where=self.name)

    def readings(self, cast: Cast[Any, Any], space: TaskSpace) -> dict[int, Reading]:
        """Return what tells the roles that it names, by their numbers. Raises PuzzleError for what is none of the model's."""
        found = dict[int, Reading]()
        for number, (role, values) in enumerate(zip(cast.roles, cast.values, strict=True)):
            names = [value.name for value in values]
            if (written := self.said.functions.get(role.name)) is not None:
                function = self._literal(written, role.name, space)[0]
                found[number] = tuple((function, Fraction(value)) for value in range(len(values)))
            if (said := self.said.roles.get(role.name)) is not None:
                for name in said.keys() - {*names}:
                    raise PuzzleError(
                        format_message("check.unknown-value", role=role.name, name=name),
                        where=self.name,
                        about=role.name,
                        found=f"'{name}'",
                        advice=suggest_name(name, names),
                    )
                literals = {name: self._literal(text, role.name, space) for name, text in said.items()}
                found[number] = tuple(map(literals.get, names))
        return found

    def rest(self, space: TaskSpace) -> Rest | None:
        """Return what holds wherever all has settled, if the file says it. Raises PuzzleError as ``readings``."""
        key, said = ("when", self.said.when) if self.said.when else ("rest", self.said.rest)
        literals = tuple([self._literal(one, key, space) for one in ([said] if isinstance(said, str) else said)])
        return Rest(literals, key == "when") if literals else None

    def _literal(self, text: str, key: str, space: TaskSpace) -> Literal:
        try:
            match Source(text, f"{self.name}: {key}").parse():
                case Group((Word("not"), Group() as inner)):
                    return self._fact(inner, key, space), False
                case Group((Word("="), Group() as inner, Word(number))) if number.isdecimal():
                    return self._fact(inner, key, space), Fraction(number)
                case Group() as fact:
                    return self._fact(fact, key, space), True
        except PddlError:
            raise PuzzleError(
                format_message("check.no-fact", text=text), where=self.name, key=key, found=text
            ) from None

    def _fact(self, written: Group, key: str, space: TaskSpace) -> Fact:
        signatures = [*space.domain.predicates, *space.domain.functions]
        known = {one.name: len(one.parameters) for one in signatures} | dict.fromkeys(space.derived_predicates, -1)
        name, terms = written.head, [item.text for item in written.items[1:] if isinstance(item, Word)]
        held: dict[str, Any] = {"where": self.name, "key": key, "found": str(written)}
        if name not in known or len(terms) != len(written.items) - 1:
            raise PuzzleError(
                format_message("check.unknown-fact", fact=written), **held, advice=suggest_name(name, known)
            )
        if known[name] not in (-1, len(terms)):
            raise PuzzleError(format_message("check.wrong-arity", fact=written, count=known[name]), **held)
        objects = ("", *space.objects["object"])
        for strange in (one for one in "|".join(terms).split("|") if one not in objects):
            statement = format_message("check.unknown-object", fact=written, name=strange)
            raise PuzzleError(statement, **held, advice=suggest_name(strange, objects))
        return (name, *terms)


def as_file(seen: Observer) -> str:
    """Return the file of a correspondence."""
    roles, functions, missing = dict[str, dict[str, str]](), dict[str, str](), list[str]()
    ways = zip(seen.cast.roles, seen.cast.values, seen.readings, strict=False)
    for number, (role, values, reading) in enumerate(ways):
        literals = {value.name: one for value, one in zip(values, reading, strict=False) if one}
        counted = [literal and literal[1] for literal in reading] == [*range(len(values))]
        if len(literals) > 2 and counted and len({fact for fact, _ in literals.values()}) == 1:
            functions[role.name] = _told(next(iter(literals.values()))[0], True)
        elif literals:
            roles[role.name] = {name: _told(*one) for name, one in literals.items()}
        elif number not in seen.cast.optional:
            missing.append(
                format_message(
                    "check.map-missing", role=role.name, values=listing([f"'{value.name}'" for value in values])
                )
            )
    rest = [_told(*literal) for literal in seen.rest.literals]
    said: dict[str, Any] = {"when" if seen.rest.hides else "rest": rest, "functions": functions, "roles": roles}
    comments = [format_message("check.map-heading"), *missing]
    return text_of(MapFile(**said), comments)


def _told(fact: Fact, wanted: bool | Fraction) -> str:
    atom = f"({' '.join(fact)})"
    if isinstance(wanted, bool):
        return atom if wanted else f"(not {atom})"
    return f"(= {atom} {wanted})"
