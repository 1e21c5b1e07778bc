; An island; whether all are safe is derived, and found only after each crossing.
(define (domain archipelago)
  (:requirements :strips :typing :negative-preconditions :existential-preconditions :derived-predicates)
  (:types cargo location)
  (:predicates (farmer-at ?l - location) (cargo-at ?c - cargo ?l - location) (eats ?c ?d - cargo) (water ?l ?k - location)
    (danger) (ready))
  (:derived (danger) (exists (?c ?d - cargo ?l - location)
    (and (eats ?c ?d) (cargo-at ?c ?l) (cargo-at ?d ?l) (not (farmer-at ?l)))))
  (:action sail
    :parameters (?l ?k - location)
    :precondition (and (ready) (farmer-at ?l) (water ?l ?k))
    :effect (and (not (ready)) (not (farmer-at ?l)) (farmer-at ?k)))
  (:action carry
    :parameters (?c - cargo ?l ?k - location)
    :precondition (and (ready) (farmer-at ?l) (cargo-at ?c ?l) (water ?l ?k))
    :effect (and (not (ready)) (not (farmer-at ?l)) (farmer-at ?k) (not (cargo-at ?c ?l)) (cargo-at ?c ?k)))
  (:action look-around
    :parameters ()
    :precondition (and (not (ready)) (not (danger)))
    :effect (ready)))
