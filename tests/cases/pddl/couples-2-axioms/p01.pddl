; The jealous couples: a problem of ferryplan
; puzzle: jealous-couples
; parameters: {"couples": 2, "single_men": 0, "single_women": 0, "islands": 0, "capacity": 2, "boats": 1, "boat_rules": true, "bypass": true}
; dialect: axioms
; encoding: named
; fingerprint: 1-ac3405be62b9e815

(define (problem jealous-couples-2-0-0-0-2-1-yes-yes)
  (:domain jealous-couples-axioms)
  (:objects
    left-bank right-bank - place
    a b - traveller  ; husbands
    aw bw - traveller)  ; wives

  (:init
    ; the start
    (boat-at left-bank)
    (at a left-bank)
    (at b left-bank)
    (at aw left-bank)
    (at bw left-bank)

    ; the routes of the boat
    (route left-bank right-bank)
    (route right-bank left-bank)

    ; who threatens whom
    (threatens b aw)
    (threatens a bw)

    ; who guards whom
    (guards a aw)
    (guards b bw)

    ; the order of the travelers
    (before a b) (before a aw) (before a bw)
    (before b aw) (before b bw)
    (before aw bw))

  (:goal (and
    (peaceful)
    (at a right-bank)
    (at b right-bank)
    (at aw right-bank)
    (at bw right-bank))))
