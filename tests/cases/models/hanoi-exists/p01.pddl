(define (problem three-discs) (:domain towers)
  (:objects little medium big - disc peg1 peg2 peg3 - peg)
  (:init (on big peg1) (on medium big) (on little medium) (larger big medium) (larger big little) (larger medium little))
  (:goal (and (on big peg3) (on medium big) (on little medium))))
