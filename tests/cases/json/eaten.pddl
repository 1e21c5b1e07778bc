(define (problem eaten) (:domain eaten) (:objects west east - bank)
  (:init (farmer west) (at wolf west) (at goat west) (at cabbage west) (eats wolf goat) (eats goat cabbage))
  (:goal (and (farmer east) (at wolf east) (at goat east) (at cabbage east))))
