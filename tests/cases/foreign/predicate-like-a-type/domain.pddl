; a predicate, a type and an action have one name each with another thing, as in logistics00 and floortile
(define (domain lifts)
  (:requirements :typing)
  (:types floor - object up down - floor)
  (:predicates (floor ?f - floor) (up ?f ?g - floor))
  (:action up
    :parameters (?f ?g - floor)
    :precondition (and (floor ?f) (up ?f ?g))
    :effect (and (not (floor ?f)) (floor ?g))))
