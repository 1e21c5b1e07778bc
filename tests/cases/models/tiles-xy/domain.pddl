(define (domain n-sliding-puzzle)
  (:requirements :typing)
  (:types position tile)
  (:predicates (tile-at ?tile - tile ?x ?y - position) (blank ?x ?y - position) (inc ?p ?pp - position) (dec ?p ?pp - position))
  (:action move-up
    :parameters (?t - tile ?px ?py ?by - position)
    :precondition (and (dec ?by ?py) (blank ?px ?by) (tile-at ?t ?px ?py))
    :effect (and (not (blank ?px ?by)) (not (tile-at ?t ?px ?py)) (blank ?px ?py) (tile-at ?t ?px ?by)))
  (:action move-down
    :parameters (?t - tile ?px ?py ?by - position)
    :precondition (and (inc ?by ?py) (blank ?px ?by) (tile-at ?t ?px ?py))
    :effect (and (not (blank ?px ?by)) (not (tile-at ?t ?px ?py)) (blank ?px ?py) (tile-at ?t ?px ?by)))
  (:action move-left
    :parameters (?t - tile ?px ?py ?bx - position)
    :precondition (and (dec ?bx ?px) (blank ?bx ?py) (tile-at ?t ?px ?py))
    :effect (and (not (blank ?bx ?py)) (not (tile-at ?t ?px ?py)) (blank ?px ?py) (tile-at ?t ?bx ?py)))
  (:action move-right
    :parameters (?t - tile ?px ?py ?bx - position)
    :precondition (and (inc ?bx ?px) (blank ?bx ?py) (tile-at ?t ?px ?py))
    :effect (and (not (blank ?bx ?py)) (not (tile-at ?t ?px ?py)) (blank ?px ?py) (tile-at ?t ?bx ?py))))
