(define (problem b1) (:domain briefcase)
  (:objects dictionary pay - thing home office - place)
  (:init (at dictionary home) (at pay home) (is-at home) (heavy pay))
  (:goal (and (exists (?t - thing) (at ?t office)) (forall (?t - thing) (not (in ?t))))))
