; two spread to the third lamp
(define (problem glow-3) (:domain glow)
  (:objects l1 l2 l3 - lamp)
  (:init (lit l1) (beside l1 l2) (beside l2 l3))
  (:goal (lit l3)))
