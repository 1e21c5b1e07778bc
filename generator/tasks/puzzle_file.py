"""The shape of the puzzle files of planning tasks, and of the files of sentences that stand beside PDDL of others."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal

from ferryplan import domains
from ferryplan.domains.messages import format_message
from ferryplan.generator.pddl.syntax import Source
from ferryplan.generator.puzzle_file import ON_A_LINE, Condition, File, Label, Mistake, PuzzleFile, known, over
from ferryplan.generator.tables import Field, Table
from ferryplan.generator.tasks.pictures import PicturesTable

if TYPE_CHECKING:
    from ferryplan.generator.positions import Positions

MOST_SENTENCES = 1_000
TEMPLATES = ("domain.pddl.j2", "problem.pddl.j2")
"""the templates beside a puzzle's file"""
SHORTEST_PLAN = "shortest.plan.j2"
"""the template of a plan of which a theorem says that it is a best one"""
Sentence = Annotated[str, Field(pattern=ON_A_LINE, max_length=400)]


class CostTable(Table):
    """The names of the unit in which a puzzle counts costs, in the singular and the plural."""

    unit: Label = Field(description="the unit of the cost, such as minute or liter")
    units: Label = Field(description="its plural")


class OptimumTable(Table):
    """A known optimum and its source; the tests compare the program with it."""

    parameters: dict[Annotated[str, known("parameter")], int | bool | str | list[int]]
    moves: int | None = Field(
        default=None,
        description="the fewest actions, with costs the fewest at the lowest cost; leave it out if there is no solution",
    )
    cost: int | None = Field(default=None, description="the lowest total cost, if the puzzle has costs")
    source: Label


class TheoremTable(Table):
    """A theorem from the literature: the template ``shortest.plan.j2`` in the same folder gives an optimal plan for every size.

    It is believed of the catalogue's puzzles only.
    """

    when: Condition = Field(default=True, description="an expression over the parameters: where the theorem applies")
    source: Label = Field(description="the lower bound that is proven, and who proved it")


class SentencesFile(File):
    """The sentences that stand beside a domain, in ``domain.toml`` beside ``domain.pddl``."""

    actions: dict[str, Sentence] = Field(
        default_factory=dict,
        max_length=MOST_SENTENCES,
        description="each action in words, over its parameters: 'load {{ package }} onto {{ truck }}'",
    )
    predicates: dict[str, Literal[""] | Sentence] = Field(
        default_factory=dict,
        max_length=MOST_SENTENCES,
        description="each predicate in words: '{{ package }} is on {{ truck }}'; empty to hide it; for a function, the name of its value",
    )
    breaches: dict[str, Sentence] = Field(
        default_factory=dict,
        max_length=MOST_SENTENCES,
        description="by predicate, the sentence for a condition that does not hold",
    )
    objects: dict[str, Sentence] = Field(
        default_factory=dict, max_length=MOST_SENTENCES, description="the names of objects in sentences"
    )
    cost: CostTable | None = Field(default=None, description="the unit of the metric")
    pictures: PicturesTable | None = Field(default=None, description="the drawing of a state")

    def mistakes(self) -> Iterator[Mistake]:
        """Yield where pictures name variables that are none of their facts."""
        for number, shown in enumerate(self.pictures.shows if self.pictures else ()):
            variables = {word[1:] for fact in shown.facts for word in fact.lower().split() if word[0] == "?"}
            for key in ("at", "thing", "colour", "times"):
                if isinstance(name := getattr(shown, key), str) and name not in variables:
                    says = format_message("tasks.unknown-variable", name=name)
                    yield Mistake(f"pictures.shows[{number}].{key}", says)


class TaskFile(SentencesFile, PuzzleFile):
    """The puzzle file of a planning task, whose PDDL templates are in the same folder."""

    JOINED: ClassVar = "/"

    family: Literal["classical"]
    rules: list[Annotated[Sentence, over(template=True)]] = Field(
        default_factory=list,
        max_length=MOST_SENTENCES,
        description="the preconditions and effects of the actions, as far as the story leaves them open, one sentence each",
    )
    any_order: bool = Field(
        default=False,
        description="true: the order of the actions does not matter, and repeating an action undoes it; the PDDL may then fix one order, "
        "so that planners have less to search",
    )
    optima: list[OptimumTable] = Field(default_factory=list, max_length=MOST_SENTENCES)
    theorem: TheoremTable | None = Field(
        default=None, description="a theorem that proves plans optimal where a search would take too long"
    )
    incomparable: Label | None = Field(
        default=None, description="the reason why models cannot be compared with this puzzle"
    )

    @property
    def pair(self) -> tuple[Source, Source] | None:
        """Domain and problem as somebody wrote them, if they are no templates."""
        pair: tuple[Source, Source] | None = self.__dict__.get("_pair")
        return pair

    def of_pair(
        self, domain: Source, problem: Source, sentences: str = "", positions: Positions | None = None
    ) -> TaskFile:
        """Return it for two files of PDDL, with its sentences from a file of that name."""
        named = self.named(problem.name, positions)
        named.__dict__.update(_pair=(domain, problem), _sentences=sentences)
        return named

    def with_notes(self, notes: tuple[str, ...]) -> TaskFile:
        """Keep notes on the files of PDDL that it was read from, and return it."""
        self.__dict__["notes"] = notes
        return self

    def place(self, key: str) -> dict[str, Any]:
        """Return where a key is, as errors take it: of PDDL of others it stands in the file of sentences."""
        sentences = self.__dict__.get("_sentences")
        place = super().place(key)
        return {name: sentences or value if name in ("file", "where") else value for name, value in place.items()}

    @property
    def folder(self) -> Path:
        """Where its templates are."""
        return domains.puzzle_files().get(self.reference, Path(self.reference)).parent

    def used_elsewhere(self) -> frozenset[str]:
        """Return what its templates name."""
        from ferryplan.generator.tasks.filling import names_used

        return names_used(self.folder)

    def read_from_files(self) -> frozenset[str]:
        """Return the names of the parameters of type text: each may be in a file, line by line."""
        return frozenset(key for key, spec in self.parameters.items() if spec.type == "text")
