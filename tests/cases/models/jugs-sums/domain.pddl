; Levels are objects, and sums of them are facts.
(define (domain jugs)
  (:requirements :strips :typing :negative-preconditions :equality)
  (:types jug level)
  (:constants n0 - level)
  (:predicates (holds ?j - jug ?n - level) (capacity ?j - jug ?n - level) (sum ?a ?b ?c - level) (at-most ?a ?b - level))
  (:action fill
    :parameters (?j - jug ?n ?full - level)
    :precondition (and (holds ?j ?n) (capacity ?j ?full) (not (= ?n ?full)))
    :effect (and (not (holds ?j ?n)) (holds ?j ?full)))
  (:action empty
    :parameters (?j - jug ?n - level)
    :precondition (and (holds ?j ?n) (not (= ?n n0)))
    :effect (and (not (holds ?j ?n)) (holds ?j n0)))
  (:action pour-all
    :parameters (?i ?j - jug ?a ?b ?c ?full - level)
    :precondition (and (not (= ?i ?j)) (holds ?i ?a) (holds ?j ?b) (not (= ?a n0))
      (sum ?a ?b ?c) (capacity ?j ?full) (at-most ?c ?full))
    :effect (and (not (holds ?i ?a)) (holds ?i n0) (not (holds ?j ?b)) (holds ?j ?c)))
  (:action pour-until-full
    :parameters (?i ?j - jug ?a ?b ?poured ?rest ?full - level)
    :precondition (and (not (= ?i ?j)) (holds ?i ?a) (holds ?j ?b) (capacity ?j ?full) (not (= ?b ?full))
      (sum ?b ?poured ?full) (sum ?rest ?poured ?a) (not (= ?rest n0)))
    :effect (and (not (holds ?i ?a)) (holds ?i ?rest) (not (holds ?j ?b)) (holds ?j ?full))))
