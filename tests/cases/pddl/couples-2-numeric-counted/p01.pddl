; The jealous couples: a problem of ferryplan
; puzzle: jealous-couples
; parameters: {"couples": 2, "single_men": 0, "single_women": 0, "islands": 0, "capacity": 2, "boats": 1, "boat_rules": true, "bypass": true}
; dialect: numeric
; encoding: counted
; fingerprint: 1-ac3405be62b9e815

(define (problem jealous-couples-2-0-0-0-2-1-yes-yes)
  (:domain jealous-couples-numeric)
  (:objects
    left-bank right-bank - place)

  (:init
    ; the start
    (boat-at left-bank)
    (= (count-husband-wife left-bank left-bank) 2)
    (= (count-husband-wife left-bank right-bank) 0)
    (= (count-husband-wife right-bank left-bank) 0)
    (= (count-husband-wife right-bank right-bank) 0)

    ; the routes of the boat
    (passage left-bank right-bank)
    (passage right-bank left-bank))

  (:goal (and
    (>= (count-husband-wife right-bank right-bank) 2))))
