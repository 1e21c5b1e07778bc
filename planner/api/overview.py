"""Facts about a puzzle before solving, its PDDL, the schema of puzzle files, and the engines."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ferryplan.domains.messages import format_message
from ferryplan.generator import generation
from ferryplan.generator.arguments import (
    ArgumentValueError,
    check_argument_choice,
    check_argument_type,
    check_positive_number,
)
from ferryplan.generator.errors import UnsuitableError
from ferryplan.generator.families import CROSSING, FAMILIES, family_of, instantiate_smallest
from ferryplan.generator.generation import Pddl
from ferryplan.generator.instance import AnyInstance, ParameterValue
from ferryplan.generator.layout import PLAIN, Layout
from ferryplan.generator.puzzle import make_json_schema
from ferryplan.generator.puzzle_file import PuzzleFile
from ferryplan.generator.puzzle_warnings import find_warnings
from ferryplan.generator.rendering import Renderable, RenderableSequence
from ferryplan.generator.seeded_random import SeededRandom
from ferryplan.generator.theming import load_theme as find_theme
from ferryplan.generator.theming import retell_puzzle
from ferryplan.generator.wording import Table, format_parameter_value
from ferryplan.planner.answer_formatting import format_json
from ferryplan.planner.api.puzzle_sources import PuzzleSource, load_puzzle_and_parameters
from ferryplan.planner.engines.registry import ENGINES, Engine
from ferryplan.planner.output_schemas import OUTPUTS, load_output_schema
from ferryplan.planner.questions.puzzle_overview import format_puzzle_overview, puzzle_as_json
from ferryplan.planner.system.limits import DEFAULT_MEMORY, DEFAULT_TIMEOUT, enforce_limits
from ferryplan.planner.system.progress import show_step


def instantiate(
    puzzle: PuzzleSource, parameters: Mapping[str, ParameterValue] | None = None, **keywords: ParameterValue
) -> AnyInstance:
    """Return a puzzle with a value for every parameter.

    A parameter without a value has its default; a free parameter, such as a boat's capacity, gets the smallest value that works.

    Args:
        puzzle: A name, a path, a text in TOML, a mapping or PDDL; see `load`.
        parameters: Values of the puzzle's parameters by name.
        keywords: The same values as keyword arguments, such as ``couples=3``.

    Returns:
        An instance, which is hashable and compares by value. All functions take it in place of a puzzle.

    Raises:
        PuzzleError, ParameterError, PddlError, ArgumentError: The puzzle, a parameter, PDDL or an argument is wrong.

    >>> from ferryplan import instantiate
    >>> dict(instantiate("jealous-couples").parameters)["capacity"]
    2
    """
    return instantiate_smallest(*load_puzzle_and_parameters(puzzle, parameters, keywords, instantiate))


@dataclass(frozen=True, slots=True, repr=False)
class Description(Renderable):
    """A description of a puzzle: its story, parameters, rules and number of states."""

    renderer = "ferryplan.planner.api.overview:render_description"

    instance: AnyInstance
    """The puzzle with a value for each of its parameters."""
    puzzle: PuzzleFile = field(compare=False)
    """The puzzle, under the names of the theme if there is one; its ``to_toml()`` returns the text of the file."""
    difficulty: bool
    """Whether the description includes a grade of the difficulty for people."""
    timeout: float
    """The time limit for counting, in seconds."""
    memory: int = DEFAULT_MEMORY
    """The memory limit for counting, in MiB."""

    def __repr__(self) -> str:
        """Return a short description with the puzzle and its parameters."""
        return f"Description({self.instance!r})"

    @property
    def notes(self) -> tuple[str, ...]:
        """The findings in a puzzle file of your own; none for a puzzle of the catalog."""
        if self.puzzle.reference == self.puzzle.name:
            return ()
        return tuple(
            f"{self.puzzle.format_location(one.key)}: {one.message}"
            for one in find_warnings(self.puzzle, self.instance)
        )


def render_description(found: Description, form: str, *, layout: Layout = PLAIN) -> str:
    """Render the description of a puzzle in an output format: ``text`` or ``json``.

    Numbers that take too long to compute are left out.
    """
    with enforce_limits(found.timeout, found.memory):
        show_step(format_message("commands.counting-states"))
        if form == "json":
            return format_json(puzzle_as_json(found.puzzle, found.instance, found.difficulty))
        return format_puzzle_overview(found.puzzle, found.instance, layout, found.difficulty)


def show(
    puzzle: PuzzleSource,
    parameters: Mapping[str, ParameterValue] | None = None,
    *,
    difficulty: bool = False,
    theme: str | None = None,
    seed: int = 1,
    timeout: float = DEFAULT_TIMEOUT,
    memory: int = DEFAULT_MEMORY,
    **keywords: ParameterValue,
) -> Description:
    """Describe a puzzle in detail: its story, parameters, rules and number of states.

    Args:
        puzzle: A name, a path, a text in TOML, a mapping or PDDL; see `load`.
        parameters: Values of the puzzle's parameters by name.
        difficulty: Whether to grade how hard the puzzle is for a person, and why.
        theme: The theme of the story: the name of a theme, such as ``"space-station"``, the path of a theme's file, or ``"any"``.
            None keeps the puzzle's own story.
        seed: The number that determines the names under a theme.
        timeout: The time limit for counting, in seconds; numbers that take longer are left out.
        memory: The memory limit in MiB.
        keywords: The same values as keyword arguments, such as ``couples=3``.

    Raises:
        PuzzleError, ParameterError, PddlError, ArgumentError: The puzzle, a parameter, PDDL or an argument is wrong.
        EncodingError: The difficulty of puzzles of this family is not known.

    >>> from ferryplan import show, solve
    >>> show("wolf-goat-cabbage").to_dict()["family"]
    'crossing'
    >>> len(solve(show("wolf-goat-cabbage", theme="any").puzzle).solution.steps)
    7
    """
    check_argument_type("difficulty", difficulty, bool, "true or false")
    check_argument_type("theme", theme, (str, type(None)), "a theme's name or None")
    check_argument_type("seed", seed, int, "a whole number")
    check_positive_number("timeout", timeout, "seconds")
    check_positive_number("memory", memory, "MiB", whole=True)
    found, given = load_puzzle_and_parameters(puzzle, parameters, keywords, show)
    with enforce_limits(timeout, memory):
        instance = instantiate_smallest(found, given)
        if theme is not None:
            words = find_theme(theme, SeededRandom(f"{seed}"))
            found = retell_puzzle(found, dict(instance.parameters), words, f"{seed}")
            instance = instantiate_smallest(found, {})
    if difficulty:
        family_of(instance).check_gradable(instance)
    return Description(instance, found, difficulty, timeout, memory)


def generate(
    puzzle: PuzzleSource | AnyInstance,
    parameters: Mapping[str, ParameterValue] | None = None,
    *,
    dialect: str | None = None,
    encoding: str | None = None,
    backward: bool = False,
    style: str | None = None,
    timeout: float = DEFAULT_TIMEOUT,
    memory: int = DEFAULT_MEMORY,
    **keywords: ParameterValue,
) -> Pddl:
    """Generate the PDDL domain and problem of a puzzle.

    The same puzzle always gives the same texts. No planner is needed.

    Args:
        puzzle: A name, a path, a text in TOML, a mapping or PDDL; see `load`.
        parameters: Values of the puzzle's parameters by name.
        dialect: strips, adl, axioms, numeric, costs or temporal. None takes the first dialect of the family.
        encoding: ``"named"`` (an object for each traveler) or ``"counted"``. None takes the first encoding of the dialect.
        backward: Whether to exchange start and goal.
        style: ``"textbook"`` writes PDDL as short as on a slide, whose plans cannot be narrated. None writes all that narration needs.
        timeout: The time limit in seconds.
        memory: The memory limit in MiB.
        keywords: The same values as keyword arguments, such as ``couples=3``.

    Raises:
        PuzzleError, ParameterError, PddlError, ArgumentError: The puzzle, a parameter, PDDL or an argument is wrong.
        EncodingError: The puzzle is too large for the dialect, or the dialect cannot express it.
        FamilyError: Puzzles of this family cannot be planned backward.
        TimeIsUpError, MemoryError: A limit was reached.

    >>> from ferryplan import generate
    >>> pddl = generate("wolf-goat-cabbage", dialect="adl")
    >>> pddl.domain.count("(:action")
    2
    """
    check_argument_type("backward", backward, bool, "true or false")
    check_positive_number("timeout", timeout, "seconds")
    check_positive_number("memory", memory, "MiB", whole=True)
    if style is not None:
        check_argument_choice("style", style, ("textbook",))
        if encoding is not None or backward:
            raise UnsuitableError(format_message("python.only-alone"), key="style", found=style)
    with enforce_limits(timeout, memory):
        instance = _resolve_instance(puzzle, parameters, keywords)
        if backward:
            instance = family_of(instance).reverse(instance)
        show_step(format_message("commands.writing-pddl"))
        return (
            generation.generate_textbook(instance, dialect)
            if style
            else generation.generate(instance, dialect, encoding)
        )


def _resolve_instance(
    puzzle: PuzzleSource | AnyInstance,
    parameters: Mapping[str, ParameterValue] | None,
    keywords: Mapping[str, ParameterValue],
) -> AnyInstance:
    """Return the instance whose PDDL `generate` writes, from the arguments of `generate`."""
    if not isinstance(puzzle, AnyInstance):
        return instantiate_smallest(*load_puzzle_and_parameters(puzzle, parameters, keywords, generate))
    if parameters or keywords:
        says = format_message("python.fixed-parameters")
        raise ArgumentValueError("parameters", "parameters with an instance", "none", statement=says)
    return puzzle


def schema(family: str = CROSSING, *, output: str | None = None) -> dict[str, Any]:
    """Return the JSON Schema of a family's puzzle files, for completion and checks in editors.

    Args:
        family: crossing, grid, arithmetic, board or classical.
        output: The name of a command, such as ``"solve"`` or ``"graph"``, for the schema of its JSON, which ``to_dict()`` of answers returns.
            None returns the schema of puzzle files.

    Raises:
        ArgumentError: There is no such family or output.

    >>> from ferryplan import schema
    >>> "boat" in schema()["properties"], "boat" in schema("board")["properties"]
    (True, False)
    >>> "status" in schema(output="solve")["required"]
    True
    """
    check_argument_choice("family", family, FAMILIES)
    if output is None:
        return make_json_schema(family)
    check_argument_choice("output", output, OUTPUTS)
    return load_output_schema(output)


@dataclass(frozen=True, slots=True, repr=False)
class EngineList(RenderableSequence[Engine]):
    """The planners that ferryplan can run, installed or not: a sequence of engines."""

    renderer = "ferryplan.planner.api.overview:render_engines"

    engines: tuple[Engine, ...]
    """The engines, in a fixed order."""

    @property
    def items(self) -> tuple[Engine, ...]:
        """The engines, in a fixed order."""
        return self.engines

    def __repr__(self) -> str:
        """Return a short description with the number of engines."""
        return f"EngineList(engines={len(self)})"


def render_engines(found: EngineList, form: str, *, layout: Layout = PLAIN) -> str:
    """Return the engines as a table or as JSON, with the commands that install missing ones.

    ``form`` is the output format.
    """
    rows: list[dict[str, Any]] = [
        {
            "name": engine.name,
            "installed": not engine.missing,
            "dialects": engine.takes,
            "optimal": engine.optimal,
            "proves_unsolvability": engine.proves,
            "license": engine.licence,
            "install": engine.missing or None,
        }
        for engine in found
    ]
    if form == "json":
        return json.dumps({"engines": rows}, indent=2) + "\n"
    cells = []
    for name, installed, dialects, optimal, proves, licence, _ in map(dict.values, rows):
        plans = "optimal" if optimal else "satisficing"
        cells.append(
            (
                name,
                format_parameter_value(installed),
                ", ".join(dialects),
                plans,
                format_parameter_value(proves),
                licence,
            )
        )
    columns = ("engine", "installed", "dialects", "plans", "proves-none", "license")
    text = layout(Table(tuple(format_message(f"commands.{column}") for column in columns), tuple(cells)))
    missing = dict.fromkeys(row["install"] for row in rows if row["install"])
    return text + (
        "\n".join((format_message("commands.install-others"), *(f"  {line}" for line in missing), ""))
        if missing
        else ""
    )


def engines() -> EngineList:
    """Return the planners that ferryplan knows, whether they are installed or not.

    Returns:
        An `EngineList`: a sequence of engines, each with the dialects it takes and what it guarantees.

    >>> from ferryplan import engines
    >>> [engine.name for engine in engines() if engine.name == "pyperplan"]
    ['pyperplan']
    """
    return EngineList(tuple(ENGINES[name] for name in ENGINES.list_names()))
