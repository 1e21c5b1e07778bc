; Each disc is on a peg; which one is on top follows.
(define (domain hanoi-pegs)
  (:requirements :adl)
  (:types disc peg)
  (:predicates (on ?d - disc ?p - peg) (smaller ?a ?b - disc))
  (:action move
    :parameters (?d - disc ?from ?to - peg)
    :precondition (and (on ?d ?from) (not (= ?from ?to))
      (forall (?e - disc) (imply (smaller ?e ?d) (not (on ?e ?from)))))
    :effect (and (not (on ?d ?from)) (on ?d ?to))))
