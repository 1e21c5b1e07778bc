; The jealous couples
;
; 2 married couples come to a river. There is one boat, and it carries at most 2 people. No wife may
; be with another man unless her husband is there, on land or in the boat. A's wife is called Aw, and
; B's wife is called Bw. How do they all get across?
;
; The rule holds at every place after each departure and landing, and in the boat:
;   - No wife is with another man unless her husband is there.
;
; Functions count the interchangeable travelers at each place; pairs are counted by the places of both members.
; Each load that the boat may carry has an action, with variants for the places of its travelers' partners: "leaving" behind,
; "meeting" at the landing, or elsewhere. Its precondition requires that these travelers are there, and that the place that the boat
; leaves and the place where it lands are safe after the crossing.
; A crossing takes time: those in the boat leave at its start and arrive at its end. With one boat nothing else happens in between, so
; all conditions hold at the start.

(define (domain jealous-couples-temporal-counted)
  (:requirements :strips :typing :disjunctive-preconditions :fluents :durative-actions)
  (:types place)

  (:predicates
    (boat-at ?place - place)
    (passage ?from ?to - place))  ; the boat can go this way

  (:functions
    (count-husband-wife ?husband ?wife - place))

  (:durative-action cross-1-husband-wife
    :parameters (?from ?to - place)
    :duration (= ?duration 1)
    :condition (and
      (at start (boat-at ?from)) (at start (passage ?from ?to))
      (at start (>= (count-husband-wife ?from ?from) 1))
      (at start (or
        (<= (count-husband-wife ?to ?from) 0)
        (and (<= (count-husband-wife ?from ?to) 0) (<= (count-husband-wife ?from ?from) 1))))
      (at start (<= (count-husband-wife ?from ?to) 0)))
    :effect (and
      (at start (not (boat-at ?from))) (at end (boat-at ?to))
      (at start (decrease (count-husband-wife ?from ?from) 1))
      (at end (increase (count-husband-wife ?to ?to) 1))))

  (:durative-action cross-1-wife-leaving
    :parameters (?from ?to - place)
    :duration (= ?duration 1)
    :condition (and
      (at start (boat-at ?from)) (at start (passage ?from ?to))
      (at start (>= (count-husband-wife ?from ?from) 1))
      (at start (<= (count-husband-wife ?to ?from) 0))
      (at start (<= (count-husband-wife ?to ?to) 0)))
    :effect (and
      (at start (not (boat-at ?from))) (at end (boat-at ?to))
      (at start (decrease (count-husband-wife ?from ?from) 1))
      (at end (increase (count-husband-wife ?from ?to) 1))))

  (:durative-action cross-1-wife-meeting
    :parameters (?from ?to - place)
    :duration (= ?duration 1)
    :condition (and
      (at start (boat-at ?from)) (at start (passage ?from ?to))
      (at start (>= (count-husband-wife ?to ?from) 1))
      (at start (or
        (<= (count-husband-wife ?to ?from) 1)
        (and (<= (count-husband-wife ?from ?to) 0) (<= (count-husband-wife ?from ?from) 0))))
      (at start (<= (count-husband-wife ?from ?to) 0)))
    :effect (and
      (at start (not (boat-at ?from))) (at end (boat-at ?to))
      (at start (decrease (count-husband-wife ?to ?from) 1))
      (at end (increase (count-husband-wife ?to ?to) 1))))

  (:durative-action cross-1-husband-leaving
    :parameters (?from ?to - place)
    :duration (= ?duration 1)
    :condition (and
      (at start (boat-at ?from)) (at start (passage ?from ?to))
      (at start (>= (count-husband-wife ?from ?from) 1))
      (at start (<= (count-husband-wife ?from ?to) 0))
      (at start (<= (count-husband-wife ?from ?from) 1)))
    :effect (and
      (at start (not (boat-at ?from))) (at end (boat-at ?to))
      (at start (decrease (count-husband-wife ?from ?from) 1))
      (at end (increase (count-husband-wife ?to ?from) 1))))

  (:durative-action cross-1-husband-meeting
    :parameters (?from ?to - place)
    :duration (= ?duration 1)
    :condition (and
      (at start (boat-at ?from)) (at start (passage ?from ?to))
      (at start (>= (count-husband-wife ?from ?to) 1))
      (at start (or
        (<= (count-husband-wife ?to ?from) 0)
        (and (<= (count-husband-wife ?from ?to) 1) (<= (count-husband-wife ?from ?from) 0))))
      (at start (<= (count-husband-wife ?from ?to) 1)))
    :effect (and
      (at start (not (boat-at ?from))) (at end (boat-at ?to))
      (at start (decrease (count-husband-wife ?from ?to) 1))
      (at end (increase (count-husband-wife ?to ?to) 1))))

  (:durative-action cross-2-wife-leaving
    :parameters (?from ?to - place)
    :duration (= ?duration 1)
    :condition (and
      (at start (boat-at ?from)) (at start (passage ?from ?to))
      (at start (>= (count-husband-wife ?from ?from) 2))
      (at start (<= (count-husband-wife ?to ?from) 0))
      (at start (<= (count-husband-wife ?to ?to) 0)))
    :effect (and
      (at start (not (boat-at ?from))) (at end (boat-at ?to))
      (at start (decrease (count-husband-wife ?from ?from) 2))
      (at end (increase (count-husband-wife ?from ?to) 2))))

  (:durative-action cross-2-wife-meeting
    :parameters (?from ?to - place)
    :duration (= ?duration 1)
    :condition (and
      (at start (boat-at ?from)) (at start (passage ?from ?to))
      (at start (>= (count-husband-wife ?to ?from) 2))
      (at start (or
        (<= (count-husband-wife ?to ?from) 2)
        (and (<= (count-husband-wife ?from ?to) 0) (<= (count-husband-wife ?from ?from) 0))))
      (at start (<= (count-husband-wife ?from ?to) 0)))
    :effect (and
      (at start (not (boat-at ?from))) (at end (boat-at ?to))
      (at start (decrease (count-husband-wife ?to ?from) 2))
      (at end (increase (count-husband-wife ?to ?to) 2))))

  (:durative-action cross-2-husband-leaving
    :parameters (?from ?to - place)
    :duration (= ?duration 1)
    :condition (and
      (at start (boat-at ?from)) (at start (passage ?from ?to))
      (at start (>= (count-husband-wife ?from ?from) 2))
      (at start (<= (count-husband-wife ?from ?to) 0))
      (at start (<= (count-husband-wife ?from ?from) 2)))
    :effect (and
      (at start (not (boat-at ?from))) (at end (boat-at ?to))
      (at start (decrease (count-husband-wife ?from ?from) 2))
      (at end (increase (count-husband-wife ?to ?from) 2))))

  (:durative-action cross-1-husband-leaving-1-husband-meeting
    :parameters (?from ?to - place)
    :duration (= ?duration 1)
    :condition (and
      (at start (boat-at ?from)) (at start (passage ?from ?to))
      (at start (>= (count-husband-wife ?from ?from) 1))
      (at start (>= (count-husband-wife ?from ?to) 1))
      (at start (<= (count-husband-wife ?from ?to) 1))
      (at start (<= (count-husband-wife ?from ?from) 1)))
    :effect (and
      (at start (not (boat-at ?from))) (at end (boat-at ?to))
      (at start (decrease (count-husband-wife ?from ?from) 1))
      (at end (increase (count-husband-wife ?to ?from) 1))
      (at start (decrease (count-husband-wife ?from ?to) 1))
      (at end (increase (count-husband-wife ?to ?to) 1))))

  (:durative-action cross-2-husband-meeting
    :parameters (?from ?to - place)
    :duration (= ?duration 1)
    :condition (and
      (at start (boat-at ?from)) (at start (passage ?from ?to))
      (at start (>= (count-husband-wife ?from ?to) 2))
      (at start (or
        (<= (count-husband-wife ?to ?from) 0)
        (and (<= (count-husband-wife ?from ?to) 2) (<= (count-husband-wife ?from ?from) 0))))
      (at start (<= (count-husband-wife ?from ?to) 2)))
    :effect (and
      (at start (not (boat-at ?from))) (at end (boat-at ?to))
      (at start (decrease (count-husband-wife ?from ?to) 2))
      (at end (increase (count-husband-wife ?to ?to) 2)))))
