(define (domain kiln)
  (:requirements :strips :durative-actions)
  (:predicates (raw) (fired))
  (:durative-action fire
    :parameters ()
    :duration (= ?duration 3)
    :condition (at start (raw))
    :effect (at end (fired))))
