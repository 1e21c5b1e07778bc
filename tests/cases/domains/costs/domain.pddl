(define (domain transport)
  (:requirements :strips :typing :action-costs)
  (:types vehicle place)
  (:predicates (at ?v - vehicle ?p - place) (road ?a ?b - place))
  (:functions (length ?a ?b - place) - number
    (total-cost) - number)
  (:action drive
    :parameters (?v - vehicle ?a ?b - place)
    :precondition (and (at ?v ?a) (road ?a ?b))
    :effect (and (not (at ?v ?a)) (at ?v ?b) (increase (total-cost) (length ?a ?b))))
  (:action wait
    :parameters (?v - vehicle)
    :precondition (and)
    :effect (and (increase (total-cost) 1))))
