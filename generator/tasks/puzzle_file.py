"""The tables of the puzzle files of planning tasks, and of the sentence files beside PDDL files."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal

from ferryplan import domains
from ferryplan.generator.pddl.syntax import Source
from ferryplan.generator.puzzle_file import (
    SINGLE_LINE_PATTERN,
    BoolOrExpression,
    ErrorDiagnostic,
    Label,
    PuzzleFile,
    TomlFile,
    make_expression_check,
    make_known_name_check,
)
from ferryplan.generator.tasks.picture_tables import PicturesTable
from ferryplan.generator.toml_tables import Field, TomlTable

if TYPE_CHECKING:
    from ferryplan.generator.toml_positions import TomlPositions

MAX_SENTENCES = 1_000
TEMPLATE_NAMES = ("domain.pddl.j2", "problem.pddl.j2")
"""the names of the PDDL templates in the folder of a puzzle file"""
PLAN_TEMPLATE_NAME = "shortest.plan.j2"
"""the name of the template of a plan that a theorem proves to be optimal"""
SentenceTemplateText = Annotated[str, Field(pattern=SINGLE_LINE_PATTERN, max_length=400)]


class TaskCostTable(TomlTable):
    """The names of the unit in which a puzzle counts costs, in the singular and the plural."""

    unit: Label = Field(description="the unit of the cost, such as minute or liter")
    units: Label = Field(description="its plural")


class TaskOptimumTable(TomlTable):
    """A known optimum for certain parameter values, with its source, which tests compare with ferryplan's."""

    parameters: dict[Annotated[str, make_known_name_check("parameter")], int | bool | str | list[int]]
    moves: int | None = Field(
        default=None,
        description="the fewest actions, with costs the fewest at the lowest cost; leave it out if there is no solution",
    )
    cost: int | None = Field(default=None, description="the lowest total cost, if the puzzle has costs")
    source: Label


class TheoremTable(TomlTable):
    """A theorem from the literature, with the template of an optimal plan in ``shortest.plan.j2``.

    The template gives an optimal plan for every size. ferryplan trusts theorems only in puzzles of the catalog.
    """

    when: BoolOrExpression = Field(
        default=True, description="an expression over the parameters: where the theorem applies"
    )
    source: Label = Field(description="the lower bound that is proven, and who proved it")


class SentencesFile(TomlFile):
    """The sentences for a domain: the file ``domain.toml`` beside ``domain.pddl``."""

    actions: dict[str, SentenceTemplateText] = Field(
        default_factory=dict,
        max_length=MAX_SENTENCES,
        description="each action in words, over its parameters: 'load {{ package }} onto {{ truck }}'",
    )
    predicates: dict[str, Literal[""] | SentenceTemplateText] = Field(
        default_factory=dict,
        max_length=MAX_SENTENCES,
        description="each predicate in words: '{{ package }} is on {{ truck }}'; empty to hide it; for a function, the name of its value",
    )
    breaches: dict[str, SentenceTemplateText] = Field(
        default_factory=dict,
        max_length=MAX_SENTENCES,
        description="by predicate, the sentence for a condition that does not hold",
    )
    objects: dict[str, SentenceTemplateText] = Field(
        default_factory=dict, max_length=MAX_SENTENCES, description="the names of objects in sentences"
    )
    cost: TaskCostTable | None = Field(default=None, description="the unit of the metric")
    pictures: PicturesTable | None = Field(default=None, description="the drawing of a state")

    def find_mistakes(self) -> Iterator[ErrorDiagnostic]:
        """Yield mistakes in the pictures; see `PicturesTable.find_mistakes`."""
        if self.pictures:
            yield from self.pictures.find_mistakes()


class TaskFile(SentencesFile, PuzzleFile):
    """The puzzle file of a planning task, whose PDDL templates are in the same folder."""

    LINE_SEPARATOR: ClassVar = "/"
    HAS_TEMPLATES: ClassVar = True

    family: Literal["classical"]
    rules: list[Annotated[SentenceTemplateText, make_expression_check(template=True)]] = Field(
        default_factory=list,
        max_length=MAX_SENTENCES,
        description="the preconditions and effects of the actions, as far as the story leaves them open, one sentence each",
    )
    any_order: bool = Field(
        default=False,
        description="true: the order of the actions does not matter, and repeating an action undoes it; the PDDL may then fix one order, "
        "so that planners have less to search; a game ignores preconditions, and the facts of predicates without a sentence",
    )
    optima: list[TaskOptimumTable] = Field(default_factory=list, max_length=MAX_SENTENCES)
    theorem: TheoremTable | None = Field(
        default=None, description="a theorem that proves plans optimal where a search would take too long"
    )
    incomparable: Label | None = Field(
        default=None, description="the reason why models cannot be compared with this puzzle"
    )

    @property
    def pddl_sources(self) -> tuple[Source, Source] | None:
        """The domain and the problem, if they are finished PDDL; None if the puzzle has templates."""
        pair: tuple[Source, Source] | None = self.__dict__.get("_pair")
        return pair

    def with_pddl_sources(
        self, domain: Source, problem: Source, sentences: str = "", positions: TomlPositions | None = None
    ) -> TaskFile:
        """Return a copy of the puzzle for a domain and a problem in finished PDDL.

        ``sentences`` is the name of the puzzle's sentence file, and ``positions`` are the positions of the keys in it.
        """
        named = self.with_loading_reference(problem.name, positions)
        named.__dict__.update(_pair=(domain, problem), _sentences=sentences)
        return named

    def add_notes(self, notes: tuple[str, ...]) -> TaskFile:
        """Store notes on slips in the puzzle's PDDL files, and return the puzzle."""
        self.__dict__["notes"] = notes
        return self

    def error_location(self, key: str) -> dict[str, Any]:
        """Return the location of a key for error messages, as values such as ``file`` and ``line``.

        For a puzzle made from PDDL files, it is the location in the sentence file.
        """
        sentences = self.__dict__.get("_sentences")
        place = super().error_location(key)
        return {name: sentences or value if name in ("file", "where") else value for name, value in place.items()}

    @property
    def folder(self) -> Path:
        """The folder that contains the puzzle's PDDL templates."""
        return domains.puzzle_files().get(self.reference, Path(self.reference)).parent

    def parameters_used_elsewhere(self) -> frozenset[str]:
        """Return the names of the parameters that the PDDL templates use."""
        from ferryplan.generator.tasks.template_filling import find_used_names

        return find_used_names(self.folder)

    def parameters_read_from_files(self) -> frozenset[str]:
        """Return the names of the text parameters; the command line can read each of them from a file."""
        return frozenset(key for key, spec in self.parameters.items() if spec.type == "text")
