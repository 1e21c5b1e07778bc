"""The exchanges of objects that change nothing in a task but names."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from functools import cached_property

from ferryplan.generator.pddl.canonical_form import CanonicalForm, CanonicalForms
from ferryplan.generator.pddl.grounding import GroundAction
from ferryplan.generator.pddl.states import State
from ferryplan.generator.space import Symmetry


class ExchangeOfObjects(Symmetry[State, GroundAction]):
    """All exchanges of objects within classes that leave some states as they are; a move counts as a state in which one fact holds."""

    def __init__(self, forms: CanonicalForms, kept: tuple[State, ...] = ()) -> None:
        self.forms, self.kept = forms, kept

    @cached_property
    def _form(self) -> CanonicalForm:
        return self.forms.of(self.kept)

    @property
    def order(self) -> int:
        """How many exchanges there are, that which changes nothing included."""
        return self._form.order

    def canonical(self, state: State) -> State:
        """Return one state of the orbit of a state under all exchanges, the same for all of the orbit."""
        return self.forms.of((state,)).images[0]

    def trivial(self) -> ExchangeOfObjects:
        """Return the subgroup of that which changes nothing."""
        return ExchangeOfObjects(CanonicalForms(()))

    def fixing(self, state: State) -> ExchangeOfObjects:
        """Return those exchanges that leave a state as it is."""
        return self if state in self.kept else ExchangeOfObjects(self.forms, (*self.kept, state))

    def keeping(self, move: GroundAction) -> ExchangeOfObjects:
        """Return those exchanges that leave the objects of an action where they are."""
        # As a state of one fact, the action has the stabilizer of its arguments.
        return self if self.order == 1 else self.fixing(State(frozenset({(move.name, *move.arguments)})))

    def sort(self, state: State, move: GroundAction) -> Hashable:
        """Return what one exchange makes of an action and of the state in which it is carried out, the same for all of their orbit."""
        return self.fixing(state)._sort(move)

    def _sort(self, move: GroundAction) -> Hashable:
        """Return the same of an action and what is kept; the action may have only the first of its arguments."""
        if not self._form.twins_only:
            return self.forms.of((*self.kept, State(frozenset({(move.name, *move.arguments)})))).images
        colours, taken = self._form.colours, dict[str, int]()
        for one in move.arguments:
            if one in colours and one not in taken:
                # Twins are interchangeable: only the color counts, and how many of that color came before.
                taken[one] = colours[one] + sum(colours[other] == colours[one] for other in taken)
        objects = (self.forms.objects[taken[one]] if one in taken else one for one in move.arguments)
        return self._form.images, (move.name, *objects)

    def images(self, move: GroundAction, finer: Symmetry[State, GroundAction]) -> Iterator[GroundAction]:
        """Yield the actions that these exchanges make of one: one of each orbit of a subgroup, ``finer``, by argument."""
        assert isinstance(finer, ExchangeOfObjects)
        begun = [GroundAction(move.name, ())]
        for number, argument in enumerate(move.arguments, 1):
            objects = self.forms.alike.get(argument, (argument,))
            wanted = self._sort(GroundAction(move.name, move.arguments[:number]))
            # Arguments are added one by one, and beginnings in one orbit of `finer` are merged: few are left
            # at each step.
            longer = (GroundAction(move.name, (*some.arguments, one)) for some in begun for one in objects)
            begun = [*{finer._sort(some): some for some in longer if self._sort(some) == wanted}.values()]
        return iter(begun)
