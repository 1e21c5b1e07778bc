"""The data of a page that draws the scenes of a task and lets a person play it by gestures.

The page has one row for each thing that a state may show, with the facts that make it appear. Each state of a solution is
then a few numbers: the facts that disappear and those that appear.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from ferryplan.generator.pddl.grounding import GroundAction
from ferryplan.generator.pddl.states import PddlState
from ferryplan.generator.search.state_graph import explore_graph
from ferryplan.generator.tasks.gestures import EncodedGesture, EndNumbers, GestureEncoder, list_action_objects
from ferryplan.generator.tasks.instance import TaskInstance
from ferryplan.generator.tasks.narrator import TaskNarrator
from ferryplan.generator.tasks.page_data import assign_numbers_to_facts
from ferryplan.generator.tasks.space import TaskSpace
from ferryplan.generator.tasks.task_scenes import MAX_ROWS, MAX_SHOWN_THINGS, ObjectToken, PlacedToken, TaskSceneBuilder
from ferryplan.generator.wording import capitalize

MAX_GESTURES = 30_000
"""the limit on the moves of a table of states that get gestures"""


class _NumberedRows(NamedTuple):
    """The things that states may show, with numbers for the facts that make them appear."""

    rows: Sequence[PlacedToken]
    facts: Sequence[Sequence[int]]
    """the facts of each row"""
    states: Sequence[set[int]]
    """the facts that hold in each state of a solution"""


def make_scene_data(
    instance: TaskInstance, states: Sequence[PddlState], play_data: dict[str, Any] | None
) -> dict[str, Any]:
    """Return the data with which a page draws states, and the gestures for the moves of a game.

    ``states`` are the states of a solution, the initial state first. ``play_data`` are the data of the game, if there is
    one: its numbers of facts are also those of the scenes.
    """
    builder = instance.get_or_make(TaskSceneBuilder)
    pictures = builder.pictures
    numbered = _number_by_facts(builder, states) if play_data else _number_by_rows(builder, states)
    objects = _number_objects(builder, numbered.rows)
    fixtures = {name: len(objects) + index for index, name in enumerate(pictures.fixtures)}
    ends = EndNumbers(objects, fixtures, len(objects) + len(fixtures))
    names = [one.name for one in pictures.shows]
    tokens = {token: index for index, token in enumerate(dict.fromkeys(row.token for row in numbered.rows))}
    data: dict[str, Any] = {
        "kind": pictures.kind,
        "upwards": pictures.upwards,
        "named": pictures.named,
        "ground": pictures.ground,
        "walls": pictures.walls,
        "places": _list_places(builder, objects),
        "names": [builder.sentences.object_phrase(name) for name in objects],
        "fixtures": [],
        "firstRow": ends.first_row,
        "entries": [
            {
                "name": table.name or "",
                "inside": names.index(table.inside) if table.inside else -1,
                "joined": table.joined,
                "wanted": table.wanted,
            }
            for table in pictures.shows
        ],
        "tokens": [[*token] for token in tokens],
        "rows": [
            [facts, objects.get(row.support, -1), objects.get(row.thing, -1), tokens[row.token], row.copy_count]
            for facts, row in zip(numbered.facts, numbered.rows, strict=True)
        ],
        "start": sorted(numbered.states[0]),
        "steps": [
            [sorted(before - after), sorted(after - before)] for before, after in itertools.pairwise(numbered.states)
        ],
        "steer": names.index(pictures.steer) if pictures.steer else -1,
    }
    if play_data:
        data |= _encode_moves(instance, play_data, GestureEncoder(pictures, ends, numbered.rows), objects)
        gestures = data["gestures"].values() if isinstance(data["gestures"], dict) else data["gestures"]
        used = {number for listed in gestures for gesture in listed for end in gesture for number in end or ()}
        data["fixtures"] = [[number, name.replace("-", " ")] for name, number in fixtures.items() if number in used]
    return data


def _number_by_facts(builder: TaskSceneBuilder, states: Sequence[PddlState]) -> _NumberedRows:
    """Return all things that any state may show, with the numbers that facts have in a game."""
    numbers = assign_numbers_to_facts(builder.space)
    rows = _list_rows(builder, PddlState(frozenset(numbers)), MAX_ROWS)
    facts = [[numbers[fact] for fact in row.facts if fact in numbers] for row in rows]
    return _NumberedRows(rows, facts, [{numbers[fact] for fact in state.facts if fact in numbers} for state in states])


def _number_by_rows(builder: TaskSceneBuilder, states: Sequence[PddlState]) -> _NumberedRows:
    """Return the things that states show, where each thing has a number of its own instead of facts.

    A task that is too large for a game may have too many facts to number.
    """
    in_states = [_list_rows(builder, state, MAX_SHOWN_THINGS) for state in states]
    found = {_identify_row(row): row for rows in in_states for row in rows}
    rows = sorted(found.values(), key=lambda row: row.token.entry)
    numbers = {_identify_row(row): number for number, row in enumerate(rows, 1)}
    shown = [{numbers[_identify_row(row)] for row in rows_of_state} for rows_of_state in in_states]
    return _NumberedRows(rows, [[number] for number in range(1, len(rows) + 1)], shown)


def _list_places(builder: TaskSceneBuilder, objects: Mapping[str, int]) -> list[list[Any]]:
    """Return each place as a list of its number, name, column, row, and capacity if it has one."""
    capacities = builder.find_capacities()
    found = list[list[Any]]()
    for rank, name in enumerate(builder.places):
        square = parse_square_position(name, rank, builder.pictures.rightwards)
        called = capitalize(builder.sentences.object_phrase(name))
        found.append([objects[name], called, *square, *([capacities[name]] if name in capacities else [])])
    return found


def _list_rows(builder: TaskSceneBuilder, state: PddlState, limit: int) -> list[PlacedToken]:
    return [row for row in builder.find_placed_tokens(state, limit) if row.copy_count]


def _identify_row(row: PlacedToken) -> tuple[str, str, ObjectToken, int]:
    return row.support, row.thing, row.token, row.copy_count


def _number_objects(builder: TaskSceneBuilder, placed: Iterable[PlacedToken]) -> dict[str, int]:
    """Return the number of each object that a picture shows, counted from 0: places first."""
    things = (name for row in placed for name in (row.support, row.thing) if name)
    return {name: number for number, name in enumerate(dict.fromkeys([*builder.places, *things]))}


def _encode_moves(
    instance: TaskInstance, play_data: dict[str, Any], encoder: GestureEncoder, objects: dict[str, int]
) -> dict[str, Any]:
    """Return the gestures and the objects of the moves of a game, and the refusals of gestures.

    Moves have numbers in a game by actions, and labels in a game by a table of states.
    """
    space, narrator = instance.get_or_make(TaskSpace), instance.get_or_make(TaskNarrator)
    signatures = {(one.name, len(one.parameters)): one.parameters for one in reversed(instance.syntax_trees[0].actions)}

    def encode_gestures(move: GroundAction) -> list[EncodedGesture]:
        parameters = [one.name.removeprefix("?") for one in signatures[move.name, len(move.arguments)]]
        return encoder.encode_gestures(move, parameters)

    if "actions" in play_data["rules"]:
        moves = [operator.move for operator in space.relaxed_reachability[0]]
        gestures = [encode_gestures(move) for move in moves]
        return {
            "gestures": gestures,
            "about": [list_action_objects(move, objects) for move in moves] if not any(gestures) else [],
            "refusals": encoder.encode_refusals(zip((move.name for move in moves), gestures, strict=True)),
        }
    by_label: dict[str, list[EncodedGesture]] = {}
    about: dict[str, list[int]] = {}
    named = dict[GroundAction, str]()
    for state in explore_graph(space).states:
        for move, _ in space.successors(state):
            if move not in named and len(named) < MAX_GESTURES:
                named[move] = label = narrator.label_choice(state, move)
                known = by_label.setdefault(label, [])
                known += [one for one in encode_gestures(move) if one not in known]
                about.setdefault(label, list_action_objects(move, objects))
    return {
        "gestures": by_label,
        "about": about if not any(by_label.values()) else {},
        "refusals": encoder.encode_refusals((move.name, by_label[label]) for move, label in named.items()),
    }


def parse_square_position(name: str, rank: int, rightwards: bool) -> tuple[int, int]:
    """Return the column and the row of a square, read from the numbers in its name.

    If the name has only one number, it is the row in a single column, or with ``rightwards`` the column in a single row.
    Without a number, ``rank`` takes its place.
    """
    numbers = [int(number) for number in re.findall(r"\d{1,3}", name)[-2:]] or [rank]
    if len(numbers) == 1:
        return (numbers[0], 1) if rightwards else (1, numbers[0])
    return numbers[1], numbers[0]
