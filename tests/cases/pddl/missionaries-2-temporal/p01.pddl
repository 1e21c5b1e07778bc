; The missionaries and the cannibals: a problem of ferryplan
; puzzle: missionaries-cannibals
; parameters: {"missionaries": 2, "cannibals": 2, "rowing_missionaries": 2, "rowing_cannibals": 2, "islands": 0, "capacity": 3, "boat_rules": true, "bypass": true}
; dialect: temporal
; encoding: named
; fingerprint: 1-d272c2a0b07ebf23

(define (problem missionaries-cannibals-2-2-2-2-0-3-yes-yes)
  (:domain missionaries-cannibals-temporal)
  (:objects
    boat-1 - boat)

  (:init
    ; the start
    (boat-at boat-1 left-bank)
    (at m1 left-bank)
    (at m2 left-bank)
    (at c1 left-bank)
    (at c2 left-bank)

    ; the routes of the boats
    (route left-bank right-bank)
    (route right-bank left-bank)

    ; the loads of a boat
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
    (load-3 m1 m2 c2))

  (:goal (and
    (at m1 right-bank)
    (at m2 right-bank)
    (at c1 right-bank)
    (at c2 right-bank)
    (or (not (at m1 left-bank)) (not (at c1 left-bank)) (not (at c2 left-bank)) (at m2 left-bank))
    (or (not (at m2 left-bank)) (not (at c1 left-bank)) (not (at c2 left-bank)) (at m1 left-bank))
    (or (not (at m1 right-bank)) (not (at c1 right-bank)) (not (at c2 right-bank)) (at m2 right-bank))
    (or (not (at m2 right-bank)) (not (at c1 right-bank)) (not (at c2 right-bank)) (at m1 right-bank))))

  (:metric minimize (total-time)))
