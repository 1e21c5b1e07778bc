; The jealous couples: a problem of ferryplan
; puzzle: jealous-couples
; parameters: {"couples": 2, "single_men": 0, "single_women": 0, "islands": 0, "capacity": 2, "boats": 1, "boat_rules": true, "bypass": true}
; dialect: strips
; encoding: counted
; fingerprint: 1-ac3405be62b9e815

(define (problem jealous-couples-2-0-0-0-2-1-yes-yes)
  (:domain jealous-couples-strips-counted)
  (:objects
    left-bank right-bank - place
    n2 - count
    load-1-husband-wife
    load-1-wife
    load-1-husband
    load-2-wife
    load-2-husband - load
    wait-2 wait-1 - stage)

  (:init
    ; the start
    (now ready) (moved nobody)
    (boat-at left-bank)
    (count-husband-wife left-bank left-bank n2)
    (count-husband-wife left-bank right-bank n0)
    (count-husband-wife right-bank left-bank n0)
    (count-husband-wife right-bank right-bank n0)

    ; the routes of the boat
    (route left-bank right-bank)
    (route right-bank left-bank)

    ; the other places
    (elsewhere left-bank right-bank)
    (elsewhere right-bank left-bank)

    ; the loads of the boat
    (may-cross load-1-husband-wife wait-2)
    (may-cross load-1-wife wait-2)
    (may-cross load-1-husband wait-2)
    (may-cross load-2-wife ready)
    (may-cross load-2-husband ready)
    (with-husband load-1-husband nobody)
    (with-husband load-2-husband load-1-husband)
    (with-wife load-1-wife nobody)
    (with-wife load-2-wife load-1-wife)
    (with-husband-wife load-1-husband-wife nobody)

    ; numbers
    (next n0 n1) (next n1 n2)
    (several n2)

    ; the stages of a crossing
    (then departed landed) (then landed wait-2) (then landed ready)
    (shorter wait-2 wait-1)
    (shorter wait-1 ready))

  (:goal (and
    (now ready)
    (count-husband-wife right-bank right-bank n2))))
