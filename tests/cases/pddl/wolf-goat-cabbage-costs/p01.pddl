; The wolf, the goat and the cabbage: a problem of ferryplan
; puzzle: wolf-goat-cabbage
; parameters: {"capacity": 2}
; dialect: costs
; encoding: named
; fingerprint: 1-dc9a969a4bed3190

(define (problem wolf-goat-cabbage-2)
  (:domain wolf-goat-cabbage-costs)
  (:objects
    left-bank right-bank - place)

  (:init
    ; the start
    (now ready)
    (boat-at left-bank)
    (at farmer left-bank) (away farmer right-bank)
    (at wolf left-bank) (away wolf right-bank)
    (at goat left-bank) (away goat right-bank)
    (at cabbage left-bank) (away cabbage right-bank)

    ; the routes of the boat
    (route left-bank right-bank)
    (route right-bank left-bank)

    ; the loads of the boat
    (load-1 farmer)
    (load-2 farmer wolf)
    (load-2 farmer goat)
    (load-2 farmer cabbage)

    ; the costs
    (= (total-cost) 0)

    ; the stages of a crossing
    (next departed landed) (next landed ready))

  (:goal (and
    (now ready)
    (at farmer right-bank)
    (at wolf right-bank)
    (at goat right-bank)
    (at cabbage right-bank)))

  (:metric minimize (total-cost)))
