; The bridge and the torch
;
; 3 walkers come to a rope bridge at night. There is one torch. At most 2 walkers can cross with it at
; a time, and nobody can cross without it. They take 1, 2 and 5 minutes to cross, and those who cross
; together go at the pace of the slowest. What is the shortest time in which everybody can get to the
; far side?
;
; Functions count the interchangeable travelers at each place.
; Each load that the boat may carry has an action. Its precondition requires that these travelers are there, and that the place that the boat
; leaves and the place where it lands are safe after the crossing.
; A crossing takes time: those in the boat leave at its start and arrive at its end. With one boat nothing else happens in between, so
; all conditions hold at the start.

(define (domain bridge-torch-temporal-counted)
  (:requirements :strips :typing :fluents :durative-actions)
  (:types place)

  (:predicates
    (boat-at ?place - place)
    (passage ?from ?to - place))  ; the boat can go this way

  (:functions
    (count-walker ?walker - place)
    (count-walker-2 ?walker - place)
    (count-walker-3 ?walker - place))

  (:durative-action cross-1-walker-3
    :parameters (?from ?to - place)
    :duration (= ?duration 5)
    :condition (and
      (at start (boat-at ?from)) (at start (passage ?from ?to))
      (at start (>= (count-walker-3 ?from) 1)))
    :effect (and
      (at start (not (boat-at ?from))) (at end (boat-at ?to))
      (at start (decrease (count-walker-3 ?from) 1))
      (at end (increase (count-walker-3 ?to) 1))))

  (:durative-action cross-1-walker-2
    :parameters (?from ?to - place)
    :duration (= ?duration 2)
    :condition (and
      (at start (boat-at ?from)) (at start (passage ?from ?to))
      (at start (>= (count-walker-2 ?from) 1)))
    :effect (and
      (at start (not (boat-at ?from))) (at end (boat-at ?to))
      (at start (decrease (count-walker-2 ?from) 1))
      (at end (increase (count-walker-2 ?to) 1))))

  (:durative-action cross-1-walker
    :parameters (?from ?to - place)
    :duration (= ?duration 1)
    :condition (and
      (at start (boat-at ?from)) (at start (passage ?from ?to))
      (at start (>= (count-walker ?from) 1)))
    :effect (and
      (at start (not (boat-at ?from))) (at end (boat-at ?to))
      (at start (decrease (count-walker ?from) 1))
      (at end (increase (count-walker ?to) 1))))

  (:durative-action cross-1-walker-2-1-walker-3
    :parameters (?from ?to - place)
    :duration (= ?duration 5)
    :condition (and
      (at start (boat-at ?from)) (at start (passage ?from ?to))
      (at start (>= (count-walker-2 ?from) 1))
      (at start (>= (count-walker-3 ?from) 1)))
    :effect (and
      (at start (not (boat-at ?from))) (at end (boat-at ?to))
      (at start (decrease (count-walker-2 ?from) 1))
      (at end (increase (count-walker-2 ?to) 1))
      (at start (decrease (count-walker-3 ?from) 1))
      (at end (increase (count-walker-3 ?to) 1))))

  (:durative-action cross-1-walker-1-walker-3
    :parameters (?from ?to - place)
    :duration (= ?duration 5)
    :condition (and
      (at start (boat-at ?from)) (at start (passage ?from ?to))
      (at start (>= (count-walker ?from) 1))
      (at start (>= (count-walker-3 ?from) 1)))
    :effect (and
      (at start (not (boat-at ?from))) (at end (boat-at ?to))
      (at start (decrease (count-walker ?from) 1))
      (at end (increase (count-walker ?to) 1))
      (at start (decrease (count-walker-3 ?from) 1))
      (at end (increase (count-walker-3 ?to) 1))))

  (:durative-action cross-1-walker-1-walker-2
    :parameters (?from ?to - place)
    :duration (= ?duration 2)
    :condition (and
      (at start (boat-at ?from)) (at start (passage ?from ?to))
      (at start (>= (count-walker ?from) 1))
      (at start (>= (count-walker-2 ?from) 1)))
    :effect (and
      (at start (not (boat-at ?from))) (at end (boat-at ?to))
      (at start (decrease (count-walker ?from) 1))
      (at end (increase (count-walker ?to) 1))
      (at start (decrease (count-walker-2 ?from) 1))
      (at end (increase (count-walker-2 ?to) 1)))))
