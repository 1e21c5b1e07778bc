; How many of each kind are on each bank; one action for each load.
(define (domain cannibals)
  (:requirements :typing :fluents :negative-preconditions :disjunctive-preconditions :equality)
  (:types bank)
  (:predicates (boat ?b - bank))
  (:functions (missionaries ?b - bank) (cannibals ?b - bank))
  (:action row-one-missionary
    :parameters (?a ?b - bank)
    :precondition (and (boat ?a) (not (= ?a ?b)) (>= (missionaries ?a) 1)
      (or (<= (missionaries ?a) 1) (>= (missionaries ?a) (+ (cannibals ?a) 1)))
      (>= (+ (missionaries ?b) 1) (cannibals ?b)))
    :effect (and (not (boat ?a)) (boat ?b) (decrease (missionaries ?a) 1) (increase (missionaries ?b) 1)))
  (:action row-two-missionaries
    :parameters (?a ?b - bank)
    :precondition (and (boat ?a) (not (= ?a ?b)) (>= (missionaries ?a) 2)
      (or (<= (missionaries ?a) 2) (>= (missionaries ?a) (+ (cannibals ?a) 2)))
      (>= (+ (missionaries ?b) 2) (cannibals ?b)))
    :effect (and (not (boat ?a)) (boat ?b) (decrease (missionaries ?a) 2) (increase (missionaries ?b) 2)))
  (:action row-one-cannibal
    :parameters (?a ?b - bank)
    :precondition (and (boat ?a) (not (= ?a ?b)) (>= (cannibals ?a) 1)
      (or (<= (missionaries ?b) 0) (>= (missionaries ?b) (+ (cannibals ?b) 1))))
    :effect (and (not (boat ?a)) (boat ?b) (decrease (cannibals ?a) 1) (increase (cannibals ?b) 1)))
  (:action row-two-cannibals
    :parameters (?a ?b - bank)
    :precondition (and (boat ?a) (not (= ?a ?b)) (>= (cannibals ?a) 2)
      (or (<= (missionaries ?b) 0) (>= (missionaries ?b) (+ (cannibals ?b) 2))))
    :effect (and (not (boat ?a)) (boat ?b) (decrease (cannibals ?a) 2) (increase (cannibals ?b) 2)))
  (:action row-one-of-each
    :parameters (?a ?b - bank)
    :precondition (and (boat ?a) (not (= ?a ?b)) (>= (missionaries ?a) 1) (>= (cannibals ?a) 1)
      (>= (missionaries ?b) (cannibals ?b)))
    :effect (and (not (boat ?a)) (boat ?b) (decrease (missionaries ?a) 1) (increase (missionaries ?b) 1)
      (decrease (cannibals ?a) 1) (increase (cannibals ?b) 1))))
