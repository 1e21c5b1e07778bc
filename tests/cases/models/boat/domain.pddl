; To board, to row and to leave are actions of their own; the farmer is the boat.
(define (domain river)
  (:requirements :strips :typing :negative-preconditions :universal-preconditions :equality)
  (:types animal bank)
  (:predicates (on ?x - animal ?b - bank) (boat-at ?b - bank) (aboard ?x - animal) (full) (eats ?x ?y - animal))
  (:action board
    :parameters (?x - animal ?b - bank)
    :precondition (and (boat-at ?b) (on ?x ?b) (not (full)))
    :effect (and (not (on ?x ?b)) (aboard ?x) (full)))
  (:action leave
    :parameters (?x - animal ?b - bank)
    :precondition (and (boat-at ?b) (aboard ?x))
    :effect (and (on ?x ?b) (not (aboard ?x)) (not (full))))
  (:action row
    :parameters (?a ?b - bank)
    :precondition (and (boat-at ?a) (not (= ?a ?b)) (forall (?x ?y - animal) (not (and (eats ?x ?y) (on ?x ?a) (on ?y ?a)))))
    :effect (and (not (boat-at ?a)) (boat-at ?b))))
