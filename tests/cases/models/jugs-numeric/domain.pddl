(define (domain water)
  (:requirements :typing :numeric-fluents :negative-preconditions :equality)
  (:types jug)
  (:functions (amount ?j - jug) (capacity ?j - jug))
  (:action fill :parameters (?j - jug) :precondition (< (amount ?j) (capacity ?j)) :effect (assign (amount ?j) (capacity ?j)))
  (:action empty :parameters (?j - jug) :precondition (> (amount ?j) 0) :effect (assign (amount ?j) 0))
  (:action pour-all
    :parameters (?a ?b - jug)
    :precondition (and (not (= ?a ?b)) (> (amount ?a) 0) (<= (+ (amount ?a) (amount ?b)) (capacity ?b)))
    :effect (and (assign (amount ?a) 0) (increase (amount ?b) (amount ?a))))
  (:action pour-some
    :parameters (?a ?b - jug)
    :precondition (and (not (= ?a ?b)) (> (+ (amount ?a) (amount ?b)) (capacity ?b)) (< (amount ?b) (capacity ?b)))
    :effect (and (decrease (amount ?a) (- (capacity ?b) (amount ?b))) (assign (amount ?b) (capacity ?b)))))
