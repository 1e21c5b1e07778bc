(define (problem two-balls) (:domain robot)
  (:objects robby - robot b1 b2 b3 b4 - ball a b - place left right - hand)
  (:init (in robby a) (in b1 a) (in b2 a) (in b3 a) (in b4 a))
  (:goal (and (in b1 b) (in b2 b) (in b3 b) (in b4 b))))
