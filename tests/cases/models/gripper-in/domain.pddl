; The robot is somewhere, as the balls are.
(define (domain robot)
  (:requirements :typing :negative-preconditions :equality)
  (:types robot ball - thing place hand thing - object)
  (:predicates (in ?t - thing ?p - place) (busy ?h - hand) (has ?h - hand ?b - ball))
  (:action walk
    :parameters (?r - robot ?a ?b - place)
    :precondition (and (in ?r ?a) (not (= ?a ?b)))
    :effect (and (not (in ?r ?a)) (in ?r ?b)))
  (:action grab
    :parameters (?r - robot ?b - ball ?p - place ?h - hand)
    :precondition (and (in ?r ?p) (in ?b ?p) (not (busy ?h)))
    :effect (and (not (in ?b ?p)) (busy ?h) (has ?h ?b)))
  (:action release
    :parameters (?r - robot ?b - ball ?p - place ?h - hand)
    :precondition (and (in ?r ?p) (has ?h ?b))
    :effect (and (in ?b ?p) (not (busy ?h)) (not (has ?h ?b)))))
