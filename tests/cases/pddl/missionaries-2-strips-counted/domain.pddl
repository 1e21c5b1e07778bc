; The missionaries and the cannibals
;
; 2 missionaries and 2 cannibals come to a river. There is one boat, and it carries at most 3. The
; cannibals must never outnumber the missionaries where there are missionaries, or they would eat
; them. How do they all get across?
;
; The rule, at every place after the boat left it and after it landed, and in the boat:
;   - The cannibals never outnumber the missionaries where there are missionaries.
;
; Travellers who differ in nothing but their names are counted here. A state says how many there are of each sort in each
; place. Who in person crosses is found afterwards.
; A crossing takes several actions. First (cross) the boat goes its way. Then those who go along are moved from count to count,
; one after the other (take-..., bring-...), until the boat may carry such a load (land). Then the place that the boat left and the
; place where it landed are found safe, by one of the actions safe-...: each is a way in which a place can be safe, and exactly one fits.
; Smaller loads wait, so that every crossing takes as many actions: a plan with the fewest actions has the fewest crossings.

(define (domain missionaries-cannibals-strips-counted)
  (:requirements :strips :typing)
  (:types place count load stage)
  (:constants
    n0 - count
    nobody - load
    boarding moving departed landed ready - stage)

  (:predicates
    (count-missionary ?missionary - place ?count - count)
    (count-cannibal ?cannibal - place ?count - count)
    (next ?count ?more - count)
    (boat-at ?place - place)
    (route ?from ?to - place)  ; the boat may go this way
    (may-cross ?load - load ?stage - stage)  ; the boat may carry this; the stage comes after such a crossing
    (moved ?load - load)  ; who has gone along until now
    (with-missionary ?load ?rest - load)  ; the load is the rest and one more
    (moving-missionary)  ; one is on the way
    (with-cannibal ?load ?rest - load)  ; the load is the rest and one more
    (moving-cannibal)  ; one is on the way
    (now ?stage - stage)  ; the boat may leave only when the stage is ready
    (then ?stage ?following - stage)  ; the one may come after the other
    (due ?place - place ?stage ?following - stage)  ; at this stage it is this place that must be found safe; the other stage follows
    (enough ?missionary ?cannibal - count)  ; with so many the place is safe
    (shorter ?stage ?following - stage))

  (:action cross
    :parameters (?from ?to - place)
    :precondition (and
      (now ready) (boat-at ?from) (route ?from ?to))
    :effect (and
      (not (boat-at ?from)) (boat-at ?to)
      (due ?from departed landed)
      (not (now ready)) (now boarding)))

  (:action take-missionary
    :parameters (?from - place ?count ?less - count ?load ?rest - load)
    :precondition (and
      (now boarding) (due ?from departed landed) (moved ?rest) (with-missionary ?load ?rest)
      (count-missionary ?from ?count) (next ?less ?count))
    :effect (and
      (not (count-missionary ?from ?count)) (count-missionary ?from ?less)
      (not (moved ?rest)) (moved ?load)
      (not (now boarding)) (now moving) (moving-missionary)))

  (:action bring-missionary
    :parameters (?to - place ?count ?more - count)
    :precondition (and
      (boat-at ?to) (moving-missionary)
      (count-missionary ?to ?count) (next ?count ?more))
    :effect (and
      (not (count-missionary ?to ?count)) (count-missionary ?to ?more)
      (not (moving-missionary)) (not (now moving)) (now boarding)))

  (:action take-cannibal
    :parameters (?from - place ?count ?less - count ?load ?rest - load)
    :precondition (and
      (now boarding) (due ?from departed landed) (moved ?rest) (with-cannibal ?load ?rest)
      (count-cannibal ?from ?count) (next ?less ?count))
    :effect (and
      (not (count-cannibal ?from ?count)) (count-cannibal ?from ?less)
      (not (moved ?rest)) (moved ?load)
      (not (now boarding)) (now moving) (moving-cannibal)))

  (:action bring-cannibal
    :parameters (?to - place ?count ?more - count)
    :precondition (and
      (boat-at ?to) (moving-cannibal)
      (count-cannibal ?to ?count) (next ?count ?more))
    :effect (and
      (not (count-cannibal ?to ?count)) (count-cannibal ?to ?more)
      (not (moving-cannibal)) (not (now moving)) (now boarding)))

  (:action land
    :parameters (?to - place ?load - load ?stage - stage)
    :precondition (and
      (now boarding) (boat-at ?to) (moved ?load) (may-cross ?load ?stage))
    :effect (and
      (not (moved ?load)) (moved nobody)
      (not (now boarding)) (now departed) (due ?to landed ?stage)))

  (:action safe-without-missionary
    :parameters (?place - place ?stage ?following - stage)
    :precondition (and
      (now ?stage) (then ?stage ?following) (due ?place ?stage ?following)
      (count-missionary ?place n0)
    )
    :effect (and
      (not (now ?stage)) (now ?following) (not (due ?place ?stage ?following))))

  (:action safe-with-enough-missionary
    :parameters (?place - place ?stage ?following - stage ?missionary ?cannibal - count)
    :precondition (and
      (now ?stage) (then ?stage ?following) (due ?place ?stage ?following)
      (count-missionary ?place ?missionary)
      (count-cannibal ?place ?cannibal)
      (enough ?missionary ?cannibal)
    )
    :effect (and
      (not (now ?stage)) (now ?following) (not (due ?place ?stage ?following))))

  (:action wait
    :parameters (?stage ?following - stage)
    :precondition (and
      (now ?stage) (shorter ?stage ?following))
    :effect (and
      (not (now ?stage)) (now ?following))))
