"""The family `classical`: planning tasks, from templates or as somebody wrote them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ferryplan.domains.messages import format_message
from ferryplan.generator.classical.cast import casts
from ferryplan.generator.classical.changes import changes
from ferryplan.generator.classical.formulations import FORMULATIONS, dialect_of
from ferryplan.generator.classical.instance import ClassicalInstance
from ferryplan.generator.classical.instantiation import instantiate
from ferryplan.generator.classical.puzzle_file import ClassicalFile
from ferryplan.generator.classical.space import ClassicalSpace
from ferryplan.generator.classical.speller import ClassicalSpeller
from ferryplan.generator.classical.strategy import ClassicalStrategy
from ferryplan.generator.classical.teller import ACTION, ClassicalTeller
from ferryplan.generator.family import Family, Optimum


def _quoted(puzzle: ClassicalFile) -> Iterator[tuple[dict[str, Any], Optimum]]:
    for one in puzzle.optima:
        yield one.parameters, Optimum(one.moves is not None, one.moves, one.cost, one.source)


def _sizes(instance: ClassicalInstance) -> dict[str, int]:
    domain, problem = instance.trees
    return {"objects": len(domain.constants) + len(problem.objects), "facts": len(problem.facts)}


FAMILY = Family(
    name="classical",
    file=ClassicalFile,
    instantiate=instantiate,
    formulated=lambda: FORMULATIONS,
    space=ClassicalSpace,
    teller=ClassicalTeller,
    speller=ClassicalSpeller,
    move=ACTION,
    unit=lambda puzzle: None if puzzle.cost is None else puzzle.cost.unit,
    sizes=_sizes,
    quoted=_quoted,
    strategy=ClassicalStrategy,
    changes=changes,
    casts=casts,
    preferred=lambda instance, dialect: "rules" if instance.theorem and not dialect else None,
    dialect=dialect_of,
    drawn="facts",
    in_turn=True,
    in_one_file=False,
    unsupported={
        "backward": format_message("planning.several-goal-states"),
        "pddl": format_message("planning.own-pddl"),
    },
)
