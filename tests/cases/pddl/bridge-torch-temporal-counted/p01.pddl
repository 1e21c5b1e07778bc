; The bridge and the torch: a problem of ferryplan
; puzzle: bridge-torch
; parameters: {"paces": [1, 2, 5], "capacity": 2, "boats": 1}
; dialect: temporal
; encoding: counted
; fingerprint: 1-52ffac361ed7aea9

(define (problem bridge-torch-1-2-5-2-1)
  (:domain bridge-torch-temporal-counted)
  (:objects
    near-side far-side - place)

  (:init
    ; the start
    (boat-at near-side)
    (= (count-walker near-side) 1)
    (= (count-walker far-side) 0)
    (= (count-walker-2 near-side) 1)
    (= (count-walker-2 far-side) 0)
    (= (count-walker-3 near-side) 1)
    (= (count-walker-3 far-side) 0)

    ; the routes of the boat
    (passage near-side far-side)
    (passage far-side near-side))

  (:goal (and
    (>= (count-walker far-side) 1)
    (>= (count-walker-2 far-side) 1)
    (>= (count-walker-3 far-side) 1)))

  (:metric minimize (total-time)))
