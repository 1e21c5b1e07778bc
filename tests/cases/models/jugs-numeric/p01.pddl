(define (problem die-hard) (:domain water)
  (:objects jug3 jug5 - jug)
  (:init (= (amount jug3) 0) (= (amount jug5) 0) (= (capacity jug3) 3) (= (capacity jug5) 5))
  (:goal (or (= (amount jug5) 4) (= (amount jug3) 4))))
