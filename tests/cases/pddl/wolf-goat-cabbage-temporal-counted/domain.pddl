; The wolf, the goat and the cabbage
;
; A farmer wants to take a wolf, a goat and a cabbage across a river. The boat carries at most 2
; travelers, the farmer included, and only the farmer can row. Without the farmer, the wolf would eat
; the goat, and the goat would eat the cabbage. How does the farmer get all three across unharmed?
;
; The rules hold at every place after each departure and landing, and in the boat:
;   - The goat is not with the wolf unless the farmer is there.
;   - The cabbage is not with the goat unless the farmer is there.
;
; Functions count the interchangeable travelers at each place.
; Each load that the boat may carry has an action. Its precondition requires that these travelers are there, and that the place that the boat
; leaves and the place where it lands are safe after the crossing.
; A crossing takes time: those in the boat leave at its start and arrive at its end. With one boat nothing else happens in between, so
; all conditions hold at the start.

(define (domain wolf-goat-cabbage-temporal-counted)
  (:requirements :strips :typing :disjunctive-preconditions :fluents :durative-actions)
  (:types place)

  (:predicates
    (boat-at ?place - place)
    (passage ?from ?to - place))  ; the boat can go this way

  (:functions
    (count-farmer ?farmer - place)
    (count-wolf ?wolf - place)
    (count-goat ?goat - place)
    (count-cabbage ?cabbage - place))

  (:durative-action cross-1-farmer
    :parameters (?from ?to - place)
    :duration (= ?duration 1)
    :condition (and
      (at start (boat-at ?from)) (at start (passage ?from ?to))
      (at start (>= (count-farmer ?from) 1))
      (at start (or
        (<= (count-goat ?from) 0)
        (and (<= (count-wolf ?from) 0) (<= (count-cabbage ?from) 0))
        (>= (count-farmer ?from) 2))))
    :effect (and
      (at start (not (boat-at ?from))) (at end (boat-at ?to))
      (at start (decrease (count-farmer ?from) 1))
      (at end (increase (count-farmer ?to) 1))))

  (:durative-action cross-1-farmer-1-cabbage
    :parameters (?from ?to - place)
    :duration (= ?duration 1)
    :condition (and
      (at start (boat-at ?from)) (at start (passage ?from ?to))
      (at start (>= (count-farmer ?from) 1))
      (at start (>= (count-cabbage ?from) 1))
      (at start (or
        (<= (count-goat ?from) 0)
        (and (<= (count-wolf ?from) 0) (<= (count-cabbage ?from) 1))
        (>= (count-farmer ?from) 2))))
    :effect (and
      (at start (not (boat-at ?from))) (at end (boat-at ?to))
      (at start (decrease (count-farmer ?from) 1))
      (at end (increase (count-farmer ?to) 1))
      (at start (decrease (count-cabbage ?from) 1))
      (at end (increase (count-cabbage ?to) 1))))

  (:durative-action cross-1-farmer-1-goat
    :parameters (?from ?to - place)
    :duration (= ?duration 1)
    :condition (and
      (at start (boat-at ?from)) (at start (passage ?from ?to))
      (at start (>= (count-farmer ?from) 1))
      (at start (>= (count-goat ?from) 1))
      (at start (or
        (<= (count-goat ?from) 1)
        (and (<= (count-wolf ?from) 0) (<= (count-cabbage ?from) 0))
        (>= (count-farmer ?from) 2))))
    :effect (and
      (at start (not (boat-at ?from))) (at end (boat-at ?to))
      (at start (decrease (count-farmer ?from) 1))
      (at end (increase (count-farmer ?to) 1))
      (at start (decrease (count-goat ?from) 1))
      (at end (increase (count-goat ?to) 1))))

  (:durative-action cross-1-farmer-1-wolf
    :parameters (?from ?to - place)
    :duration (= ?duration 1)
    :condition (and
      (at start (boat-at ?from)) (at start (passage ?from ?to))
      (at start (>= (count-farmer ?from) 1))
      (at start (>= (count-wolf ?from) 1))
      (at start (or
        (<= (count-goat ?from) 0)
        (and (<= (count-wolf ?from) 1) (<= (count-cabbage ?from) 0))
        (>= (count-farmer ?from) 2))))
    :effect (and
      (at start (not (boat-at ?from))) (at end (boat-at ?to))
      (at start (decrease (count-farmer ?from) 1))
      (at end (increase (count-farmer ?to) 1))
      (at start (decrease (count-wolf ?from) 1))
      (at end (increase (count-wolf ?to) 1)))))
