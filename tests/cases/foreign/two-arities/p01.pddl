(define (problem boxes-1) (:domain boxes) (:objects a b c) (:init (in a)) (:goal (in c b)))
