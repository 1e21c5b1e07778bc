; one action that lights each lamp whose neighbour is lit
(define (domain glow)
  (:requirements :adl)
  (:types lamp)
  (:predicates (lit ?l - lamp) (beside ?k ?l - lamp))
  (:action spread :parameters () :precondition (and)
    :effect (forall (?k ?l - lamp) (when (and (lit ?k) (beside ?k ?l)) (lit ?l)))))
