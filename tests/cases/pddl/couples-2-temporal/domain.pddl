; The jealous couples
;
; 2 married couples come to a river. There is one boat, and it carries at most 2 people. No wife may
; be with another man unless her husband is there, on land or in the boat. A's wife is called Aw, and
; B's wife is called Bw. How do they all get across?
;
; The rule holds at every place after each departure and landing, and in the boat:
;   - No wife is with another man unless her husband is there.
;
; A crossing takes time: those in the boat leave at its start and arrive at its end; in between they are at no place.
; Each "or" excludes a way to break a rule: at every place, when a boat leaves and while one is on the water. The goal excludes it
; after the last landing.

(define (domain jealous-couples-temporal)
  (:requirements :strips :typing :negative-preconditions :disjunctive-preconditions :durative-actions)
  (:types place traveller boat)
  (:constants
    left-bank right-bank - place
    a b - traveller  ; husbands
    aw bw - traveller)  ; wives

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
      (at start (or (not (at a left-bank)) (not (at bw left-bank)) (at b left-bank)))
      (at start (or (not (at b left-bank)) (not (at aw left-bank)) (at a left-bank)))
      (at start (or (not (at a right-bank)) (not (at bw right-bank)) (at b right-bank)))
      (at start (or (not (at b right-bank)) (not (at aw right-bank)) (at a right-bank)))
      (over all (or (not (at a left-bank)) (not (at bw left-bank)) (at b left-bank)))
      (over all (or (not (at b left-bank)) (not (at aw left-bank)) (at a left-bank)))
      (over all (or (not (at a right-bank)) (not (at bw right-bank)) (at b right-bank)))
      (over all (or (not (at b right-bank)) (not (at aw right-bank)) (at a right-bank))))
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
      (at start (or (not (at a left-bank)) (not (at bw left-bank)) (at b left-bank)))
      (at start (or (not (at b left-bank)) (not (at aw left-bank)) (at a left-bank)))
      (at start (or (not (at a right-bank)) (not (at bw right-bank)) (at b right-bank)))
      (at start (or (not (at b right-bank)) (not (at aw right-bank)) (at a right-bank)))
      (over all (or (not (at a left-bank)) (not (at bw left-bank)) (at b left-bank)))
      (over all (or (not (at b left-bank)) (not (at aw left-bank)) (at a left-bank)))
      (over all (or (not (at a right-bank)) (not (at bw right-bank)) (at b right-bank)))
      (over all (or (not (at b right-bank)) (not (at aw right-bank)) (at a right-bank))))
    :effect (and
      (at start (not (boat-at ?boat ?from))) (at end (boat-at ?boat ?to))
      (at start (not (at ?first ?from))) (at end (at ?first ?to))
      (at start (not (at ?second ?from))) (at end (at ?second ?to)))))
