; The wolf, the goat and the cabbage: a problem of ferryplan
; puzzle: wolf-goat-cabbage
; parameters: {"capacity": 2}
; dialect: temporal
; encoding: named
; fingerprint: 1-dc9a969a4bed3190

(define (problem wolf-goat-cabbage-2)
  (:domain wolf-goat-cabbage-temporal)
  (:objects
    boat-1 - boat)

  (:init
    ; the start
    (boat-at boat-1 left-bank)
    (at farmer left-bank)
    (at wolf left-bank)
    (at goat left-bank)
    (at cabbage left-bank)

    ; the routes of the boats
    (route left-bank right-bank)
    (route right-bank left-bank)

    ; the loads of a boat
    (load-1 farmer)
    (load-2 farmer wolf)
    (load-2 farmer goat)
    (load-2 farmer cabbage))

  (:goal (and
    (at farmer right-bank)
    (at wolf right-bank)
    (at goat right-bank)
    (at cabbage right-bank)
    (or (not (at wolf left-bank)) (not (at goat left-bank)) (at farmer left-bank))
    (or (not (at goat left-bank)) (not (at cabbage left-bank)) (at farmer left-bank) (at wolf left-bank))
    (or (not (at wolf right-bank)) (not (at goat right-bank)) (at farmer right-bank))
    (or (not (at goat right-bank)) (not (at cabbage right-bank)) (at farmer right-bank) (at wolf right-bank))))

  (:metric minimize (total-time)))
