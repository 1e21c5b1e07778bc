; one flight for each plane
(define (problem planes-1) (:domain planes)
  (:objects p1 p2 - plane a b - city)
  (:init (at p1 a) (at p2 b))
  (:goal (and (at p1 b) (at p2 a))))
