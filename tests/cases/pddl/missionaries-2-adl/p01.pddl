; The missionaries and the cannibals: a problem of ferryplan
; puzzle: missionaries-cannibals
; parameters: {"missionaries": 2, "cannibals": 2, "rowing_missionaries": 2, "rowing_cannibals": 2, "islands": 0, "capacity": 3, "boat_rules": true, "bypass": true}
; dialect: adl
; encoding: named
; fingerprint: 1-d272c2a0b07ebf23

(define (problem missionaries-cannibals-2-2-2-2-0-3-yes-yes)
  (:domain missionaries-cannibals-adl)
  (:objects
    left-bank right-bank - place
    m1 m2 - traveller  ; missionaries
    c1 c2 - traveller)  ; cannibals

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
    (balance left-bank zero) (balance right-bank zero)
    (enough zero) (enough plus-1) (enough plus-2)
    (less minus-2 minus-2 zero) (less minus-2 minus-1 minus-1) (less minus-2 zero minus-2)
    (less minus-1 minus-2 plus-1) (less minus-1 minus-1 zero) (less minus-1 zero minus-1) (less minus-1 plus-1 minus-2)
    (less zero minus-2 plus-2) (less zero minus-1 plus-1) (less zero zero zero) (less zero plus-1 minus-1)
    (less zero plus-2 minus-2)
    (less plus-1 minus-1 plus-2) (less plus-1 zero plus-1) (less plus-1 plus-1 zero) (less plus-1 plus-2 minus-1)
    (less plus-2 zero plus-2) (less plus-2 plus-1 plus-1) (less plus-2 plus-2 zero)
    (worth-1 m1 plus-1)
    (worth-1 m2 plus-1)
    (worth-1 c1 minus-1)
    (worth-1 c2 minus-1)
    (worth-2 m1 m2 plus-2)
    (worth-2 m1 c1 zero)
    (worth-2 m1 c2 zero)
    (worth-2 m2 c1 zero)
    (worth-2 m2 c2 zero)
    (worth-2 c1 c2 minus-2)
    (worth-3 m1 m2 c1 plus-1)
    (worth-3 m1 m2 c2 plus-1)
    (worth-3 m1 c1 c2 minus-1)
    (worth-3 m2 c1 c2 minus-1)

    ; the order of the travelers
    (before m1 m2) (before m1 c1) (before m1 c2)
    (before m2 c1) (before m2 c2)
    (before c1 c2))

  (:goal (and
    (at m1 right-bank)
    (at m2 right-bank)
    (at c1 right-bank)
    (at c2 right-bank))))
