; One fact says where all four are.
(define (domain farmer)
  (:requirements :strips :typing)
  (:types bank)
  (:predicates (state ?farmer ?wolf ?goat ?cabbage - bank) (opposite ?a ?b - bank) (safe ?farmer ?wolf ?goat ?cabbage - bank))
  (:action cross-alone
    :parameters (?a ?b ?w ?g ?c - bank)
    :precondition (and (state ?a ?w ?g ?c) (opposite ?a ?b) (safe ?b ?w ?g ?c))
    :effect (and (not (state ?a ?w ?g ?c)) (state ?b ?w ?g ?c)))
  (:action take-wolf
    :parameters (?a ?b ?g ?c - bank)
    :precondition (and (state ?a ?a ?g ?c) (opposite ?a ?b) (safe ?b ?b ?g ?c))
    :effect (and (not (state ?a ?a ?g ?c)) (state ?b ?b ?g ?c)))
  (:action take-goat
    :parameters (?a ?b ?w ?c - bank)
    :precondition (and (state ?a ?w ?a ?c) (opposite ?a ?b) (safe ?b ?w ?b ?c))
    :effect (and (not (state ?a ?w ?a ?c)) (state ?b ?w ?b ?c)))
  (:action take-cabbage
    :parameters (?a ?b ?w ?g - bank)
    :precondition (and (state ?a ?w ?g ?a) (opposite ?a ?b) (safe ?b ?w ?g ?b))
    :effect (and (not (state ?a ?w ?g ?a)) (state ?b ?w ?g ?b))))
