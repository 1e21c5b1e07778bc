; The missionaries and the cannibals
;
; 2 missionaries and 2 cannibals come to a river with one boat that carries 3. Wherever there are
; missionaries, the cannibals must never be more than they, or they would eat them. How do they all
; get across?
;
; The rule, at every place after the boat left it and after it landed, and in the boat:
;   - Where there are missionaries, the cannibals are never more than they.
;
; Travellers who differ in nothing but their names are counted here. A state says how many there are of each sort in each
; place. Who in person crosses is found afterwards.
; A crossing takes several actions. First (cross) the boat goes, with a load that it may carry. Then the travellers of the
; load are moved from count to count, one after the other (take-..., bring-...). Then the place that the boat left and the
; place where it landed are found safe, by one of the actions safe-...: each is a way in which a place can be safe, and exactly one fits.
; Smaller loads wait, so that every crossing takes as many actions: a plan with the fewest actions has the fewest crossings.

(define (domain missionaries-cannibals-strips-counted)
  (:requirements :strips :typing)
  (:types place count load stage)
  (:constants
    n0 - count
    nobody - load
    departed landed ready - stage)

  (:predicates
    (count-missionary ?missionary - place ?count - count)
    (count-cannibal ?cannibal - place ?count - count)
    (next ?count ?more - count)
    (boat-at ?place - place)
    (route ?from ?to - place)  ; the boat may go this way
    (may-cross ?load - load ?stage - stage)  ; the boat may carry this; the stage comes after such a crossing
    (to-move ?load - load)  ; who of the load has still to be moved
    (with-missionary ?load ?rest - load)  ; the load is the rest and one more
    (moving-missionary ?rest - load)  ; one is on the way; then comes the rest
    (with-cannibal ?load ?rest - load)  ; the load is the rest and one more
    (moving-cannibal ?rest - load)  ; one is on the way; then comes the rest
    (now ?stage - stage)  ; the boat may leave only when the stage is ready
    (then ?stage ?following - stage)
    (due ?place - place ?stage - stage)  ; at this stage it is this place that must be found safe
    (enough ?missionary ?cannibal - count)  ; with so many the place is safe
    (shorter ?stage ?following - stage))

  (:action cross
    :parameters (?load - load ?from ?to - place ?stage - stage)
    :precondition (and
      (now ready) (boat-at ?from) (route ?from ?to) (may-cross ?load ?stage))
    :effect (and
      (not (boat-at ?from)) (boat-at ?to)
      (not (to-move nobody)) (to-move ?load)
      (not (now ready)) (now departed)
      (due ?from departed) (then departed landed)
      (due ?to landed) (then landed ?stage)))

  (:action take-missionary
    :parameters (?from - place ?count ?less - count ?load ?rest - load)
    :precondition (and
      (due ?from departed) (to-move ?load) (with-missionary ?load ?rest)
      (count-missionary ?from ?count) (next ?less ?count))
    :effect (and
      (not (count-missionary ?from ?count)) (count-missionary ?from ?less)
      (not (to-move ?load)) (moving-missionary ?rest)))

  (:action bring-missionary
    :parameters (?to - place ?count ?more - count ?rest - load)
    :precondition (and
      (boat-at ?to) (moving-missionary ?rest)
      (count-missionary ?to ?count) (next ?count ?more))
    :effect (and
      (not (count-missionary ?to ?count)) (count-missionary ?to ?more)
      (not (moving-missionary ?rest)) (to-move ?rest)))

  (:action take-cannibal
    :parameters (?from - place ?count ?less - count ?load ?rest - load)
    :precondition (and
      (due ?from departed) (to-move ?load) (with-cannibal ?load ?rest)
      (count-cannibal ?from ?count) (next ?less ?count))
    :effect (and
      (not (count-cannibal ?from ?count)) (count-cannibal ?from ?less)
      (not (to-move ?load)) (moving-cannibal ?rest)))

  (:action bring-cannibal
    :parameters (?to - place ?count ?more - count ?rest - load)
    :precondition (and
      (boat-at ?to) (moving-cannibal ?rest)
      (count-cannibal ?to ?count) (next ?count ?more))
    :effect (and
      (not (count-cannibal ?to ?count)) (count-cannibal ?to ?more)
      (not (moving-cannibal ?rest)) (to-move ?rest)))

  (:action safe-without-missionary
    :parameters (?place - place ?stage ?following - stage)
    :precondition (and
      (to-move nobody) (now ?stage) (then ?stage ?following) (due ?place ?stage)
      (count-missionary ?place n0)
    )
    :effect (and
      (not (now ?stage)) (now ?following) (not (then ?stage ?following)) (not (due ?place ?stage))))

  (:action safe-with-enough-missionary
    :parameters (?place - place ?stage ?following - stage ?missionary ?cannibal - count)
    :precondition (and
      (to-move nobody) (now ?stage) (then ?stage ?following) (due ?place ?stage)
      (count-missionary ?place ?missionary)
      (count-cannibal ?place ?cannibal)
      (enough ?missionary ?cannibal)
    )
    :effect (and
      (not (now ?stage)) (now ?following) (not (then ?stage ?following)) (not (due ?place ?stage))))

  (:action wait
    :parameters (?stage ?following - stage)
    :precondition (and
      (now ?stage) (shorter ?stage ?following))
    :effect (and
      (not (now ?stage)) (now ?following))))
