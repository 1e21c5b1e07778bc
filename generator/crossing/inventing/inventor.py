"""How river crossings are invented, for `plan invent crossing`."""

from __future__ import annotations

from ferryplan.generator.crossing.inventing.drafts import RULES, drafted, impossible
from ferryplan.generator.crossing.inventing.twins import propose_twins
from ferryplan.generator.inventing.wishes import Inventor

INVENTOR = Inventor(
    "crossing",
    drafted,
    propose_twins,
    ("travelers", "crossings"),
    (*RULES,),
    "rules",
    wishes=("minimal", "unique", "classes"),
    impossible=impossible,
)
