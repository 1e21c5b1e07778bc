; The missionaries and the cannibals: a problem of ferryplan
; puzzle: missionaries-cannibals
; parameters: {"missionaries": 2, "cannibals": 2, "rowing_missionaries": 2, "rowing_cannibals": 2, "islands": 0, "capacity": 3, "boat_rules": true, "bypass": true}
; dialect: axioms
; encoding: named
; fingerprint: 1-d272c2a0b07ebf23

(define (problem missionaries-cannibals-2-2-2-2-0-3-yes-yes)
  (:domain missionaries-cannibals-axioms)
  (:objects
    left-bank right-bank - place
    m1 m2 - traveller  ; missionaries
    c1 c2 - traveller  ; cannibals
    minus-2 minus-1 plus-1 plus-2 - level)

  (:init
    ; the start
    (boat-at left-bank)
    (at m1 left-bank)
    (at m2 left-bank)
    (at c1 left-bank)
    (at c2 left-bank)

    ; the routes of the boat
    (route left-bank right-bank)
    (route right-bank left-bank)

    ; The cannibals never outnumber the missionaries where there are missionaries.
    (protected m1) (protected m2)
    (outnumbering c1) (outnumbering c2)
    (first-in-row m1) (last-in-row c2)
    (next-in-row m1 m2)
    (next-in-row m2 c1)
    (next-in-row c1 c2)

    ; the levels of a tally
    (higher minus-2 minus-1) (higher minus-1 zero) (higher zero plus-1) (higher plus-1 plus-2)
    (below-zero minus-2) (below-zero minus-1)

    ; the order of the travelers
    (before m1 m2) (before m1 c1) (before m1 c2)
    (before m2 c1) (before m2 c2)
    (before c1 c2))

  (:goal (and
    (peaceful)
    (at m1 right-bank)
    (at m2 right-bank)
    (at c1 right-bank)
    (at c2 right-bank))))
