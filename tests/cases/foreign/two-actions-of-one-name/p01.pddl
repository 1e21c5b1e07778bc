; along a street, over a bridge
(define (problem walks-1) (:domain walks) (:objects a b c) (:init (at a) (street a b) (bridge b c)) (:goal (at c)))
