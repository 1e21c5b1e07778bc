(define (problem anomaly) (:domain towers)
  (:objects a b c - block floor - table)
  (:init (on c a) (on a floor) (on b floor) (clear c) (clear b))
  (:goal (and (on a b) (on b c) (on c floor))))
