"""Reversal of an instance: the same puzzle with start and goal exchanged.

A crossing is allowed backward exactly if it is allowed forward. The load is the same. Forward, the place that the boat
leaves must be safe without the load, and the place where the boat lands must be safe with it. Backward, both places
must be safe as they were before the forward crossing. They are, because the start keeps the rules, and a legal crossing
from a state that keeps the rules leads to a state that keeps them. Hence the solutions of the reversed puzzle are the
reversed solutions of the puzzle, provided that the goal keeps the rules; if the goal breaks a rule, no legal crossing
leads to it. A limit on the number of crossings is the same in both directions; a deadline is not.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ferryplan.domains.messages import format_message
from ferryplan.generator.crossing.instance import Crossing, Goal, Instance, companies_by_place
from ferryplan.generator.errors import ParameterError
from ferryplan.generator.wording import join_phrases


def reverse_instance(instance: Instance) -> Instance:
    """Return the instance with start and goal exchanged.

    Reversed twice, an instance stays the same, except that its goal may be more specific. Raises ParameterError for an
    instance whose reversal is not equivalent: one with several boats without names, with deadlines, with a goal that
    leaves the place of a traveler or of the boat open, or with a goal that breaks a rule.
    """
    if instance.boats > 1 and not instance.fleet:
        raise _make_reversal_error(instance, "crossing.not-backward-boats", count=instance.boats)
    if instance.deadlines:
        raise _make_reversal_error(instance, "crossing.not-backward-deadlines")
    anywhere = [one.called for one, at in zip(instance.travellers, instance.goal.travellers, strict=True) if at is None]
    if anywhere:
        raise _make_reversal_error(instance, "crossing.not-backward-travelers", names=join_phrases(anywhere))
    companies = companies_by_place(instance.goal.travellers, len(instance.places))
    names = [traveller.called for traveller in instance.travellers]
    for place, company in enumerate(companies):
        for rule in instance.rules_at(place):
            if violation := rule.describe_violation(company, names):
                raise _make_reversal_error(instance, "crossing.not-backward-rule", violation=violation)
    boat = _find_final_boat_place(instance, companies)
    others = (boat,) * len(instance.start.other_boat_places)
    start = instance.start._replace(boat=boat, companies=companies, other_boat_places=others)
    return replace(
        instance,
        start=start,
        goal=Goal(instance.start.boat, instance.start.places_of(range(len(instance.travellers)))),
        # A one-way route must be reversed, too.
        routes=tuple(sorted((there, here) for here, there in instance.routes)),
        backward=not instance.backward,
    )


def reverse_crossings(crossings: Sequence[Crossing]) -> list[Crossing]:
    """Return crossings in reverse order, each in the opposite direction."""
    return [one._replace(origin=one.destination, destination=one.origin) for one in reversed(crossings)]


def _find_final_boat_place(instance: Instance, companies: tuple[int, ...]) -> int:
    """Return the index of the boat's place at the end of a solution.

    If the goal does not determine it, the boat ends at the only place where travelers end. Raises ParameterError if
    travelers end at several places. ``companies`` contains for each place the bit mask of the travelers there in the
    goal.
    """
    if instance.goal.boat is not None:
        return instance.goal.boat
    if instance.boats > 1:
        raise _make_reversal_error(instance, "crossing.not-backward-all-boats")
    if companies == instance.start.companies:
        return instance.start.boat
    landings = [place for place, company in enumerate(companies) if company]
    if len(landings) > 1:
        places = join_phrases([instance.places[place].called for place in landings], "or")
        raise _make_reversal_error(instance, "crossing.not-backward-boat", places=places)
    return landings[0]


def _make_reversal_error(instance: Instance, key: str, **said: object) -> ParameterError:
    statement = format_message("crossing.not-backward", reason=format_message(key, **said))
    return ParameterError(statement, where=instance.puzzle, about="backward")
