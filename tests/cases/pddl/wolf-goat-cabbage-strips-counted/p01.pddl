; The wolf, the goat and the cabbage: a problem of ferryplan
; puzzle: wolf-goat-cabbage
; parameters: {"capacity": 2}
; dialect: strips
; encoding: counted
; fingerprint: 1-dc9a969a4bed3190

(define (problem wolf-goat-cabbage-2)
  (:domain wolf-goat-cabbage-strips-counted)
  (:objects
    left-bank right-bank - place
    load-1-farmer
    load-1-farmer-1-cabbage
    load-1-farmer-1-goat
    load-1-farmer-1-wolf - load
    wait-2 wait-1 - stage)

  (:init
    ; the start
    (now ready) (moved nobody)
    (boat-at left-bank)
    (count-farmer left-bank n1)
    (count-farmer right-bank n0)
    (count-wolf left-bank n1)
    (count-wolf right-bank n0)
    (count-goat left-bank n1)
    (count-goat right-bank n0)
    (count-cabbage left-bank n1)
    (count-cabbage right-bank n0)

    ; the routes of the boat
    (route left-bank right-bank)
    (route right-bank left-bank)

    ; the loads of the boat
    (may-cross load-1-farmer wait-2)
    (may-cross load-1-farmer-1-cabbage ready)
    (may-cross load-1-farmer-1-goat ready)
    (may-cross load-1-farmer-1-wolf ready)
    (with-farmer load-1-farmer nobody)
    (with-wolf load-1-farmer-1-wolf load-1-farmer)
    (with-goat load-1-farmer-1-goat load-1-farmer)
    (with-cabbage load-1-farmer-1-cabbage load-1-farmer)

    ; numbers
    (next n0 n1)

    ; the stages of a crossing
    (then departed landed) (then landed wait-2) (then landed ready)
    (shorter wait-2 wait-1)
    (shorter wait-1 ready))

  (:goal (and
    (now ready)
    (count-farmer right-bank n1)
    (count-wolf right-bank n1)
    (count-goat right-bank n1)
    (count-cabbage right-bank n1))))
