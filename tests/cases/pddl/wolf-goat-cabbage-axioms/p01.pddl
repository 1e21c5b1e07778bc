; The wolf, the goat and the cabbage: a problem of ferryplan
; puzzle: wolf-goat-cabbage
; parameters: {"capacity": 2}
; dialect: axioms
; encoding: named
; fingerprint: 1-dc9a969a4bed3190

(define (problem wolf-goat-cabbage-2)
  (:domain wolf-goat-cabbage-axioms)
  (:objects
    left-bank right-bank - place
    farmer - traveller
    wolf - traveller
    goat - traveller
    cabbage - traveller)

  (:init
    ; the start
    (boat-at left-bank)
    (at farmer left-bank)
    (at wolf left-bank)
    (at goat left-bank)
    (at cabbage left-bank)

    ; the routes of the boat
    (route left-bank right-bank)
    (route right-bank left-bank)

    ; who can row
    (rows farmer)

    ; who threatens whom
    (threatens wolf goat)
    (threatens goat cabbage)

    ; who guards whom
    (guards farmer goat)
    (guards farmer cabbage)

    ; the order of the travelers
    (before farmer wolf) (before farmer goat) (before farmer cabbage)
    (before wolf goat) (before wolf cabbage)
    (before goat cabbage))

  (:goal (and
    (peaceful)
    (at farmer right-bank)
    (at wolf right-bank)
    (at goat right-bank)
    (at cabbage right-bank))))
