; a goal for all lamps and a condition with an implication, both of which become axioms in Fast Downward
(define (domain lamps)
  (:requirements :adl)
  (:types lamp)
  (:predicates (lit ?l - lamp) (before ?k ?l - lamp))
  (:action switch-on
    :parameters (?l - lamp)
    :precondition (forall (?k - lamp) (imply (before ?k ?l) (lit ?k)))
    :effect (lit ?l)))
