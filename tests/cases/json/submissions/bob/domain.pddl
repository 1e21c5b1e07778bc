(define (domain wolf)
  (:requirements :strips :typing)
  (:types bank thing)
  (:constants wolf goat cabbage - thing)
  (:predicates (farmer-at ?b - bank) (at ?x - thing ?b - bank))
  (:action row
    :parameters (?from ?to - bank)
    :precondition (farmer-at ?from)
    :effect (and (not (farmer-at ?from)) (farmer-at ?to)))
  (:action take
    :parameters (?x - thing ?from ?to - bank)
    :precondition (and (farmer-at ?from) (at ?x ?from))
    :effect (and (not (farmer-at ?from)) (farmer-at ?to) (not (at ?x ?from)) (at ?x ?to))))
