"""The same puzzle backwards: from the goal to the start.

A crossing is allowed backwards exactly where it is allowed forwards. The load is the same. Forwards, the place that the boat
leaves must be safe without the load, and the place where it lands with it; backwards those two must be safe as they were before
the crossing. They were: the start keeps the rules, and a crossing from a state that does leads to one that does. Hence the
solutions of the puzzle backwards are its solutions, each told from its end, provided that the goal keeps the rules; if it
breaks one, nothing leads to it. A limit on the number of crossings is the same both ways; a deadline is not.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ferryplan.domains.messages import format_message
from ferryplan.generator.crossing.instance import Crossing, Goal, Instance, companies_of
from ferryplan.generator.errors import ParameterError
from ferryplan.generator.wording import listing


def reverse_instance(instance: Instance) -> Instance:
    """Return the instance with start and goal exchanged; reversed again, it is the instance, but that its goal may say more.

    Raises ParameterError for an instance that is not the same backwards: with boats without names, deadlines, a goal that leaves open where somebody
    or the boat is, or a goal that breaks a rule.
    """
    if instance.boats > 1 and not instance.fleet:
        raise _refusal(instance, "crossing.not-backward-boats", count=instance.boats)
    if instance.deadlines:
        raise _refusal(instance, "crossing.not-backward-deadlines")
    anywhere = [one.called for one, at in zip(instance.travellers, instance.goal.travellers, strict=True) if at is None]
    if anywhere:
        raise _refusal(instance, "crossing.not-backward-travelers", names=listing(anywhere))
    companies = companies_of(instance.goal.travellers, len(instance.places))
    names = [traveller.called for traveller in instance.travellers]
    for place, company in enumerate(companies):
        for rule in instance.rules_at(place):
            if breach := rule.breach(company, names):
                raise _refusal(instance, "crossing.not-backward-rule", violation=breach)
    boat = _boat_in_the_end(instance, companies)
    others = (boat,) * len(instance.start.others)
    start = instance.start._replace(boat=boat, companies=companies, others=others)
    return replace(
        instance,
        start=start,
        goal=Goal(instance.start.boat, instance.start.places_of(range(len(instance.travellers)))),
        # A route that leads one way only has to be turned round, too.
        routes=tuple(sorted((there, here) for here, there in instance.routes)),
        backward=not instance.backward,
    )


def reverse_crossings(crossings: Sequence[Crossing]) -> list[Crossing]:
    """Return crossings in the opposite order, each the opposite way."""
    return [one._replace(origin=one.destination, destination=one.origin) for one in reversed(crossings)]


def _boat_in_the_end(instance: Instance, companies: tuple[int, ...]) -> int:
    """Return where the boat is in the end: where the goal says, or where all who arrive last can be."""
    if instance.goal.boat is not None:
        return instance.goal.boat
    if instance.boats > 1:
        raise _refusal(instance, "crossing.not-backward-all-boats")
    if companies == instance.start.companies:
        return instance.start.boat
    landings = [place for place, company in enumerate(companies) if company]
    if len(landings) > 1:
        places = listing([instance.places[place].called for place in landings], "or")
        raise _refusal(instance, "crossing.not-backward-boat", places=places)
    return landings[0]


def _refusal(instance: Instance, key: str, **said: object) -> ParameterError:
    statement = format_message("crossing.not-backward", reason=format_message(key, **said))
    return ParameterError(statement, where=instance.puzzle, about="backward")
