; 0, 1, 2, 3: three steps
(define (problem steps-3) (:domain steps)
  (:objects 0 1 2 3)
  (:init (next 0 1) (next 1 2) (next 2 3) (on 0))
  (:goal (on 3)))
