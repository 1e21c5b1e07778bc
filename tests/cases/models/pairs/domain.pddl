; One fact says how many missionaries and how many cannibals are on a bank.
(define (domain mandc)
  (:requirements :strips :typing)
  (:types bank number)
  (:predicates (on ?b - bank ?m ?c - number) (boat ?b - bank) (opposite ?a ?b - bank)
    (load ?m ?c - number) (sum ?a ?b ?total - number) (safe ?m ?c - number))
  (:action cross
    :parameters (?a ?b - bank ?m ?m1 ?m2 ?m3 ?m4 ?c ?c1 ?c2 ?c3 ?c4 - number)
    :precondition (and (boat ?a) (opposite ?a ?b) (load ?m ?c)
      (on ?a ?m1 ?c1) (sum ?m2 ?m ?m1) (sum ?c2 ?c ?c1) (safe ?m2 ?c2)
      (on ?b ?m3 ?c3) (sum ?m3 ?m ?m4) (sum ?c3 ?c ?c4) (safe ?m4 ?c4))
    :effect (and (not (boat ?a)) (boat ?b)
      (not (on ?a ?m1 ?c1)) (on ?a ?m2 ?c2)
      (not (on ?b ?m3 ?c3)) (on ?b ?m4 ?c4))))
