; two boxes, each loaded once
(define (problem vans-1) (:domain vans)
  (:objects v b c here)
  (:init (van v) (box b) (box c) (at v here) (at b here) (at c here))
  (:goal (and (in b v) (in c v))))
