; Columns and rows are numbers; one action for each axis, the blank is where no tile is.
(define (domain slide)
  (:requirements :adl)
  (:types tile number)
  (:predicates (tile-at ?t - tile ?x ?y - number) (beside ?a ?b - number) (column ?x - number) (row ?y - number))
  (:action slide-along-row
    :parameters (?t - tile ?x ?y ?z - number)
    :precondition (and (tile-at ?t ?x ?y) (column ?z) (or (beside ?x ?z) (beside ?z ?x))
      (forall (?u - tile) (not (tile-at ?u ?z ?y))))
    :effect (and (not (tile-at ?t ?x ?y)) (tile-at ?t ?z ?y)))
  (:action slide-along-column
    :parameters (?t - tile ?x ?y ?z - number)
    :precondition (and (tile-at ?t ?x ?y) (row ?z) (or (beside ?y ?z) (beside ?z ?y))
      (forall (?u - tile) (not (tile-at ?u ?x ?z))))
    :effect (and (not (tile-at ?t ?x ?y)) (tile-at ?t ?x ?z))))
