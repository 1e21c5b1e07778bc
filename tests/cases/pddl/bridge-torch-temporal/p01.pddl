; The bridge and the torch: a problem of ferryplan
; puzzle: bridge-torch
; parameters: {"paces": [1, 2, 5], "capacity": 2, "boats": 1}
; dialect: temporal
; encoding: named
; fingerprint: 1-52ffac361ed7aea9

(define (problem bridge-torch-1-2-5-2-1)
  (:domain bridge-torch-temporal)
  (:objects
    near-side far-side - place
    a b c - traveller  ; walkers
    boat-1 - boat)

  (:init
    ; the start
    (boat-at boat-1 near-side)
    (at a near-side)
    (at b near-side)
    (at c near-side)

    ; the routes of the boats
    (route near-side far-side)
    (route far-side near-side)

    ; the loads of a boat
    (load-1 a)
    (load-1 b)
    (load-1 c)
    (load-2 b a)
    (load-2 c a)
    (load-2 c b)

    ; the durations
    (= (pace a) 1)
    (= (pace b) 2)
    (= (pace c) 5))

  (:goal (and
    (at a far-side)
    (at b far-side)
    (at c far-side)))

  (:metric minimize (total-time)))
