; The missionaries and the cannibals: a problem of ferryplan
; puzzle: missionaries-cannibals
; parameters: {"missionaries": 2, "cannibals": 2, "rowing_missionaries": 2, "rowing_cannibals": 2, "islands": 0, "capacity": 3, "boat_rules": true, "bypass": true}
; dialect: strips
; encoding: counted
; fingerprint: 1-d272c2a0b07ebf23

(define (problem missionaries-cannibals-2-2-2-2-0-3-yes-yes)
  (:domain missionaries-cannibals-strips-counted)
  (:objects
    left-bank right-bank - place
    n1 n2 - count
    load-1-cannibal
    load-1-missionary
    load-2-cannibal
    load-1-missionary-1-cannibal
    load-2-missionary
    load-2-missionary-1-cannibal - load
    wait-4 wait-3 wait-2 wait-1 - stage)

  (:init
    ; the start
    (now ready) (moved nobody)
    (boat-at left-bank)
    (count-missionary left-bank n2)
    (count-missionary right-bank n0)
    (count-cannibal left-bank n2)
    (count-cannibal right-bank n0)

    ; the routes of the boat
    (route left-bank right-bank)
    (route right-bank left-bank)

    ; the loads of the boat
    (may-cross load-1-cannibal wait-4)
    (may-cross load-1-missionary wait-4)
    (may-cross load-2-cannibal wait-2)
    (may-cross load-1-missionary-1-cannibal wait-2)
    (may-cross load-2-missionary wait-2)
    (may-cross load-2-missionary-1-cannibal ready)
    (with-missionary load-1-missionary nobody)
    (with-missionary load-1-missionary-1-cannibal load-1-cannibal)
    (with-missionary load-2-missionary load-1-missionary)
    (with-missionary load-2-missionary-1-cannibal load-1-missionary-1-cannibal)
    (with-cannibal load-1-cannibal nobody)
    (with-cannibal load-2-cannibal load-1-cannibal)

    ; numbers
    (next n0 n1) (next n1 n2)

    ; The cannibals never outnumber the missionaries where there are missionaries.
    (enough n1 n0)
    (enough n1 n1)
    (enough n2 n0)
    (enough n2 n1)
    (enough n2 n2)

    ; the stages of a crossing
    (then departed landed) (then landed wait-4) (then landed wait-2) (then landed ready)
    (shorter wait-4 wait-3)
    (shorter wait-3 wait-2)
    (shorter wait-2 wait-1)
    (shorter wait-1 ready))

  (:goal (and
    (now ready)
    (count-missionary right-bank n2)
    (count-cannibal right-bank n2))))
