; Cells are filled in any order; rows and columns have the same indices.
(define (domain sudoku)
  (:requirements :adl)
  (:types index digit)
  (:predicates (value ?r ?c - index ?d - digit) (done ?r ?c - index) (same-box ?r ?c ?x ?y - index))
  (:action fill
    :parameters (?r ?c - index ?d - digit)
    :precondition (and (not (done ?r ?c)) (forall (?x ?y - index) (imply (value ?x ?y ?d)
      (and (not (= ?x ?r)) (not (= ?y ?c)) (not (same-box ?x ?y ?r ?c))))))
    :effect (and (value ?r ?c ?d) (done ?r ?c))))
