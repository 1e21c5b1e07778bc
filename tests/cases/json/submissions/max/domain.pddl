(define (domain roads)
  (:requirements :typing :fluents)
  (:types town)
  (:predicates (at ?t - town) (road ?a ?b - town))
  (:functions (fuel) (total-cost))
  (:action drive
    :parameters (?a ?b - town)
    :precondition (and (at ?a) (road ?a ?b) (>= (fuel) 1))
    :effect (and (not (at ?a)) (at ?b) (decrease (fuel) 1) (increase (total-cost) 2))))
