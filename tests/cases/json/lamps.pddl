(define (domain lamps)
  (:requirements :strips)
  (:predicates (lit ?x))
  (:action press :parameters (?x) :precondition (not (lit ?x)) :effect (litt ?x)))
