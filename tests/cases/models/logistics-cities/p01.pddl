(define (problem one) (:domain logistics)
  (:objects p1 - package t1 t2 - truck plane - airplane a b - airport a2 b2 - location ca cb - city)
  (:init (at p1 a2) (at t1 a2) (at t2 b2) (at plane b) (in-city a ca) (in-city a2 ca) (in-city b cb) (in-city b2 cb))
  (:goal (at p1 b2)))
