"""From a puzzle to PDDL: puzzle -> instance -> text, and what the rules mean in Python.

`errors`        what goes wrong, in words
`environment`   the one Jinja environment: templates, and the expressions of puzzle files in a sandbox
`puzzle_file`   the shape of a puzzle file
`puzzle`        puzzle files read: the catalogue, a user's own, errors
`names`         names for PDDL
`masks`         sets of travellers as bit masks
`rules`         what a rule means: which companies may be together
`deadlines`     rules with time: who is lost where after how many crossings, how many there may be
`tariff`        what a crossing costs
`instance`      a puzzle with every parameter fixed, and its states
`parameters`    the values of parameters, checked
`rulebook`      from the rule tables of a puzzle file to rules
`instantiation` from a puzzle and values for its parameters to an instance
`states`        legal loads, what follows a state, what can be reached
`cheapest`      the least that it costs to reach each state
`boat_place`    the boat as a place of its own
`state_graph`   the graph of the states within reach
`survey`        what it tells: distances, dead ends, optimal paths
`symmetry`      what is the same but for names
`repairs`       what could be changed in an instance
`ways`          ways from the start to the goal, one by one
`solutions`     every cheapest solution, counted and listed
`loop_free`     longer ones that repeat nothing
`smallest`      the smallest boat that works
`reversal`      the same puzzle from the goal to the start
`sweep`         instances for every combination of values
`optima`        the known optima of many instances
`patterns`      the safe companies as disjoint patterns, for positive STRIPS
`quotient`      travellers who are alike, counted: classes, what goes together, loads
`compositions`  which compositions keep the rules, as conditions on counts
`looks`         ways in which a place can be found safe when travellers are counted
`countdown`     costs as numbers of actions
`clock`         rules with time in PDDL: moments that count the crossings
`named`         the named encoding: what the templates of the dialect adl, and of all, lay out
`staged`        the dialects strips and costs in it
`axioms`        the dialect axioms in it
`temporal`      the dialect temporal in it
`counted`       the counted encoding: the dialect strips
`numeric`       the dialect numeric in it
`notebook`      what Jupyter shows of puzzles and instances
`pddl`          from an instance to PDDL text, and from a problem's header back

Python users need `load`, `instantiate`, `generate` and `StateSpace`.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from generator.instantiation import instantiate
    from generator.pddl import generate
    from generator.puzzle import load
    from generator.states import StateSpace

__all__ = ["StateSpace", "generate", "instantiate", "load"]

_HOMES = {"StateSpace": "states", "generate": "pddl", "instantiate": "instantiation", "load": "puzzle"}


def __getattr__(name: str) -> Any:
    """Import what is asked for only then: a command that needs little starts fast."""
    if name not in _HOMES:
        raise AttributeError(f"module 'generator' has no attribute '{name}'")
    return getattr(importlib.import_module(f"generator.{_HOMES[name]}"), name)
