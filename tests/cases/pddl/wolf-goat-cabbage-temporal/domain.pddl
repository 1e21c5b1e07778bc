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
; A crossing takes time: those in the boat leave at its start and arrive at its end; in between they are at no place.
; Each "or" excludes a way to break a rule: at every place, when a boat leaves and while one is on the water. The goal excludes it
; after the last landing.

(define (domain wolf-goat-cabbage-temporal)
  (:requirements :strips :typing :negative-preconditions :disjunctive-preconditions :durative-actions)
  (:types place traveller boat)
  (:constants
    left-bank right-bank - place
    farmer - traveller
    wolf - traveller
    goat - traveller
    cabbage - traveller)

  (:predicates
    (at ?traveller - traveller ?place - place)
    (boat-at ?boat - boat ?place - place)
    (load-1 ?first - traveller)  ; may be in a boat alone
    (load-2 ?first ?second - traveller)  ; may be in a boat together
    (route ?from ?to - place))  ; a boat can go this way

  (:durative-action cross-1
    :parameters (?first - traveller ?boat - boat ?from ?to - place)
    :duration (= ?duration 1)
    :condition (and
      (at start (boat-at ?boat ?from)) (at start (route ?from ?to))
      (at start (load-1 ?first))
      (at start (at ?first ?from))
      (at start (or (not (at wolf left-bank)) (not (at goat left-bank)) (at farmer left-bank)))
      (at start (or (not (at goat left-bank)) (not (at cabbage left-bank)) (at farmer left-bank) (at wolf left-bank)))
      (at start (or (not (at wolf right-bank)) (not (at goat right-bank)) (at farmer right-bank)))
      (at start (or
        (not (at goat right-bank))
        (not (at cabbage right-bank))
        (at farmer right-bank)
        (at wolf right-bank)))
      (over all (or (not (at wolf left-bank)) (not (at goat left-bank)) (at farmer left-bank)))
      (over all (or (not (at goat left-bank)) (not (at cabbage left-bank)) (at farmer left-bank) (at wolf left-bank)))
      (over all (or (not (at wolf right-bank)) (not (at goat right-bank)) (at farmer right-bank)))
      (over all (or
        (not (at goat right-bank))
        (not (at cabbage right-bank))
        (at farmer right-bank)
        (at wolf right-bank))))
    :effect (and
      (at start (not (boat-at ?boat ?from))) (at end (boat-at ?boat ?to))
      (at start (not (at ?first ?from))) (at end (at ?first ?to))))

  (:durative-action cross-2
    :parameters (?first ?second - traveller ?boat - boat ?from ?to - place)
    :duration (= ?duration 1)
    :condition (and
      (at start (boat-at ?boat ?from)) (at start (route ?from ?to))
      (at start (load-2 ?first ?second))
      (at start (at ?first ?from)) (at start (at ?second ?from))
      (at start (or (not (at wolf left-bank)) (not (at goat left-bank)) (at farmer left-bank)))
      (at start (or (not (at goat left-bank)) (not (at cabbage left-bank)) (at farmer left-bank) (at wolf left-bank)))
      (at start (or (not (at wolf right-bank)) (not (at goat right-bank)) (at farmer right-bank)))
      (at start (or
        (not (at goat right-bank))
        (not (at cabbage right-bank))
        (at farmer right-bank)
        (at wolf right-bank)))
      (over all (or (not (at wolf left-bank)) (not (at goat left-bank)) (at farmer left-bank)))
      (over all (or (not (at goat left-bank)) (not (at cabbage left-bank)) (at farmer left-bank) (at wolf left-bank)))
      (over all (or (not (at wolf right-bank)) (not (at goat right-bank)) (at farmer right-bank)))
      (over all (or
        (not (at goat right-bank))
        (not (at cabbage right-bank))
        (at farmer right-bank)
        (at wolf right-bank))))
    :effect (and
      (at start (not (boat-at ?boat ?from))) (at end (boat-at ?boat ?to))
      (at start (not (at ?first ?from))) (at end (at ?first ?to))
      (at start (not (at ?second ?from))) (at end (at ?second ?to)))))
