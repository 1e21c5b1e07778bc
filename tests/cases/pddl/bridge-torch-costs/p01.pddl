; The bridge and the torch: a problem of ferryplan
; puzzle: bridge-torch
; parameters: {"paces": [1, 2, 5], "capacity": 2, "boats": 1}
; dialect: costs
; encoding: named
; fingerprint: 1-52ffac361ed7aea9

(define (problem bridge-torch-1-2-5-2-1)
  (:domain bridge-torch-costs)
  (:objects
    near-side far-side - place)

  (:init
    ; the start
    (now ready)
    (boat-at near-side)
    (at a near-side) (away a far-side)
    (at b near-side) (away b far-side)
    (at c near-side) (away c far-side)

    ; the routes of the boat
    (route near-side far-side)
    (route far-side near-side)

    ; the loads of the boat
    (load-1 a)
    (load-1 b)
    (load-1 c)
    (load-2 a b)
    (load-2 a c)
    (load-2 b c)

    ; the costs
    (= (cost-1 a) 1)
    (= (cost-1 b) 2)
    (= (cost-1 c) 5)
    (= (cost-2 a b) 2)
    (= (cost-2 a c) 5)
    (= (cost-2 b c) 5)
    (= (total-cost) 0)

    ; the stages of a crossing
    (next departed landed) (next landed ready))

  (:goal (and
    (now ready)
    (at a far-side)
    (at b far-side)
    (at c far-side)))

  (:metric minimize (total-cost)))
