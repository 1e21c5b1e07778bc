"""Validate two plans for the wolf, the goat and the cabbage: a valid one, and one that leaves the goat with the cabbage."""

from ferryplan import PlanError, generate, validate

RIGHT = """
(cross-2 farmer goat left-bank right-bank)
(cross-1 farmer right-bank left-bank)
(cross-2 farmer wolf left-bank right-bank)
(cross-2 farmer goat right-bank left-bank)
(cross-2 farmer cabbage left-bank right-bank)
(cross-1 farmer right-bank left-bank)
(cross-2 farmer goat left-bank right-bank)
"""
WRONG = RIGHT.replace("goat", "sheep").replace("wolf", "goat").replace("sheep", "wolf")

pddl = generate("wolf-goat-cabbage", dialect="adl")
for plan in (RIGHT, WRONG):
    try:
        print(validate(pddl, plan))
    except PlanError as error:
        print(error)
