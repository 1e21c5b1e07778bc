(define (domain briefcase)
  (:requirements :adl)
  (:types thing place)
  (:predicates (at ?t - thing ?p - place) (in ?t - thing) (is-at ?p - place) (heavy ?t - thing))
  (:action move
    :parameters (?from ?to - place)
    :precondition (and (is-at ?from) (not (= ?from ?to))
      (or (forall (?t - thing) (imply (in ?t) (not (heavy ?t)))) (exists (?a ?b - thing) (and (in ?a) (in ?b) (not (= ?a ?b))))))
    :effect (and (is-at ?to) (not (is-at ?from))
      (forall (?t - thing) (when (in ?t) (and (at ?t ?to) (not (at ?t ?from)))))))
  (:action put-in
    :parameters (?t - thing ?p - place)
    :precondition (and (at ?t ?p) (is-at ?p) (not (in ?t)))
    :effect (when (not (heavy ?t)) (in ?t)))
  (:action empty
    :parameters (?p - place)
    :effect (forall (?t - thing) (not (in ?t)))))
