; The missionaries and the cannibals: a problem of ferryplan
; puzzle: missionaries-cannibals
; parameters: {"missionaries": 2, "cannibals": 2, "rowing_missionaries": 2, "rowing_cannibals": 2, "islands": 0, "capacity": 3, "boat_rules": true, "bypass": true}
; dialect: costs
; encoding: named
; fingerprint: 1-d272c2a0b07ebf23

(define (problem missionaries-cannibals-2-2-2-2-0-3-yes-yes)
  (:domain missionaries-cannibals-costs)
  (:objects
    left-bank right-bank - place)

  (:init
    ; the start
    (now ready)
    (boat-at left-bank)
    (at m1 left-bank) (away m1 right-bank)
    (at m2 left-bank) (away m2 right-bank)
    (at c1 left-bank) (away c1 right-bank)
    (at c2 left-bank) (away c2 right-bank)

    ; the routes of the boat
    (route left-bank right-bank)
    (route right-bank left-bank)

    ; the loads of the boat
    (load-1 m1)
    (load-1 m2)
    (load-1 c1)
    (load-1 c2)
    (load-2 m1 m2)
    (load-2 m1 c1)
    (load-2 m1 c2)
    (load-2 m2 c1)
    (load-2 m2 c2)
    (load-2 c1 c2)
    (load-3 m1 m2 c1)
    (load-3 m1 m2 c2)

    ; the costs
    (= (total-cost) 0)

    ; the stages of a crossing
    (next departed landed) (next landed ready))

  (:goal (and
    (now ready)
    (at m1 right-bank)
    (at m2 right-bank)
    (at c1 right-bank)
    (at c2 right-bank)))

  (:metric minimize (total-cost)))
