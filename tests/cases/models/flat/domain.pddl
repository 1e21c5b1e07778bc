; One action for each load: an action is a crossing.
(define (domain farmer)
  (:requirements :strips :typing :negative-preconditions :equality)
  (:types thing place)
  (:constants farmer wolf goat cabbage - thing)
  (:predicates (at ?x - thing ?p - place))
  (:action cross-alone
    :parameters (?a ?b - place)
    :precondition (and (at farmer ?a) (not (= ?a ?b)) (not (and (at wolf ?a) (at goat ?a))) (not (and (at goat ?a) (at cabbage ?a))))
    :effect (and (not (at farmer ?a)) (at farmer ?b)))
  (:action take-wolf
    :parameters (?a ?b - place)
    :precondition (and (at farmer ?a) (at wolf ?a) (not (= ?a ?b)) (not (and (at goat ?a) (at cabbage ?a))))
    :effect (and (not (at farmer ?a)) (at farmer ?b) (not (at wolf ?a)) (at wolf ?b)))
  (:action take-goat
    :parameters (?a ?b - place)
    :precondition (and (at farmer ?a) (at goat ?a) (not (= ?a ?b)))
    :effect (and (not (at farmer ?a)) (at farmer ?b) (not (at goat ?a)) (at goat ?b)))
  (:action take-cabbage
    :parameters (?a ?b - place)
    :precondition (and (at farmer ?a) (at cabbage ?a) (not (= ?a ?b)) (not (and (at wolf ?a) (at goat ?a))))
    :effect (and (not (at farmer ?a)) (at farmer ?b) (not (at cabbage ?a)) (at cabbage ?b))))
