; On which side each is, as a number; nobody is anywhere while he is taken across, which takes three actions.
(define (domain river)
  (:requirements :strips :typing :fluents :negative-preconditions :universal-preconditions :disjunctive-preconditions)
  (:types passenger)
  (:predicates (rowing) (taken ?p - passenger) (eats ?p ?q - passenger))
  (:functions (side ?p - passenger) (farmer-side))
  (:action load
    :parameters (?p - passenger)
    :precondition (and (not (rowing)) (= (side ?p) (farmer-side)) (forall (?q - passenger) (not (taken ?q))))
    :effect (taken ?p))
  (:action leave-shore
    :parameters ()
    :precondition (and (not (rowing)) (forall (?p ?q - passenger) (or (not (eats ?p ?q)) (taken ?p) (taken ?q)
      (not (= (side ?p) (farmer-side))) (not (= (side ?q) (farmer-side))))))
    :effect (rowing))
  (:action land-alone
    :parameters ()
    :precondition (and (rowing) (forall (?p - passenger) (not (taken ?p))))
    :effect (and (not (rowing)) (assign (farmer-side) (- 3 (farmer-side)))))
  (:action land
    :parameters (?p - passenger)
    :precondition (and (rowing) (taken ?p))
    :effect (and (not (rowing)) (not (taken ?p)) (assign (farmer-side) (- 3 (farmer-side))) (assign (side ?p) (- 3 (side ?p))))))
