; three lamps, each lit once, in order
(define (problem lamps-3) (:domain lamps)
  (:objects l1 l2 l3 - lamp)
  (:init (before l1 l2) (before l2 l3))
  (:goal (forall (?l - lamp) (lit ?l))))
