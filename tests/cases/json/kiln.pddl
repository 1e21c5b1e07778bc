(define (problem pot) (:domain kiln) (:init (raw)) (:goal (fired)))
