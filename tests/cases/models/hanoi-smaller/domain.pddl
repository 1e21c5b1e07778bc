; The textbook's: `smaller` of a disc and what it may lie on, with types.
(define (domain hanoi)
  (:requirements :strips :typing :negative-preconditions :equality)
  (:types disc peg - thing)
  (:predicates (clear ?x - thing) (on ?d - disc ?x - thing) (smaller ?d - disc ?x - thing))
  (:action move
    :parameters (?d - disc ?from ?to - thing)
    :precondition (and (on ?d ?from) (clear ?d) (clear ?to) (smaller ?d ?to) (not (= ?from ?to)))
    :effect (and (not (on ?d ?from)) (not (clear ?to)) (on ?d ?to) (clear ?from))))
