; one predicate with one argument and with two, which Fast Downward does not take either
; one predicate with one argument and with two
(define (domain boxes)
  (:requirements :strips)
  (:predicates (in ?x ?y) (in ?x))
  (:action put :parameters (?x ?y) :precondition (and (in ?y)) :effect (and (in ?x ?y) (in ?x))))
