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

(define (domain wolf-goat-cabbage-numeric)
  (:requirements :strips :typing :disjunctive-preconditions :fluents)
  (:types place)

  (:predicates
    (boat-at ?place - place)
    (passage ?from ?to - place))  ; the boat can go this way

  (:functions
    (count-farmer ?farmer - place)
    (count-wolf ?wolf - place)
    (count-goat ?goat - place)
    (count-cabbage ?cabbage - place))

  (:action cross-1-farmer
    :parameters (?from ?to - place)
    :precondition (and
      (boat-at ?from) (passage ?from ?to)
      (>= (count-farmer ?from) 1)
      (or
        (<= (count-goat ?from) 0)
        (and (<= (count-wolf ?from) 0) (<= (count-cabbage ?from) 0))
        (>= (count-farmer ?from) 2)))
    :effect (and
      (not (boat-at ?from)) (boat-at ?to)
      (decrease (count-farmer ?from) 1)
      (increase (count-farmer ?to) 1)))

  (:action cross-1-farmer-1-cabbage
    :parameters (?from ?to - place)
    :precondition (and
      (boat-at ?from) (passage ?from ?to)
      (>= (count-farmer ?from) 1)
      (>= (count-cabbage ?from) 1)
      (or
        (<= (count-goat ?from) 0)
        (and (<= (count-wolf ?from) 0) (<= (count-cabbage ?from) 1))
        (>= (count-farmer ?from) 2)))
    :effect (and
      (not (boat-at ?from)) (boat-at ?to)
      (decrease (count-farmer ?from) 1)
      (increase (count-farmer ?to) 1)
      (decrease (count-cabbage ?from) 1)
      (increase (count-cabbage ?to) 1)))

  (:action cross-1-farmer-1-goat
    :parameters (?from ?to - place)
    :precondition (and
      (boat-at ?from) (passage ?from ?to)
      (>= (count-farmer ?from) 1)
      (>= (count-goat ?from) 1)
      (or
        (<= (count-goat ?from) 1)
        (and (<= (count-wolf ?from) 0) (<= (count-cabbage ?from) 0))
        (>= (count-farmer ?from) 2)))
    :effect (and
      (not (boat-at ?from)) (boat-at ?to)
      (decrease (count-farmer ?from) 1)
      (increase (count-farmer ?to) 1)
      (decrease (count-goat ?from) 1)
      (increase (count-goat ?to) 1)))

  (:action cross-1-farmer-1-wolf
    :parameters (?from ?to - place)
    :precondition (and
      (boat-at ?from) (passage ?from ?to)
      (>= (count-farmer ?from) 1)
      (>= (count-wolf ?from) 1)
      (or
        (<= (count-goat ?from) 0)
        (and (<= (count-wolf ?from) 1) (<= (count-cabbage ?from) 0))
        (>= (count-farmer ?from) 2)))
    :effect (and
      (not (boat-at ?from)) (boat-at ?to)
      (decrease (count-farmer ?from) 1)
      (increase (count-farmer ?to) 1)
      (decrease (count-wolf ?from) 1)
      (increase (count-wolf ?to) 1))))
