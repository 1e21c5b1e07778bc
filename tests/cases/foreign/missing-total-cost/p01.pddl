; straight on costs 9, the way round 2 + 3
(define (problem roads-1) (:domain roads)
  (:objects a b c)
  (:init (at a) (road a c) (road a b) (road b c) (= (length a c) 9) (= (length a b) 2) (= (length b c) 3))
  (:goal (at c))
  (:metric minimize (total-cost)))
