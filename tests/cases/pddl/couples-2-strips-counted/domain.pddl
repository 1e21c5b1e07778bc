; The jealous couples
;
; 2 married couples come to a river. There is one boat, and it carries 2. No wife will be in the
; company of another man unless her husband is there, neither on land nor in the boat. The wife of A
; is called Aw, that of B Bw. How do they all get across?
;
; The rule, at every place after the boat left it and after it landed, and in the boat:
;   - No wife is with another man unless her husband is there.
;
; Travellers who differ in nothing but their names are counted here. A state says how many there are of each sort in each
; place; of those who belong together, how many have this one here and that one there. Who in person crosses is found afterwards.
; A crossing takes several actions. First (cross) the boat goes, with a load that it may carry. Then the travellers of the
; load are moved from count to count, one after the other (take-..., bring-...). Then the place that the boat left and the
; place where it landed are found safe, by one of the actions safe-...: each is a way in which a place can be safe, and exactly one fits.
; Smaller loads wait, so that every crossing takes as many actions: a plan with the fewest actions has the fewest crossings.

(define (domain jealous-couples-strips-counted)
  (:requirements :strips :typing)
  (:types place count load stage)
  (:constants
    n0 n1 - count
    nobody - load
    departed landed ready - stage)

  (:predicates
    (count-husband-wife ?husband ?wife - place ?count - count)
    (next ?count ?more - count)
    (several ?count - count)
    (boat-at ?place - place)
    (route ?from ?to - place)  ; the boat may go this way
    (elsewhere ?place ?other - place)  ; these are the other places
    (may-cross ?load - load ?stage - stage)  ; the boat may carry this; the stage comes after such a crossing
    (to-move ?load - load)  ; who of the load has still to be moved
    (with-husband ?load ?rest - load)  ; the load is the rest and one more
    (moving-husband ?wife - place ?rest - load)  ; one is on the way; then comes the rest
    (with-wife ?load ?rest - load)  ; the load is the rest and one more
    (moving-wife ?husband - place ?rest - load)  ; one is on the way; then comes the rest
    (with-husband-wife ?load ?rest - load)  ; the load is the rest and one more
    (moving-husband-wife ?rest - load)  ; one is on the way; then comes the rest
    (now ?stage - stage)  ; the boat may leave only when the stage is ready
    (then ?stage ?following - stage)
    (due ?place - place ?stage - stage)  ; at this stage it is this place that must be found safe
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

  (:action take-husband
    :parameters (?from ?wife - place ?count ?less - count ?load ?rest - load)
    :precondition (and
      (due ?from departed) (to-move ?load) (with-husband ?load ?rest)
      (count-husband-wife ?from ?wife ?count) (next ?less ?count))
    :effect (and
      (not (count-husband-wife ?from ?wife ?count)) (count-husband-wife ?from ?wife ?less)
      (not (to-move ?load)) (moving-husband ?wife ?rest)))

  (:action bring-husband
    :parameters (?to ?wife - place ?count ?more - count ?rest - load)
    :precondition (and
      (boat-at ?to) (moving-husband ?wife ?rest)
      (count-husband-wife ?to ?wife ?count) (next ?count ?more))
    :effect (and
      (not (count-husband-wife ?to ?wife ?count)) (count-husband-wife ?to ?wife ?more)
      (not (moving-husband ?wife ?rest)) (to-move ?rest)))

  (:action take-wife
    :parameters (?from ?husband - place ?count ?less - count ?load ?rest - load)
    :precondition (and
      (due ?from departed) (to-move ?load) (with-wife ?load ?rest)
      (count-husband-wife ?husband ?from ?count) (next ?less ?count))
    :effect (and
      (not (count-husband-wife ?husband ?from ?count)) (count-husband-wife ?husband ?from ?less)
      (not (to-move ?load)) (moving-wife ?husband ?rest)))

  (:action bring-wife
    :parameters (?to ?husband - place ?count ?more - count ?rest - load)
    :precondition (and
      (boat-at ?to) (moving-wife ?husband ?rest)
      (count-husband-wife ?husband ?to ?count) (next ?count ?more))
    :effect (and
      (not (count-husband-wife ?husband ?to ?count)) (count-husband-wife ?husband ?to ?more)
      (not (moving-wife ?husband ?rest)) (to-move ?rest)))

  (:action take-husband-wife
    :parameters (?from - place ?count ?less - count ?load ?rest - load)
    :precondition (and
      (due ?from departed) (to-move ?load) (with-husband-wife ?load ?rest)
      (count-husband-wife ?from ?from ?count) (next ?less ?count))
    :effect (and
      (not (count-husband-wife ?from ?from ?count)) (count-husband-wife ?from ?from ?less)
      (not (to-move ?load)) (moving-husband-wife ?rest)))

  (:action bring-husband-wife
    :parameters (?to - place ?count ?more - count ?rest - load)
    :precondition (and
      (boat-at ?to) (moving-husband-wife ?rest)
      (count-husband-wife ?to ?to ?count) (next ?count ?more))
    :effect (and
      (not (count-husband-wife ?to ?to ?count)) (count-husband-wife ?to ?to ?more)
      (not (moving-husband-wife ?rest)) (to-move ?rest)))

  (:action safe-with-none-or-several-lone-wife-1
    :parameters (?place ?other - place ?stage ?following - stage)
    :precondition (and
      (to-move nobody) (now ?stage) (then ?stage ?following) (due ?place ?stage)
      (elsewhere ?place ?other)
      (count-husband-wife ?other ?place n0)
    )
    :effect (and
      (not (now ?stage)) (now ?following) (not (then ?stage ?following)) (not (due ?place ?stage))))

  (:action safe-with-none-or-several-lone-wife-2
    :parameters (?place ?other - place ?stage ?following - stage ?count-1 - count)
    :precondition (and
      (to-move nobody) (now ?stage) (then ?stage ?following) (due ?place ?stage)
      (elsewhere ?place ?other)
      (count-husband-wife ?other ?place ?count-1)
      (several ?count-1)
    )
    :effect (and
      (not (now ?stage)) (now ?following) (not (then ?stage ?following)) (not (due ?place ?stage))))

  (:action safe-with-one-lone-wife-without-lone-husband-husband-wife
    :parameters (?place ?other - place ?stage ?following - stage)
    :precondition (and
      (to-move nobody) (now ?stage) (then ?stage ?following) (due ?place ?stage)
      (elsewhere ?place ?other)
      (count-husband-wife ?other ?place n1)
      (count-husband-wife ?place ?other n0)
      (count-husband-wife ?place ?place n0)
    )
    :effect (and
      (not (now ?stage)) (now ?following) (not (then ?stage ?following)) (not (due ?place ?stage))))

  (:action wait
    :parameters (?stage ?following - stage)
    :precondition (and
      (now ?stage) (shorter ?stage ?following))
    :effect (and
      (not (now ?stage)) (now ?following))))
