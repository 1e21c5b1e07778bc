; The missionaries and the cannibals: a problem of ferryplan
; puzzle: missionaries-cannibals
; parameters: {"missionaries": 2, "cannibals": 2, "rowing_missionaries": 2, "rowing_cannibals": 2, "islands": 0, "capacity": 3, "boat_rules": true, "bypass": true}
; dialect: numeric
; encoding: counted
; fingerprint: 1-d272c2a0b07ebf23

(define (problem missionaries-cannibals-2-2-2-2-0-3-yes-yes)
  (:domain missionaries-cannibals-numeric)
  (:objects
    left-bank right-bank - place)

  (:init
    ; the start
    (boat-at left-bank)
    (= (count-missionary left-bank) 2)
    (= (count-missionary right-bank) 0)
    (= (count-cannibal left-bank) 2)
    (= (count-cannibal right-bank) 0)

    ; the routes of the boat
    (passage left-bank right-bank)
    (passage right-bank left-bank))

  (:goal (and
    (>= (count-missionary right-bank) 2)
    (>= (count-cannibal right-bank) 2))))
