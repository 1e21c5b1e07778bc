; The paid oars: a problem of ferryplan
; puzzle: paid-oars
; parameters: {"missionaries": 2, "cannibals": 2, "missionary_fee": 1, "cannibal_fee": 2, "capacity": 2}
; dialect: costs
; encoding: named
; fingerprint: 1-ec6b390565fe5421

(define (problem paid-oars-2-2-1-2-2)
  (:domain paid-oars-costs)
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

    ; the costs
    (= (cost-1 m1) 1)
    (= (cost-1 m2) 1)
    (= (cost-1 c1) 2)
    (= (cost-1 c2) 2)
    (= (cost-2 m1 m2) 1)
    (= (cost-2 m1 c1) 1)
    (= (cost-2 m1 c2) 1)
    (= (cost-2 m2 c1) 1)
    (= (cost-2 m2 c2) 1)
    (= (cost-2 c1 c2) 2)
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
