(define (problem three) (:domain hanoi-pegs)
  (:objects d1 d2 d3 - disc a b c - peg)
  (:init (on d1 a) (on d2 a) (on d3 a) (smaller d1 d2) (smaller d1 d3) (smaller d2 d3))
  (:goal (and (on d1 c) (on d2 c) (on d3 c))))
