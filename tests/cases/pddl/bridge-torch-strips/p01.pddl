; The bridge and the torch: a problem of ferryplan
; puzzle: bridge-torch
; parameters: {"paces": [1, 2, 5], "capacity": 2, "boats": 1}
; dialect: strips
; encoding: named
; fingerprint: 1-52ffac361ed7aea9

(define (problem bridge-torch-1-2-5-2-1)
  (:domain bridge-torch-strips)
  (:objects
    near-side far-side - place
    tick-12 tick-11 tick-10 tick-9 tick-8 tick-7 tick-6 tick-5 tick-4 tick-3 tick-2 tick-1 - stage)

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
    (load-1 a departed)
    (load-1 b tick-3)
    (load-1 c tick-12)
    (load-2 a b tick-3)
    (load-2 a c tick-12)
    (load-2 b c tick-12)

    ; the ticks of a crossing
    (passes tick-12 tick-11)
    (passes tick-11 tick-10)
    (passes tick-10 tick-9)
    (passes tick-9 tick-8)
    (passes tick-8 tick-7)
    (passes tick-7 tick-6)
    (passes tick-6 tick-5)
    (passes tick-5 tick-4)
    (passes tick-4 tick-3)
    (passes tick-3 tick-2)
    (passes tick-2 tick-1)
    (passes tick-1 departed)

    ; the stages of a crossing
    (next departed landed) (next landed ready))

  (:goal (and
    (now ready)
    (at a far-side)
    (at b far-side)
    (at c far-side))))
