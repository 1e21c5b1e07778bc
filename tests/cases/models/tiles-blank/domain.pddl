; The blank is a tile.
(define (domain puzzle)
  (:requirements :strips :typing)
  (:types tile cell)
  (:constants blank - tile)
  (:predicates (at ?t - tile ?c - cell) (adjacent ?c ?d - cell))
  (:action swap
    :parameters (?t - tile ?c ?d - cell)
    :precondition (and (at blank ?d) (at ?t ?c) (adjacent ?c ?d))
    :effect (and (not (at blank ?d)) (not (at ?t ?c)) (at blank ?c) (at ?t ?d))))
