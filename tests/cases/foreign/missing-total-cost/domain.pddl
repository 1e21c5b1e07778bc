; the total cost has no value at the start, as in tetris
(define (domain roads)
  (:requirements :strips :action-costs)
  (:predicates (road ?a ?b) (at ?a))
  (:functions (total-cost) - number (length ?a ?b) - number)
  (:action go :parameters (?a ?b)
    :precondition (and (at ?a) (road ?a ?b))
    :effect (and (not (at ?a)) (at ?b) (increase (total-cost) (length ?a ?b)))))
