; A disc is on a peg at a height.
(define (domain hanoi-levels)
  (:requirements :typing)
  (:types disk rod height)
  (:predicates (at-height ?d - disk ?r - rod ?h - height) (top ?r - rod ?h - height) (next ?h ?g - height)
    (fits ?d ?e - disk) (floor ?h - height) (free ?r - rod ?h - height))
  (:action put-on-disk
    :parameters (?d ?e - disk ?from ?to - rod ?h ?below ?g ?under - height)
    :precondition (and (at-height ?d ?from ?h) (top ?from ?h) (next ?below ?h)
      (at-height ?e ?to ?under) (top ?to ?under) (next ?under ?g) (fits ?d ?e))
    :effect (and (not (at-height ?d ?from ?h)) (not (top ?from ?h)) (top ?from ?below)
      (at-height ?d ?to ?g) (not (top ?to ?under)) (top ?to ?g)))
  (:action put-on-floor
    :parameters (?d - disk ?from ?to - rod ?h ?below ?zero ?one - height)
    :precondition (and (at-height ?d ?from ?h) (top ?from ?h) (next ?below ?h)
      (top ?to ?zero) (floor ?zero) (next ?zero ?one))
    :effect (and (not (at-height ?d ?from ?h)) (not (top ?from ?h)) (top ?from ?below)
      (at-height ?d ?to ?one) (not (top ?to ?zero)) (top ?to ?one))))
