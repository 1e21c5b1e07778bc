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
; A crossing takes time: those in the boat leave at its start and arrive at its end. With one boat nothing else happens in between, so
; all conditions hold at the start.

(define (domain missionaries-cannibals-temporal-counted)
  (:requirements :strips :typing :disjunctive-preconditions :fluents :durative-actions)
  (:types place)

  (:predicates
    (boat-at ?place - place)
    (passage ?from ?to - place))  ; the boat can go this way

  (:functions
    (count-missionary ?missionary - place)
    (count-cannibal ?cannibal - place))

  (:durative-action cross-1-cannibal
    :parameters (?from ?to - place)
    :duration (= ?duration 1)
    :condition (and
      (at start (boat-at ?from)) (at start (passage ?from ?to))
      (at start (>= (count-cannibal ?from) 1))
      (at start (or (<= (count-missionary ?from) 0) (<= (- (count-cannibal ?from) 1) (count-missionary ?from))))
      (at start (or (<= (count-missionary ?to) 0) (<= (+ (count-cannibal ?to) 1) (count-missionary ?to)))))
    :effect (and
      (at start (not (boat-at ?from))) (at end (boat-at ?to))
      (at start (decrease (count-cannibal ?from) 1))
      (at end (increase (count-cannibal ?to) 1))))

  (:durative-action cross-1-missionary
    :parameters (?from ?to - place)
    :duration (= ?duration 1)
    :condition (and
      (at start (boat-at ?from)) (at start (passage ?from ?to))
      (at start (>= (count-missionary ?from) 1))
      (at start (or (<= (count-missionary ?from) 1) (<= (count-cannibal ?from) (- (count-missionary ?from) 1))))
      (at start (<= (count-cannibal ?to) (+ (count-missionary ?to) 1))))
    :effect (and
      (at start (not (boat-at ?from))) (at end (boat-at ?to))
      (at start (decrease (count-missionary ?from) 1))
      (at end (increase (count-missionary ?to) 1))))

  (:durative-action cross-2-cannibal
    :parameters (?from ?to - place)
    :duration (= ?duration 1)
    :condition (and
      (at start (boat-at ?from)) (at start (passage ?from ?to))
      (at start (>= (count-cannibal ?from) 2))
      (at start (or (<= (count-missionary ?from) 0) (<= (- (count-cannibal ?from) 2) (count-missionary ?from))))
      (at start (or (<= (count-missionary ?to) 0) (<= (+ (count-cannibal ?to) 2) (count-missionary ?to)))))
    :effect (and
      (at start (not (boat-at ?from))) (at end (boat-at ?to))
      (at start (decrease (count-cannibal ?from) 2))
      (at end (increase (count-cannibal ?to) 2))))

  (:durative-action cross-1-missionary-1-cannibal
    :parameters (?from ?to - place)
    :duration (= ?duration 1)
    :condition (and
      (at start (boat-at ?from)) (at start (passage ?from ?to))
      (at start (>= (count-missionary ?from) 1))
      (at start (>= (count-cannibal ?from) 1))
      (at start (or (<= (count-missionary ?from) 1) (<= (- (count-cannibal ?from) 1) (- (count-missionary ?from) 1))))
      (at start (<= (+ (count-cannibal ?to) 1) (+ (count-missionary ?to) 1))))
    :effect (and
      (at start (not (boat-at ?from))) (at end (boat-at ?to))
      (at start (decrease (count-missionary ?from) 1))
      (at end (increase (count-missionary ?to) 1))
      (at start (decrease (count-cannibal ?from) 1))
      (at end (increase (count-cannibal ?to) 1))))

  (:durative-action cross-2-missionary
    :parameters (?from ?to - place)
    :duration (= ?duration 1)
    :condition (and
      (at start (boat-at ?from)) (at start (passage ?from ?to))
      (at start (>= (count-missionary ?from) 2))
      (at start (or (<= (count-missionary ?from) 2) (<= (count-cannibal ?from) (- (count-missionary ?from) 2))))
      (at start (<= (count-cannibal ?to) (+ (count-missionary ?to) 2))))
    :effect (and
      (at start (not (boat-at ?from))) (at end (boat-at ?to))
      (at start (decrease (count-missionary ?from) 2))
      (at end (increase (count-missionary ?to) 2))))

  (:durative-action cross-2-missionary-1-cannibal
    :parameters (?from ?to - place)
    :duration (= ?duration 1)
    :condition (and
      (at start (boat-at ?from)) (at start (passage ?from ?to))
      (at start (>= (count-missionary ?from) 2))
      (at start (>= (count-cannibal ?from) 1))
      (at start (or (<= (count-missionary ?from) 2) (<= (- (count-cannibal ?from) 1) (- (count-missionary ?from) 2))))
      (at start (<= (+ (count-cannibal ?to) 1) (+ (count-missionary ?to) 2))))
    :effect (and
      (at start (not (boat-at ?from))) (at end (boat-at ?to))
      (at start (decrease (count-missionary ?from) 2))
      (at end (increase (count-missionary ?to) 2))
      (at start (decrease (count-cannibal ?from) 1))
      (at end (increase (count-cannibal ?to) 1)))))
