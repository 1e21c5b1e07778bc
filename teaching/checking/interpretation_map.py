"""The interpretation of a model as a TOML file.

The file says which facts of the model represent the values of the puzzle's state variables. `plan check --show-map` writes the
interpretation that it found; users can correct it and pass it to `--map`.
"""

from __future__ import annotations

from collections.abc import Collection
from fractions import Fraction
from typing import Annotated, Any

from ferryplan.domains.messages import format_message
from ferryplan.generator.errors import PddlError, PuzzleError, suggest_name
from ferryplan.generator.pddl.states import Fact
from ferryplan.generator.pddl.syntax import ListNode, Source, WordNode
from ferryplan.generator.puzzle_file import SINGLE_LINE_PATTERN, TomlFile
from ferryplan.generator.puzzle_text import format_puzzle
from ferryplan.generator.state_variables import StateVariables
from ferryplan.generator.tasks.space import TaskSpace
from ferryplan.generator.toml_positions import TomlPositions
from ferryplan.generator.toml_reading import parse_toml_file
from ferryplan.generator.toml_tables import Field
from ferryplan.generator.wording import join_phrases
from ferryplan.teaching.interpretation.observer import Observer
from ferryplan.teaching.interpretation.readings import FactLiteral, SettledCondition, VariableReading

MapText = Annotated[str, Field(pattern=SINGLE_LINE_PATTERN, max_length=400)]
"""A single line of PDDL in the file."""


class InterpretationMapFile(TomlFile):
    """The contents of an interpretation file."""

    when: MapText | list[MapText] = Field(default_factory=list)
    """The condition under which the values can be read from a state, such as '(landed)'."""
    rest: MapText | list[MapText] = Field(default_factory=list)
    """The condition under which no move is unfinished, such as '(not (rowing))'."""
    functions: dict[str, MapText] = Field(default_factory=dict, max_length=1_000)
    """For a state variable, the function that gives its value: '(count missionaries left)'."""
    roles: dict[str, dict[str, MapText]] = Field(default_factory=dict, max_length=1_000)
    """For a state variable, the literal that represents each value: '(at goat left)', '(not (crossed goat))', '(= (boat-side) 1)'."""


