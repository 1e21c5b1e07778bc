; Whoever is chosen crosses in one action, however many they are; whether all is well on the banks is looked at afterwards.
(define (domain elopers)
  (:requirements :adl)
  (:types man woman - person person bank seat)
  (:predicates (at ?p - person ?b - bank) (boat ?b - bank) (chosen ?p - person) (empty ?s - seat) (wed ?w - woman ?m - man) (landed))
  (:action choose
    :parameters (?p - person ?s - seat ?b - bank)
    :precondition (and (not (landed)) (boat ?b) (at ?p ?b) (empty ?s) (not (chosen ?p)))
    :effect (and (chosen ?p) (not (empty ?s))))
  (:action cross
    :parameters (?a ?b - bank)
    :precondition (and (not (landed)) (boat ?a) (not (= ?a ?b)) (exists (?p - person) (chosen ?p))
      (forall (?w - woman ?m - man) (imply (and (chosen ?w) (chosen ?m)) (exists (?h - man) (and (wed ?w ?h) (chosen ?h))))))
    :effect (and (not (boat ?a)) (boat ?b) (landed) (forall (?s - seat) (empty ?s))
      (forall (?p - person) (when (chosen ?p) (and (not (at ?p ?a)) (at ?p ?b) (not (chosen ?p)))))))
  (:action look
    :parameters ()
    :precondition (and (landed) (forall (?w - woman ?m - man ?b - bank)
      (imply (and (at ?w ?b) (at ?m ?b)) (exists (?h - man) (and (wed ?w ?h) (at ?h ?b))))))
    :effect (not (landed))))
