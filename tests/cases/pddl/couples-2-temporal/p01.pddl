; The jealous couples: a problem of ferryplan
; puzzle: jealous-couples
; parameters: {"couples": 2, "single_men": 0, "single_women": 0, "islands": 0, "capacity": 2, "boats": 1, "boat_rules": true, "bypass": true}
; dialect: temporal
; encoding: named
; fingerprint: 1-ac3405be62b9e815

(define (problem jealous-couples-2-0-0-0-2-1-yes-yes)
  (:domain jealous-couples-temporal)
  (:objects
    boat-1 - boat)

  (:init
    ; the start
    (boat-at boat-1 left-bank)
    (at a left-bank)
    (at b left-bank)
    (at aw left-bank)
    (at bw left-bank)

    ; the routes of the boats
    (route left-bank right-bank)
    (route right-bank left-bank)

    ; the loads of a boat
    (load-1 a)
    (load-1 b)
    (load-1 aw)
    (load-1 bw)
    (load-2 a b)
    (load-2 a aw)
    (load-2 b bw)
    (load-2 aw bw))

  (:goal (and
    (at a right-bank)
    (at b right-bank)
    (at aw right-bank)
    (at bw right-bank)
    (or (not (at a left-bank)) (not (at bw left-bank)) (at b left-bank))
    (or (not (at b left-bank)) (not (at aw left-bank)) (at a left-bank))
    (or (not (at a right-bank)) (not (at bw right-bank)) (at b right-bank))
    (or (not (at b right-bank)) (not (at aw right-bank)) (at a right-bank))))

  (:metric minimize (total-time)))
