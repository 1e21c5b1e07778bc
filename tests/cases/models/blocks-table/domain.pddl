(define (domain towers)
  (:requirements :typing :negative-preconditions :equality)
  (:types block table - thing thing - object)
  (:predicates (on ?b - block ?t - thing) (clear ?t - thing) (is-table ?t - thing))
  (:action to-block
    :parameters (?b - block ?from - thing ?to - block)
    :precondition (and (on ?b ?from) (clear ?b) (clear ?to) (not (= ?b ?to)))
    :effect (and (not (on ?b ?from)) (on ?b ?to) (clear ?from) (not (clear ?to))))
  (:action to-table
    :parameters (?b ?from - block ?t - table)
    :precondition (and (on ?b ?from) (clear ?b))
    :effect (and (not (on ?b ?from)) (on ?b ?t) (clear ?from))))
