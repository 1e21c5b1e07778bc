(define (domain counters)
  (:requirements :typing :numeric-fluents)
  (:types counter)
  (:predicates (open ?c - counter))
  (:functions (value ?c - counter) - number (limit) (rate ?c - counter))
  (:action add
    :parameters (?c - counter)
    :precondition (and (open ?c) (<= (+ (value ?c) (rate ?c)) (limit)) (> (limit) 0.5))
    :effect (and (increase (value ?c) (rate ?c)) (decrease (rate ?c) 0.25)))
  (:action reset
    :parameters (?c - counter)
    :precondition (>= (* 2 (- (limit) (value ?c))) (/ (limit) 4))
    :effect (assign (value ?c) 0)))
