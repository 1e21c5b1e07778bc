; The bridge and the torch
;
; 3 walkers come to a rope bridge at night. There is one torch. At most 2 walkers can cross with it at
; a time, and nobody can cross without it. They take 1, 2 and 5 minutes to cross, and those who cross
; together go at the pace of the slowest. What is the shortest time in which everybody can get to the
; far side?
;
; A crossing takes time: those in the boat leave at its start and arrive at its end; in between they are at no place.

(define (domain bridge-torch-temporal)
  (:requirements :strips :typing :fluents :durative-actions)
  (:types place traveller boat)

  (:predicates
    (at ?traveller - traveller ?place - place)
    (boat-at ?boat - boat ?place - place)
    (load-1 ?first - traveller)  ; may be in a boat alone
    (load-2 ?first ?second - traveller)  ; may be in a boat together; the slowest first
    (route ?from ?to - place))  ; a boat can go this way

  (:functions
    (pace ?traveller - traveller) - number)  ; the duration of a crossing

  (:durative-action cross-1
    :parameters (?first - traveller ?boat - boat ?from ?to - place)
    :duration (= ?duration (pace ?first))
    :condition (and
      (at start (boat-at ?boat ?from)) (at start (route ?from ?to))
      (at start (load-1 ?first))
      (at start (at ?first ?from)))
    :effect (and
      (at start (not (boat-at ?boat ?from))) (at end (boat-at ?boat ?to))
      (at start (not (at ?first ?from))) (at end (at ?first ?to))))

  (:durative-action cross-2
    :parameters (?first ?second - traveller ?boat - boat ?from ?to - place)
    :duration (= ?duration (pace ?first))
    :condition (and
      (at start (boat-at ?boat ?from)) (at start (route ?from ?to))
      (at start (load-2 ?first ?second))
      (at start (at ?first ?from)) (at start (at ?second ?from)))
    :effect (and
      (at start (not (boat-at ?boat ?from))) (at end (boat-at ?boat ?to))
      (at start (not (at ?first ?from))) (at end (at ?first ?to))
      (at start (not (at ?second ?from))) (at end (at ?second ?to)))))
