; One fact says where all four are; the rules are conditions.
(define (domain river)
  (:requirements :strips :typing :equality :negative-preconditions :disjunctive-preconditions)
  (:types side)
  (:constants left right - side)
  (:predicates (state ?farmer ?wolf ?goat ?cabbage - side))
  (:action cross
    :parameters (?from ?to ?wolf ?goat ?cabbage - side)
    :precondition (and (state ?from ?wolf ?goat ?cabbage) (not (= ?from ?to))
      (not (= ?wolf ?goat)) (not (= ?goat ?cabbage)))
    :effect (and (not (state ?from ?wolf ?goat ?cabbage)) (state ?to ?wolf ?goat ?cabbage)))
  (:action cross-with-wolf
    :parameters (?from ?to ?goat ?cabbage - side)
    :precondition (and (state ?from ?from ?goat ?cabbage) (not (= ?from ?to)) (not (= ?goat ?cabbage)))
    :effect (and (not (state ?from ?from ?goat ?cabbage)) (state ?to ?to ?goat ?cabbage)))
  (:action cross-with-goat
    :parameters (?from ?to ?wolf ?cabbage - side)
    :precondition (and (state ?from ?wolf ?from ?cabbage) (not (= ?from ?to)))
    :effect (and (not (state ?from ?wolf ?from ?cabbage)) (state ?to ?wolf ?to ?cabbage)))
  (:action cross-with-cabbage
    :parameters (?from ?to ?wolf ?goat - side)
    :precondition (and (state ?from ?wolf ?goat ?from) (not (= ?from ?to)) (not (= ?wolf ?goat)))
    :effect (and (not (state ?from ?wolf ?goat ?from)) (state ?to ?wolf ?goat ?to))))
