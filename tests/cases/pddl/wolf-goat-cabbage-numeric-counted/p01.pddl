; The wolf, the goat and the cabbage: a problem of ferryplan
; puzzle: wolf-goat-cabbage
; parameters: {"capacity": 2}
; dialect: numeric
; encoding: counted
; fingerprint: 1-dc9a969a4bed3190

(define (problem wolf-goat-cabbage-2)
  (:domain wolf-goat-cabbage-numeric)
  (:objects
    left-bank right-bank - place)

  (:init
    ; the start
    (boat-at left-bank)
    (= (count-farmer left-bank) 1)
    (= (count-farmer right-bank) 0)
    (= (count-wolf left-bank) 1)
    (= (count-wolf right-bank) 0)
    (= (count-goat left-bank) 1)
    (= (count-goat right-bank) 0)
    (= (count-cabbage left-bank) 1)
    (= (count-cabbage right-bank) 0)

    ; the routes of the boat
    (passage left-bank right-bank)
    (passage right-bank left-bank))

  (:goal (and
    (>= (count-farmer right-bank) 1)
    (>= (count-wolf right-bank) 1)
    (>= (count-goat right-bank) 1)
    (>= (count-cabbage right-bank) 1))))
