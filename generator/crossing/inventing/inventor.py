"""The inventor of river crossings: the functions that `plan invent crossing` uses."""

from __future__ import annotations

from ferryplan.generator.crossing.inventing.drafts import RULE_DRAWERS, draw_crossing, explain_impossible_sizes
from ferryplan.generator.crossing.inventing.twins import propose_twins
from ferryplan.generator.inventing.wishes import Inventor

INVENTOR = Inventor(
    "crossing",
    draw_crossing,
    propose_twins,
    ("travelers", "crossings"),
    (*RULE_DRAWERS,),
    "rules",
    supported_wishes=("minimal", "unique", "classes"),
    explain_impossible_sizes=explain_impossible_sizes,
)
