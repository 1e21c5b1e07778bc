; No types; who goes slower is a table, and each way over the bridge takes the slower one's minutes.
(define (domain bridge)
  (:requirements :strips :negative-preconditions :equality :action-costs)
  (:predicates (person ?p) (side ?s) (here ?p ?s) (torch-at ?s) (opposite ?s ?t) (slower ?p ?q))
  (:functions (minutes ?p) (total-cost))
  (:action go-alone
    :parameters (?p ?s ?t)
    :precondition (and (person ?p) (side ?s) (side ?t) (opposite ?s ?t) (torch-at ?s) (here ?p ?s))
    :effect (and (not (here ?p ?s)) (here ?p ?t) (not (torch-at ?s)) (torch-at ?t) (increase (total-cost) (minutes ?p))))
  (:action go-together
    :parameters (?p ?q ?s ?t)
    :precondition (and (person ?p) (person ?q) (side ?s) (side ?t) (opposite ?s ?t) (torch-at ?s) (slower ?p ?q)
      (here ?p ?s) (here ?q ?s))
    :effect (and (not (here ?p ?s)) (here ?p ?t) (not (here ?q ?s)) (here ?q ?t) (not (torch-at ?s)) (torch-at ?t)
      (increase (total-cost) (minutes ?p)))))
