; The missionaries and the cannibals
;
; 2 missionaries and 2 cannibals come to a river. There is one boat, and it carries at most 3 people.
; Wherever there are missionaries, the cannibals must not outnumber them, or the cannibals would eat
; them. How do they all get across?
;
; The rule holds at every place after each departure and landing, and in the boat:
;   - The cannibals never outnumber the missionaries where there are missionaries.
;
; Functions count the interchangeable travelers at each place.
; Each load that the boat may carry has an action. Its precondition requires that these travelers are there, and that the place that the boat
; leaves and the place where it lands are safe after the crossing.

(define (domain missionaries-cannibals-numeric)
  (:requirements :strips :typing :disjunctive-preconditions :fluents)
  (:types place)

  (:predicates
    (boat-at ?place - place)
    (passage ?from ?to - place))  ; the boat can go this way

  (:functions
    (count-missionary ?missionary - place)
    (count-cannibal ?cannibal - place))

  (:action cross-1-cannibal
    :parameters (?from ?to - place)
    :precondition (and
      (boat-at ?from) (passage ?from ?to)
      (>= (count-cannibal ?from) 1)
      (or (<= (count-missionary ?from) 0) (<= (- (count-cannibal ?from) 1) (count-missionary ?from)))
      (or (<= (count-missionary ?to) 0) (<= (+ (count-cannibal ?to) 1) (count-missionary ?to))))
    :effect (and
      (not (boat-at ?from)) (boat-at ?to)
      (decrease (count-cannibal ?from) 1)
      (increase (count-cannibal ?to) 1)))

  (:action cross-1-missionary
    :parameters (?from ?to - place)
    :precondition (and
      (boat-at ?from) (passage ?from ?to)
      (>= (count-missionary ?from) 1)
      (or (<= (count-missionary ?from) 1) (<= (count-cannibal ?from) (- (count-missionary ?from) 1)))
      (<= (count-cannibal ?to) (+ (count-missionary ?to) 1)))
    :effect (and
      (not (boat-at ?from)) (boat-at ?to)
      (decrease (count-missionary ?from) 1)
      (increase (count-missionary ?to) 1)))

  (:action cross-2-cannibal
    :parameters (?from ?to - place)
    :precondition (and
      (boat-at ?from) (passage ?from ?to)
      (>= (count-cannibal ?from) 2)
      (or (<= (count-missionary ?from) 0) (<= (- (count-cannibal ?from) 2) (count-missionary ?from)))
      (or (<= (count-missionary ?to) 0) (<= (+ (count-cannibal ?to) 2) (count-missionary ?to))))
    :effect (and
      (not (boat-at ?from)) (boat-at ?to)
      (decrease (count-cannibal ?from) 2)
      (increase (count-cannibal ?to) 2)))

  (:action cross-1-missionary-1-cannibal
    :parameters (?from ?to - place)
    :precondition (and
      (boat-at ?from) (passage ?from ?to)
      (>= (count-missionary ?from) 1)
      (>= (count-cannibal ?from) 1)
      (or (<= (count-missionary ?from) 1) (<= (- (count-cannibal ?from) 1) (- (count-missionary ?from) 1)))
      (<= (+ (count-cannibal ?to) 1) (+ (count-missionary ?to) 1)))
    :effect (and
      (not (boat-at ?from)) (boat-at ?to)
      (decrease (count-missionary ?from) 1)
      (increase (count-missionary ?to) 1)
      (decrease (count-cannibal ?from) 1)
      (increase (count-cannibal ?to) 1)))

  (:action cross-2-missionary
    :parameters (?from ?to - place)
    :precondition (and
      (boat-at ?from) (passage ?from ?to)
      (>= (count-missionary ?from) 2)
      (or (<= (count-missionary ?from) 2) (<= (count-cannibal ?from) (- (count-missionary ?from) 2)))
      (<= (count-cannibal ?to) (+ (count-missionary ?to) 2)))
    :effect (and
      (not (boat-at ?from)) (boat-at ?to)
      (decrease (count-missionary ?from) 2)
      (increase (count-missionary ?to) 2)))

  (:action cross-2-missionary-1-cannibal
    :parameters (?from ?to - place)
    :precondition (and
      (boat-at ?from) (passage ?from ?to)
      (>= (count-missionary ?from) 2)
      (>= (count-cannibal ?from) 1)
      (or (<= (count-missionary ?from) 2) (<= (- (count-cannibal ?from) 1) (- (count-missionary ?from) 2)))
      (<= (+ (count-cannibal ?to) 1) (+ (count-missionary ?to) 2)))
    :effect (and
      (not (boat-at ?from)) (boat-at ?to)
      (decrease (count-missionary ?from) 2)
      (increase (count-missionary ?to) 2)
      (decrease (count-cannibal ?from) 1)
      (increase (count-cannibal ?to) 1))))
