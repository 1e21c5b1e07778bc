(define (domain DEPOTS-like)
  (:requirements :strips :typing)
  (:types place locatable - object depot distributor - place truck hoist surface - locatable pallet crate - surface)
  (:constants home - depot big - truck)
  (:predicates (at ?x - locatable ?y - place) (on ?x - crate ?y - surface) (in ?x - crate ?y - truck) (lifting ?x - hoist ?y - crate)
    (available ?x - hoist) (clear ?x - surface))
  (:action Drive
    :parameters (?x - truck ?y ?z - place)
    :precondition (at ?x ?y)
    :effect (and (not (at ?x ?y)) (at ?x ?z)))
  (:action go-home
    :parameters ()
    :precondition ()
    :effect (at big home))
  (:action lift
    :parameters (?x - hoist ?y - crate ?z - surface ?p - place)
    :precondition (and (at ?x ?p) (available ?x) (at ?y ?p) (on ?y ?z) (clear ?y))
    :effect (and (not (at ?y ?p)) (lifting ?x ?y) (not (clear ?y)) (not (available ?x)) (clear ?z) (not (on ?y ?z)))))
