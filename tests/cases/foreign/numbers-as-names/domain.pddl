; objects whose names are numbers
(define (domain steps)
  (:requirements :strips)
  (:predicates (next ?a ?b) (on ?a))
  (:action step :parameters (?a ?b)
    :precondition (and (on ?a) (next ?a ?b))
    :effect (and (not (on ?a)) (on ?b))))
