; two parameters of a predicate have one name, as in logistics00
(define (domain vans)
  (:requirements :strips)
  (:predicates (at ?obj ?obj) (in ?obj ?obj) (van ?obj) (box ?obj))
  (:action load
    :parameters (?b ?v ?p)
    :precondition (and (box ?b) (van ?v) (at ?b ?p) (at ?v ?p))
    :effect (and (not (at ?b ?p)) (in ?b ?v))))