class InterpretationMap:
    """An interpretation file that a user wrote, which fixes the readings of some or all state variables.

    A reading says which literal of the model represents each value of a state variable.
    """

    def __init__(self, text: str, name: str) -> None:
        """Parse an interpretation file from its text; ``name`` is its name in errors.

        Raises PuzzleError if it is malformed.
        """
        self.content, self.name = parse_toml_file(InterpretationMapFile, text, TomlPositions(text), name), name

    def fits_variables(self, state_variables: StateVariables[Any, Any]) -> bool:
        """Return whether all state variables that the file names are among the given ones."""
        return self._variable_names <= {role.name for role in state_variables.variables}

    @property
    def _variable_names(self) -> set[str]:
        """The names of the state variables for which the file has a reading."""
        return {*self.content.roles, *self.content.functions}

    def check_variables_exist(self, variable_choices: Collection[StateVariables[Any, Any]]) -> None:
        """Raise PuzzleError if the file names state variables that the puzzle does not have.

        ``variable_choices`` are the possible choices of state variables for an instance; one of them must have all variables that the file
        names.
        """
        names = [role.name for state_variables in variable_choices for role in state_variables.variables]
        for name in sorted(self._variable_names.difference(names)):
            raise PuzzleError(
                format_message("check.unknown-role", name=name),
                where=self.name,
                found=f"'{name}'",
                advice=suggest_name(name, names),
            )
        if not any(map(self.fits_variables, variable_choices)):
            raise PuzzleError(format_message("check.mixed-roles"), where=self.name)

    def make_readings(self, state_variables: StateVariables[Any, Any], space: TaskSpace) -> dict[int, VariableReading]:
        """Return the readings of the state variables that the file names, by the variables' indices.

        ``space`` is the state space of the model. Raises PuzzleError for values, facts or objects that do not exist.
        """
        found = dict[int, VariableReading]()
        for number, (role, values) in enumerate(zip(state_variables.variables, state_variables.values, strict=True)):
            names = [value.name for value in values]
            if (written := self.content.functions.get(role.name)) is not None:
                function = self._parse_literal(written, role.name, space)[0]
                found[number] = tuple((function, Fraction(value)) for value in range(len(values)))
            if (said := self.content.roles.get(role.name)) is not None:
                for name in said.keys() - {*names}:
                    raise PuzzleError(
                        format_message("check.unknown-value", role=role.name, name=name),
                        where=self.name,
                        about=role.name,
                        found=f"'{name}'",
                        advice=suggest_name(name, names),
                    )
                literals = {name: self._parse_literal(text, role.name, space) for name, text in said.items()}
                found[number] = tuple(map(literals.get, names))
        return found

    def make_settled_condition(self, space: TaskSpace) -> SettledCondition | None:
        """Return the condition that holds in settled states of a model, in which no move is unfinished.

        None if the file has no such condition. Raises PuzzleError like ``make_readings``.
        """
        key, said = ("when", self.content.when) if self.content.when else ("rest", self.content.rest)
        literals = tuple([self._parse_literal(one, key, space) for one in ([said] if isinstance(said, str) else said)])
        return SettledCondition(literals, key == "when") if literals else None

    def _parse_literal(self, text: str, key: str, space: TaskSpace) -> FactLiteral:
        """Parse a literal, such as ``(not (at goat left))``; ``key`` is its key in the file, for errors."""
        try:
            match Source(text, f"{self.name}: {key}").parse():
                case ListNode((WordNode("not"), ListNode() as inner)):
                    return self._parse_fact(inner, key, space), False
                case ListNode((WordNode("="), ListNode() as inner, WordNode(number))) if number.isdecimal():
                    return self._parse_fact(inner, key, space), Fraction(number)
                case ListNode() as fact:
                    return self._parse_fact(fact, key, space), True
        except PddlError:
            raise PuzzleError(
                format_message("check.no-fact", text=text), where=self.name, key=key, found=text
            ) from None

    def _parse_fact(self, expression: ListNode, key: str, space: TaskSpace) -> Fact:
        """Return the fact that a parsed expression represents; ``key`` is its key in the file, for errors.

        Raises PuzzleError if the model lacks the predicate or one of the objects.
        """
        signatures = [*space.domain.predicates, *space.domain.functions]
        known = {one.name: len(one.parameters) for one in signatures} | dict.fromkeys(space.derived_predicates, -1)
        name, terms = expression.head, [item.text for item in expression.items[1:] if isinstance(item, WordNode)]
        held: dict[str, Any] = {"where": self.name, "key": key, "found": str(expression)}
        if name not in known or len(terms) != len(expression.items) - 1:
            raise PuzzleError(
                format_message("check.unknown-fact", fact=expression), **held, advice=suggest_name(name, known)
            )
        if known[name] not in (-1, len(terms)):
            raise PuzzleError(format_message("check.wrong-arity", fact=expression, count=known[name]), **held)
        objects = ("", *space.objects["object"])
        for strange in (one for one in "|".join(terms).split("|") if one not in objects):
            statement = format_message("check.unknown-object", fact=expression, name=strange)
            raise PuzzleError(statement, **held, advice=suggest_name(strange, objects))
        return (name, *terms)


def format_map_file(observer: Observer) -> str:
    """Return the interpretation that an observer uses, as the text of an interpretation file."""
    roles, functions, missing = dict[str, dict[str, str]](), dict[str, str](), list[str]()
    ways = zip(observer.state_variables.variables, observer.state_variables.values, observer.readings, strict=False)
    for number, (variable, values, reading) in enumerate(ways):
        literals = {value.name: one for value, one in zip(values, reading, strict=False) if one}
        counted = [literal and literal[1] for literal in reading] == [*range(len(values))]
        if len(literals) > 2 and counted and len({fact for fact, _ in literals.values()}) == 1:
            functions[variable.name] = _format_literal(next(iter(literals.values()))[0], True)
        elif literals:
            roles[variable.name] = {name: _format_literal(*one) for name, one in literals.items()}
        elif number not in observer.state_variables.optional_variables:
            missing.append(
                format_message(
                    "check.map-missing",
                    role=variable.name,
                    values=join_phrases([f"'{value.name}'" for value in values]),
                )
            )
    rest = [_format_literal(*literal) for literal in observer.settled_condition.literals]
    said: dict[str, Any] = {
        "when" if observer.settled_condition.hides_unsettled else "rest": rest,
        "functions": functions,
        "roles": roles,
    }
    comments = [format_message("check.map-heading"), *missing]
    return format_puzzle(InterpretationMapFile(**said), comments)


def _format_literal(fact: Fact, value: bool | Fraction) -> str:
    """Return a fact with its truth value, or a function with its value, in PDDL syntax."""
    atom = f"({' '.join(fact)})"
    if isinstance(value, bool):
        return atom if value else f"(not {atom})"
    return f"(= {atom} {value})"
