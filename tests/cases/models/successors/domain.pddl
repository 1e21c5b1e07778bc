; Missionaries and cannibals counted by objects, which follow one another; what numbers may meet is a table.
(define (domain mandc)
  (:requirements :strips :typing)
  (:types side num)
  (:predicates (miss ?s - side ?n - num) (cann ?s - side ?n - num) (ferry ?s - side) (across ?s ?t - side)
    (next ?n ?m - num) (safe ?m ?c - num))
  (:action one-missionary
    :parameters (?s ?t - side ?m ?m1 ?x ?x1 ?c ?y - num)
    :precondition (and (ferry ?s) (across ?s ?t) (miss ?s ?m) (next ?m1 ?m) (miss ?t ?x) (next ?x ?x1)
      (cann ?s ?c) (cann ?t ?y) (safe ?m1 ?c) (safe ?x1 ?y))
    :effect (and (not (ferry ?s)) (ferry ?t) (not (miss ?s ?m)) (miss ?s ?m1) (not (miss ?t ?x)) (miss ?t ?x1)))
  (:action two-missionaries
    :parameters (?s ?t - side ?m ?m1 ?m2 ?x ?x1 ?x2 ?c ?y - num)
    :precondition (and (ferry ?s) (across ?s ?t) (miss ?s ?m) (next ?m1 ?m) (next ?m2 ?m1) (miss ?t ?x) (next ?x ?x1)
      (next ?x1 ?x2) (cann ?s ?c) (cann ?t ?y) (safe ?m2 ?c) (safe ?x2 ?y))
    :effect (and (not (ferry ?s)) (ferry ?t) (not (miss ?s ?m)) (miss ?s ?m2) (not (miss ?t ?x)) (miss ?t ?x2)))
  (:action one-cannibal
    :parameters (?s ?t - side ?c ?c1 ?y ?y1 ?m ?x - num)
    :precondition (and (ferry ?s) (across ?s ?t) (cann ?s ?c) (next ?c1 ?c) (cann ?t ?y) (next ?y ?y1)
      (miss ?s ?m) (miss ?t ?x) (safe ?m ?c1) (safe ?x ?y1))
    :effect (and (not (ferry ?s)) (ferry ?t) (not (cann ?s ?c)) (cann ?s ?c1) (not (cann ?t ?y)) (cann ?t ?y1)))
  (:action two-cannibals
    :parameters (?s ?t - side ?c ?c1 ?c2 ?y ?y1 ?y2 ?m ?x - num)
    :precondition (and (ferry ?s) (across ?s ?t) (cann ?s ?c) (next ?c1 ?c) (next ?c2 ?c1) (cann ?t ?y) (next ?y ?y1)
      (next ?y1 ?y2) (miss ?s ?m) (miss ?t ?x) (safe ?m ?c2) (safe ?x ?y2))
    :effect (and (not (ferry ?s)) (ferry ?t) (not (cann ?s ?c)) (cann ?s ?c2) (not (cann ?t ?y)) (cann ?t ?y2)))
  (:action one-of-each
    :parameters (?s ?t - side ?m ?m1 ?x ?x1 ?c ?c1 ?y ?y1 - num)
    :precondition (and (ferry ?s) (across ?s ?t) (miss ?s ?m) (next ?m1 ?m) (miss ?t ?x) (next ?x ?x1)
      (cann ?s ?c) (next ?c1 ?c) (cann ?t ?y) (next ?y ?y1) (safe ?m1 ?c1) (safe ?x1 ?y1))
    :effect (and (not (ferry ?s)) (ferry ?t) (not (miss ?s ?m)) (miss ?s ?m1) (not (miss ?t ?x)) (miss ?t ?x1)
      (not (cann ?s ?c)) (cann ?s ?c1) (not (cann ?t ?y)) (cann ?t ?y1))))
