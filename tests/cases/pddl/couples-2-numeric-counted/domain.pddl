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

(define (domain jealous-couples-numeric)
  (:requirements :strips :typing :disjunctive-preconditions :fluents)
  (:types place)

  (:predicates
    (boat-at ?place - place)
    (passage ?from ?to - place))  ; the boat can go this way

  (:functions
    (count-husband-wife ?husband ?wife - place))

  (:action cross-1-husband-wife
    :parameters (?from ?to - place)
    :precondition (and
      (boat-at ?from) (passage ?from ?to)
      (>= (count-husband-wife ?from ?from) 1)
      (or
        (<= (count-husband-wife ?to ?from) 0)
        (and (<= (count-husband-wife ?from ?to) 0) (<= (count-husband-wife ?from ?from) 1)))
      (<= (count-husband-wife ?from ?to) 0))
    :effect (and
      (not (boat-at ?from)) (boat-at ?to)
      (decrease (count-husband-wife ?from ?from) 1)
      (increase (count-husband-wife ?to ?to) 1)))

  (:action cross-1-wife-leaving
    :parameters (?from ?to - place)
    :precondition (and
      (boat-at ?from) (passage ?from ?to)
      (>= (count-husband-wife ?from ?from) 1)
      (<= (count-husband-wife ?to ?from) 0)
      (<= (count-husband-wife ?to ?to) 0))
    :effect (and
      (not (boat-at ?from)) (boat-at ?to)
      (decrease (count-husband-wife ?from ?from) 1)
      (increase (count-husband-wife ?from ?to) 1)))

  (:action cross-1-wife-meeting
    :parameters (?from ?to - place)
    :precondition (and
      (boat-at ?from) (passage ?from ?to)
      (>= (count-husband-wife ?to ?from) 1)
      (or
        (<= (count-husband-wife ?to ?from) 1)
        (and (<= (count-husband-wife ?from ?to) 0) (<= (count-husband-wife ?from ?from) 0)))
      (<= (count-husband-wife ?from ?to) 0))
    :effect (and
      (not (boat-at ?from)) (boat-at ?to)
      (decrease (count-husband-wife ?to ?from) 1)
      (increase (count-husband-wife ?to ?to) 1)))

  (:action cross-1-husband-leaving
    :parameters (?from ?to - place)
    :precondition (and
      (boat-at ?from) (passage ?from ?to)
      (>= (count-husband-wife ?from ?from) 1)
      (<= (count-husband-wife ?from ?to) 0)
      (<= (count-husband-wife ?from ?from) 1))
    :effect (and
      (not (boat-at ?from)) (boat-at ?to)
      (decrease (count-husband-wife ?from ?from) 1)
      (increase (count-husband-wife ?to ?from) 1)))

  (:action cross-1-husband-meeting
    :parameters (?from ?to - place)
    :precondition (and
      (boat-at ?from) (passage ?from ?to)
      (>= (count-husband-wife ?from ?to) 1)
      (or
        (<= (count-husband-wife ?to ?from) 0)
        (and (<= (count-husband-wife ?from ?to) 1) (<= (count-husband-wife ?from ?from) 0)))
      (<= (count-husband-wife ?from ?to) 1))
    :effect (and
      (not (boat-at ?from)) (boat-at ?to)
      (decrease (count-husband-wife ?from ?to) 1)
      (increase (count-husband-wife ?to ?to) 1)))

  (:action cross-2-wife-leaving
    :parameters (?from ?to - place)
    :precondition (and
      (boat-at ?from) (passage ?from ?to)
      (>= (count-husband-wife ?from ?from) 2)
      (<= (count-husband-wife ?to ?from) 0)
      (<= (count-husband-wife ?to ?to) 0))
    :effect (and
      (not (boat-at ?from)) (boat-at ?to)
      (decrease (count-husband-wife ?from ?from) 2)
      (increase (count-husband-wife ?from ?to) 2)))

  (:action cross-2-wife-meeting
    :parameters (?from ?to - place)
    :precondition (and
      (boat-at ?from) (passage ?from ?to)
      (>= (count-husband-wife ?to ?from) 2)
      (or
        (<= (count-husband-wife ?to ?from) 2)
        (and (<= (count-husband-wife ?from ?to) 0) (<= (count-husband-wife ?from ?from) 0)))
      (<= (count-husband-wife ?from ?to) 0))
    :effect (and
      (not (boat-at ?from)) (boat-at ?to)
      (decrease (count-husband-wife ?to ?from) 2)
      (increase (count-husband-wife ?to ?to) 2)))

  (:action cross-2-husband-leaving
    :parameters (?from ?to - place)
    :precondition (and
      (boat-at ?from) (passage ?from ?to)
      (>= (count-husband-wife ?from ?from) 2)
      (<= (count-husband-wife ?from ?to) 0)
      (<= (count-husband-wife ?from ?from) 2))
    :effect (and
      (not (boat-at ?from)) (boat-at ?to)
      (decrease (count-husband-wife ?from ?from) 2)
      (increase (count-husband-wife ?to ?from) 2)))

  (:action cross-1-husband-leaving-1-husband-meeting
    :parameters (?from ?to - place)
    :precondition (and
      (boat-at ?from) (passage ?from ?to)
      (>= (count-husband-wife ?from ?from) 1)
      (>= (count-husband-wife ?from ?to) 1)
      (<= (count-husband-wife ?from ?to) 1)
      (<= (count-husband-wife ?from ?from) 1))
    :effect (and
      (not (boat-at ?from)) (boat-at ?to)
      (decrease (count-husband-wife ?from ?from) 1)
      (increase (count-husband-wife ?to ?from) 1)
      (decrease (count-husband-wife ?from ?to) 1)
      (increase (count-husband-wife ?to ?to) 1)))

  (:action cross-2-husband-meeting
    :parameters (?from ?to - place)
    :precondition (and
      (boat-at ?from) (passage ?from ?to)
      (>= (count-husband-wife ?from ?to) 2)
      (or
        (<= (count-husband-wife ?to ?from) 0)
        (and (<= (count-husband-wife ?from ?to) 2) (<= (count-husband-wife ?from ?from) 0)))
      (<= (count-husband-wife ?from ?to) 2))
    :effect (and
      (not (boat-at ?from)) (boat-at ?to)
      (decrease (count-husband-wife ?from ?to) 2)
      (increase (count-husband-wife ?to ?to) 2))))
