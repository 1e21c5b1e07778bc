; from the first floor to the third, one at a time
(define (problem lifts-1) (:domain lifts)
  (:objects f1 f2 f3 - floor)
  (:init (floor f1) (up f1 f2) (up f2 f3))
  (:goal (floor f3)))
