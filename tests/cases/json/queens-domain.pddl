; Queens are placed in any order; rows and columns have the same numbers.
(define (domain queens)
  (:requirements :adl)
  (:types num)
  (:predicates (queen-at ?r ?c - num) (filled ?r - num) (diag ?r ?c ?x ?y - num))
  (:action put
    :parameters (?r ?c - num)
    :precondition (and (not (filled ?r)) (forall (?a ?b - num) (imply (queen-at ?a ?b)
      (not (= ?b ?c)))))
    :effect (and (queen-at ?r ?c) (filled ?r))))
