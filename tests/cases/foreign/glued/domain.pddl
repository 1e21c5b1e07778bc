; no blank before a variable, as in the zenotravel of the third planning competition
(define (domain planes)
  (:requirements :typing)
  (:types plane city)
  (:predicates (at ?p - plane?c - city))
  (:action fly
    :parameters (?p - plane?from ?to - city)
    :precondition (at ?p?from)
    :effect (and (not (at ?p ?from)) (at ?p ?to))))
