; Each queen is an object; that none attacks another is asked in the goal.
(define (domain chess)
  (:requirements :adl)
  (:types queen row col)
  (:predicates (at ?q - queen ?r - row ?c - col) (placed ?q - queen) (used ?r - row) (diag ?r - row ?c - col ?x - row ?y - col))
  (:action put
    :parameters (?q - queen ?r - row ?c - col)
    :precondition (and (not (placed ?q)) (not (used ?r)))
    :effect (and (at ?q ?r ?c) (placed ?q) (used ?r))))
