; The missionaries and the cannibals
;
; 2 missionaries and 2 cannibals come to a river. There is one boat, and it carries at most 3 people.
; Wherever there are missionaries, the cannibals must not outnumber them, or the cannibals would eat
; them. How do they all get across?
;
; The rule holds at every place after each departure and landing, and in the boat:
;   - The cannibals never outnumber the missionaries where there are missionaries.
;
; Travelers that differ only in their names are counted: a state has the number of interchangeable travelers at each
; place. The plan is assigned to travelers by name afterward.
; A crossing takes several actions. First the boat crosses (cross). Then the travelers aboard are moved from count to count, one
; after the other (take-..., bring-...), until the load is one that the boat may carry (land). Then one of the actions safe-... shows that
; the place that the boat left is safe, and another shows that the place where it landed is safe; exactly one of them fits each safe place.
; Smaller loads add waiting actions, so that every crossing takes the same number of actions: a shortest plan has the fewest crossings.

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
    (route ?from ?to - place)  ; the boat can go this way
    (may-cross ?load - load ?stage - stage)  ; a load that the boat may carry, and the stage that follows the crossing
    (moved ?load - load)  ; the travelers moved so far
    (with-missionary ?load ?rest - load)  ; ?load is ?rest and one more traveler
    (moving-missionary)  ; one traveler is being moved
    (with-cannibal ?load ?rest - load)  ; ?load is ?rest and one more traveler
    (moving-cannibal)  ; one traveler is being moved
    (now ?stage - stage)  ; the boat may leave only when the stage is ready
    (then ?stage ?following - stage)  ; ?following may follow ?stage
    (due ?place - place ?stage ?following - stage)  ; at ?stage, ?place must be shown safe; ?following is next
    (enough ?missionary ?cannibal - count)  ; numbers with which the place is safe
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
      (count-missionary ?place n0))
    :effect (and
      (not (now ?stage)) (now ?following) (not (due ?place ?stage ?following))))

  (:action safe-with-enough-missionary
    :parameters (?place - place ?stage ?following - stage ?missionary ?cannibal - count)
    :precondition (and
      (now ?stage) (then ?stage ?following) (due ?place ?stage ?following)
      (count-missionary ?place ?missionary)
      (count-cannibal ?place ?cannibal)
      (enough ?missionary ?cannibal))
    :effect (and
      (not (now ?stage)) (now ?following) (not (due ?place ?stage ?following))))

  (:action wait
    :parameters (?stage ?following - stage)
    :precondition (and
      (now ?stage) (shorter ?stage ?following))
    :effect (and
      (not (now ?stage)) (now ?following))))
