(define (domain lamps)
  (:requirements :adl)
  (:types lamp)
  (:predicates (lit ?l - lamp) (beside ?l ?m - lamp))
  (:action switch-on
    :parameters (?l - lamp)
    :precondition (not (lit ?l))
    :effect (lit ?l))
  (:action pass-on
    :parameters (?l ?m - lamp)
    :precondition (and (lit ?l) (beside ?l ?m))
    :effect (and (lit ?m) (not (lit ?l)))))
