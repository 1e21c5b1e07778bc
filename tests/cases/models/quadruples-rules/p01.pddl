(define (problem across) (:domain river)
  (:objects)
  (:init (state left left left left))
  (:goal (state right right right right)))
