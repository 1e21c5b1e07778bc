; objects have the names of a predicate, of a type and of an action, as in woodworking
(define (domain paints)
  (:requirements :typing)
  (:types colour board)
  (:predicates (red ?b - board) (painted ?b - board ?c - colour))
  (:action paint
    :parameters (?b - board ?c - colour)
    :precondition (red ?b)
    :effect (painted ?b ?c)))
