; One fluent predicate: a disc lies on another or on a peg; what is clear follows.
(define (domain towers)
  (:requirements :adl)
  (:types disc peg - thing)
  (:predicates (on ?d - disc ?x - thing) (larger ?d ?e - disc))
  (:action move-onto-disc
    :parameters (?d - disc ?from - thing ?to - disc)
    :precondition (and (on ?d ?from) (larger ?to ?d)
      (not (exists (?e - disc) (on ?e ?d))) (not (exists (?e - disc) (on ?e ?to))))
    :effect (and (not (on ?d ?from)) (on ?d ?to)))
  (:action move-onto-peg
    :parameters (?d - disc ?from - thing ?to - peg)
    :precondition (and (on ?d ?from)
      (not (exists (?e - disc) (on ?e ?d))) (not (exists (?e - disc) (on ?e ?to))))
    :effect (and (not (on ?d ?from)) (on ?d ?to))))
