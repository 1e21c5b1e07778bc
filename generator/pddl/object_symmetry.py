"""The symmetry group of a task: permutations of interchangeable objects."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from functools import cached_property

from ferryplan.generator.pddl.canonical_form import CanonicalForm, StateCanonicalizer
from ferryplan.generator.pddl.grounding import GroundAction
from ferryplan.generator.pddl.states import PddlState
from ferryplan.generator.space import Symmetry


class ObjectSymmetry(Symmetry[PddlState, GroundAction]):
    """The permutations of objects within their classes that leave given states unchanged.

    A move is treated as a state with a single fact, which consists of the action's name and arguments.
    """

    def __init__(self, forms: StateCanonicalizer, fixed_states: tuple[PddlState, ...] = ()) -> None:
        self.forms, self.fixed_states = forms, fixed_states

    @cached_property
    def _canonical_form(self) -> CanonicalForm:
        return self.forms.canonicalize(self.fixed_states)

    @property
    def order(self) -> int:
        """The number of permutations, including the identity."""
        return self._canonical_form.stabilizer_order

    def canonical_state(self, state: PddlState) -> PddlState:
        """Return the canonical state of the orbit of a state under all permutations within classes."""
        return self.forms.canonicalize((state,)).states[0]

    def trivial_subgroup(self) -> ObjectSymmetry:
        """Return the subgroup that has only the identity."""
        return ObjectSymmetry(StateCanonicalizer(()))

    def stabilizer_of_state(self, state: PddlState) -> ObjectSymmetry:
        """Return the permutations of this group that leave a state unchanged."""
        return self if state in self.fixed_states else ObjectSymmetry(self.forms, (*self.fixed_states, state))

    def stabilizer_of_move(self, move: GroundAction) -> ObjectSymmetry:
        """Return the permutations of this group that leave the arguments of an action unchanged."""
        # An action, taken as a state with one fact, has the stabilizer of its arguments.
        return (
            self if self.order == 1 else self.stabilizer_of_state(PddlState(frozenset({(move.name, *move.arguments)})))
        )

    def move_signature(self, state: PddlState, move: GroundAction) -> Hashable:
        """Return a key of a state and a move, equal for exactly the pairs in the same orbit."""
        return self.stabilizer_of_state(state)._signature_of_move(move)

    def _signature_of_move(self, move: GroundAction) -> Hashable:
        """Return a key of an action, equal for exactly the actions in the same orbit under this group.

        The action may be incomplete: it may lack some of its last arguments.
        """
        if not self._canonical_form.twins_only:
            return self.forms.canonicalize(
                (*self.fixed_states, PddlState(frozenset({(move.name, *move.arguments)})))
            ).states
        colours, taken = self._canonical_form.colors, dict[str, int]()
        for one in move.arguments:
            if one in colours and one not in taken:
                # Twins are interchangeable: only the color counts, and the number of earlier arguments of that
                # color.
                taken[one] = colours[one] + sum(colours[other] == colours[one] for other in taken)
        objects = (self.forms.objects[taken[one]] if one in taken else one for one in move.arguments)
        return self._canonical_form.states, (move.name, *objects)

    def orbit_of_move(self, move: GroundAction, subgroup: Symmetry[PddlState, GroundAction]) -> Iterator[GroundAction]:
        """Yield the orbit of an action under this group, but only one action for each orbit of ``subgroup``."""
        assert isinstance(subgroup, ObjectSymmetry)
        begun = [GroundAction(move.name, ())]
        for number, argument in enumerate(move.arguments, 1):
            objects = self.forms.class_of_object.get(argument, (argument,))
            wanted = self._signature_of_move(GroundAction(move.name, move.arguments[:number]))
            # Arguments are added one by one, and prefixes in the same orbit of `subgroup` are merged, so few
            # are left at each step.
            longer = (GroundAction(move.name, (*some.arguments, one)) for some in begun for one in objects)
            begun = [
                *{
                    subgroup._signature_of_move(some): some
                    for some in longer
                    if self._signature_of_move(some) == wanted
                }.values()
            ]
        return iter(begun)
