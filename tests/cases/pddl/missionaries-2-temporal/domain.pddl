; The missionaries and the cannibals
;
; 2 missionaries and 2 cannibals come to a river. There is one boat, and it carries at most 3 people.
; Wherever there are missionaries, the cannibals must not outnumber them, or the cannibals would eat
; them. How do they all get across?
;
; The rule holds at every place after each departure and landing, and in the boat:
;   - The cannibals never outnumber the missionaries where there are missionaries.
;
; A crossing takes time: those in the boat leave at its start and arrive at its end; in between they are at no place.
; Each "or" excludes a way to break a rule: at every place, when a boat leaves and while one is on the water. The goal excludes it
; after the last landing.

(define (domain missionaries-cannibals-temporal)
  (:requirements :strips :typing :negative-preconditions :disjunctive-preconditions :durative-actions)
  (:types place traveller boat)
  (:constants
    left-bank right-bank - place
    m1 m2 - traveller  ; missionaries
    c1 c2 - traveller)  ; cannibals

  (:predicates
    (at ?traveller - traveller ?place - place)
    (boat-at ?boat - boat ?place - place)
    (load-1 ?first - traveller)  ; may be in a boat alone
    (load-2 ?first ?second - traveller)  ; may be in a boat together
    (load-3 ?first ?second ?third - traveller)  ; may be in a boat together
    (route ?from ?to - place))  ; a boat can go this way

  (:durative-action cross-1
    :parameters (?first - traveller ?boat - boat ?from ?to - place)
    :duration (= ?duration 1)
    :condition (and
      (at start (boat-at ?boat ?from)) (at start (route ?from ?to))
      (at start (load-1 ?first))
      (at start (at ?first ?from))
      (at start (or (not (at m1 left-bank)) (not (at c1 left-bank)) (not (at c2 left-bank)) (at m2 left-bank)))
      (at start (or (not (at m2 left-bank)) (not (at c1 left-bank)) (not (at c2 left-bank)) (at m1 left-bank)))
      (at start (or (not (at m1 right-bank)) (not (at c1 right-bank)) (not (at c2 right-bank)) (at m2 right-bank)))
      (at start (or (not (at m2 right-bank)) (not (at c1 right-bank)) (not (at c2 right-bank)) (at m1 right-bank)))
      (over all (or (not (at m1 left-bank)) (not (at c1 left-bank)) (not (at c2 left-bank)) (at m2 left-bank)))
      (over all (or (not (at m2 left-bank)) (not (at c1 left-bank)) (not (at c2 left-bank)) (at m1 left-bank)))
      (over all (or (not (at m1 right-bank)) (not (at c1 right-bank)) (not (at c2 right-bank)) (at m2 right-bank)))
      (over all (or (not (at m2 right-bank)) (not (at c1 right-bank)) (not (at c2 right-bank)) (at m1 right-bank))))
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
      (at start (or (not (at m1 left-bank)) (not (at c1 left-bank)) (not (at c2 left-bank)) (at m2 left-bank)))
      (at start (or (not (at m2 left-bank)) (not (at c1 left-bank)) (not (at c2 left-bank)) (at m1 left-bank)))
      (at start (or (not (at m1 right-bank)) (not (at c1 right-bank)) (not (at c2 right-bank)) (at m2 right-bank)))
      (at start (or (not (at m2 right-bank)) (not (at c1 right-bank)) (not (at c2 right-bank)) (at m1 right-bank)))
      (over all (or (not (at m1 left-bank)) (not (at c1 left-bank)) (not (at c2 left-bank)) (at m2 left-bank)))
      (over all (or (not (at m2 left-bank)) (not (at c1 left-bank)) (not (at c2 left-bank)) (at m1 left-bank)))
      (over all (or (not (at m1 right-bank)) (not (at c1 right-bank)) (not (at c2 right-bank)) (at m2 right-bank)))
      (over all (or (not (at m2 right-bank)) (not (at c1 right-bank)) (not (at c2 right-bank)) (at m1 right-bank))))
    :effect (and
      (at start (not (boat-at ?boat ?from))) (at end (boat-at ?boat ?to))
      (at start (not (at ?first ?from))) (at end (at ?first ?to))
      (at start (not (at ?second ?from))) (at end (at ?second ?to))))

  (:durative-action cross-3
    :parameters (?first ?second ?third - traveller ?boat - boat ?from ?to - place)
    :duration (= ?duration 1)
    :condition (and
      (at start (boat-at ?boat ?from)) (at start (route ?from ?to))
      (at start (load-3 ?first ?second ?third))
      (at start (at ?first ?from)) (at start (at ?second ?from)) (at start (at ?third ?from))
      (at start (or (not (at m1 left-bank)) (not (at c1 left-bank)) (not (at c2 left-bank)) (at m2 left-bank)))
      (at start (or (not (at m2 left-bank)) (not (at c1 left-bank)) (not (at c2 left-bank)) (at m1 left-bank)))
      (at start (or (not (at m1 right-bank)) (not (at c1 right-bank)) (not (at c2 right-bank)) (at m2 right-bank)))
      (at start (or (not (at m2 right-bank)) (not (at c1 right-bank)) (not (at c2 right-bank)) (at m1 right-bank)))
      (over all (or (not (at m1 left-bank)) (not (at c1 left-bank)) (not (at c2 left-bank)) (at m2 left-bank)))
      (over all (or (not (at m2 left-bank)) (not (at c1 left-bank)) (not (at c2 left-bank)) (at m1 left-bank)))
      (over all (or (not (at m1 right-bank)) (not (at c1 right-bank)) (not (at c2 right-bank)) (at m2 right-bank)))
      (over all (or (not (at m2 right-bank)) (not (at c1 right-bank)) (not (at c2 right-bank)) (at m1 right-bank))))
    :effect (and
      (at start (not (boat-at ?boat ?from))) (at end (boat-at ?boat ?to))
      (at start (not (at ?first ?from))) (at end (at ?first ?to))
      (at start (not (at ?second ?from))) (at end (at ?second ?to))
      (at start (not (at ?third ?from))) (at end (at ?third ?to)))))
