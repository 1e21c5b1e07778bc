; two actions have one name
(define (domain walks)
  (:requirements :strips)
  (:predicates (at ?a) (street ?a ?b) (bridge ?a ?b))
  (:action walk :parameters (?a ?b) :precondition (and (at ?a) (street ?a ?b)) :effect (and (not (at ?a)) (at ?b)))
  (:action walk :parameters (?a ?b) :precondition (and (at ?a) (bridge ?a ?b)) :effect (and (not (at ?a)) (at ?b))))
