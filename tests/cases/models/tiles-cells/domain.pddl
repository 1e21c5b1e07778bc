(define (domain eight)
  (:requirements :strips)
  (:predicates (at ?t ?c) (empty ?c) (next-to ?c ?d))
  (:action slide
    :parameters (?t ?c ?d)
    :precondition (and (at ?t ?c) (empty ?d) (next-to ?c ?d))
    :effect (and (at ?t ?d) (empty ?c) (not (at ?t ?c)) (not (empty ?d)))))
