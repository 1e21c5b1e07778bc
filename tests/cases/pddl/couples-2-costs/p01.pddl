; The jealous couples: a problem of ferryplan
; puzzle: jealous-couples
; parameters: {"couples": 2, "single_men": 0, "single_women": 0, "islands": 0, "capacity": 2, "boats": 1, "boat_rules": true, "bypass": true}
; dialect: costs
; encoding: named
; fingerprint: 1-ac3405be62b9e815

(define (problem jealous-couples-2-0-0-0-2-1-yes-yes)
  (:domain jealous-couples-costs)
  (:objects
    left-bank right-bank - place)

  (:init
    ; the start
    (now ready)
    (boat-at left-bank)
    (at a left-bank) (away a right-bank)
    (at b left-bank) (away b right-bank)
    (at aw left-bank) (away aw right-bank)
    (at bw left-bank) (away bw right-bank)

    ; the routes of the boat
    (route left-bank right-bank)
    (route right-bank left-bank)

    ; the loads of the boat
    (load-1 a)
    (load-1 b)
    (load-1 aw)
    (load-1 bw)
    (load-2 a b)
    (load-2 a aw)
    (load-2 b bw)
    (load-2 aw bw)

    ; the costs
    (= (total-cost) 0)

    ; the stages of a crossing
    (next departed landed) (next landed ready))

  (:goal (and
    (now ready)
    (at a right-bank)
    (at b right-bank)
    (at aw right-bank)
    (at bw right-bank)))

  (:metric minimize (total-cost)))
