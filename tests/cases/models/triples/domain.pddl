; One fact says how many are still on the left, and where the boat is.
(define (domain mandc)
  (:requirements :strips :typing)
  (:types bank number)
  (:constants left right - bank)
  (:predicates (state ?m ?c - number ?b - bank) (load ?m ?c - number) (sum ?a ?b ?total - number) (safe ?m ?c - number))
  (:action there
    :parameters (?m ?m1 ?m2 ?c ?c1 ?c2 - number)
    :precondition (and (load ?m ?c) (state ?m1 ?c1 left) (sum ?m2 ?m ?m1) (sum ?c2 ?c ?c1) (safe ?m2 ?c2))
    :effect (and (not (state ?m1 ?c1 left)) (state ?m2 ?c2 right)))
  (:action back
    :parameters (?m ?m1 ?m2 ?c ?c1 ?c2 - number)
    :precondition (and (load ?m ?c) (state ?m1 ?c1 right) (sum ?m1 ?m ?m2) (sum ?c1 ?c ?c2) (safe ?m2 ?c2))
    :effect (and (not (state ?m1 ?c1 right)) (state ?m2 ?c2 left))))
