; The jealous couples
;
; 2 married couples come to a river. There is one boat, and it carries at most 2 people. No wife may
; be with another man unless her husband is there, on land or in the boat. A's wife is called Aw, and
; B's wife is called Bw. How do they all get across?
;
; The rule holds at every place after each departure and landing, and in the boat:
;   - No wife is with another man unless her husband is there.
;
; Travelers that differ only in their names are counted: a state has the number of interchangeable travelers at each
; place; pairs are counted by the places of both members. The plan is assigned to travelers by name afterward.
; A crossing takes several actions. First the boat crosses (cross). Then the travelers aboard are moved from count to count, one
; after the other (take-..., bring-...), until the load is one that the boat may carry (land). Then one of the actions safe-... shows that
; the place that the boat left is safe, and another shows that the place where it landed is safe; exactly one of them fits each safe place.
; Smaller loads add waiting actions, so that every crossing takes the same number of actions: a shortest plan has the fewest crossings.

(define (domain jealous-couples-strips-counted)
  (:requirements :strips :typing)
  (:types place count load stage)
  (:constants
    n0 n1 - count
    nobody - load
    boarding moving departed landed ready - stage)

  (:predicates
    (count-husband-wife ?husband ?wife - place ?count - count)
    (next ?count ?more - count)
    (several ?count - count)
    (boat-at ?place - place)
    (route ?from ?to - place)  ; the boat can go this way
    (elsewhere ?place ?other - place)  ; the other places
    (may-cross ?load - load ?stage - stage)  ; a load that the boat may carry, and the stage that follows the crossing
    (moved ?load - load)  ; the travelers moved so far
    (with-husband ?load ?rest - load)  ; ?load is ?rest and one more traveler
    (moving-husband ?wife - place)  ; one traveler is being moved
    (with-wife ?load ?rest - load)  ; ?load is ?rest and one more traveler
    (moving-wife ?husband - place)  ; one traveler is being moved
    (with-husband-wife ?load ?rest - load)  ; ?load is ?rest and one more traveler
    (moving-husband-wife)  ; one traveler is being moved
    (now ?stage - stage)  ; the boat may leave only when the stage is ready
    (then ?stage ?following - stage)  ; ?following may follow ?stage
    (due ?place - place ?stage ?following - stage)  ; at ?stage, ?place must be shown safe; ?following is next
    (shorter ?stage ?following - stage))

  (:action cross
    :parameters (?from ?to - place)
    :precondition (and
      (now ready) (boat-at ?from) (route ?from ?to))
    :effect (and
      (not (boat-at ?from)) (boat-at ?to)
      (due ?from departed landed)
      (not (now ready)) (now boarding)))

  (:action take-husband
    :parameters (?from ?wife - place ?count ?less - count ?load ?rest - load)
    :precondition (and
      (now boarding) (due ?from departed landed) (moved ?rest) (with-husband ?load ?rest)
      (count-husband-wife ?from ?wife ?count) (next ?less ?count))
    :effect (and
      (not (count-husband-wife ?from ?wife ?count)) (count-husband-wife ?from ?wife ?less)
      (not (moved ?rest)) (moved ?load)
      (not (now boarding)) (now moving) (moving-husband ?wife)))

  (:action bring-husband
    :parameters (?to ?wife - place ?count ?more - count)
    :precondition (and
      (boat-at ?to) (moving-husband ?wife)
      (count-husband-wife ?to ?wife ?count) (next ?count ?more))
    :effect (and
      (not (count-husband-wife ?to ?wife ?count)) (count-husband-wife ?to ?wife ?more)
      (not (moving-husband ?wife)) (not (now moving)) (now boarding)))

  (:action take-wife
    :parameters (?from ?husband - place ?count ?less - count ?load ?rest - load)
    :precondition (and
      (now boarding) (due ?from departed landed) (moved ?rest) (with-wife ?load ?rest)
      (count-husband-wife ?husband ?from ?count) (next ?less ?count))
    :effect (and
      (not (count-husband-wife ?husband ?from ?count)) (count-husband-wife ?husband ?from ?less)
      (not (moved ?rest)) (moved ?load)
      (not (now boarding)) (now moving) (moving-wife ?husband)))

  (:action bring-wife
    :parameters (?to ?husband - place ?count ?more - count)
    :precondition (and
      (boat-at ?to) (moving-wife ?husband)
      (count-husband-wife ?husband ?to ?count) (next ?count ?more))
    :effect (and
      (not (count-husband-wife ?husband ?to ?count)) (count-husband-wife ?husband ?to ?more)
      (not (moving-wife ?husband)) (not (now moving)) (now boarding)))

  (:action take-husband-wife
    :parameters (?from - place ?count ?less - count ?load ?rest - load)
    :precondition (and
      (now boarding) (due ?from departed landed) (moved ?rest) (with-husband-wife ?load ?rest)
      (count-husband-wife ?from ?from ?count) (next ?less ?count))
    :effect (and
      (not (count-husband-wife ?from ?from ?count)) (count-husband-wife ?from ?from ?less)
      (not (moved ?rest)) (moved ?load)
      (not (now boarding)) (now moving) (moving-husband-wife)))

  (:action bring-husband-wife
    :parameters (?to - place ?count ?more - count)
    :precondition (and
      (boat-at ?to) (moving-husband-wife)
      (count-husband-wife ?to ?to ?count) (next ?count ?more))
    :effect (and
      (not (count-husband-wife ?to ?to ?count)) (count-husband-wife ?to ?to ?more)
      (not (moving-husband-wife)) (not (now moving)) (now boarding)))

  (:action land
    :parameters (?to - place ?load - load ?stage - stage)
    :precondition (and
      (now boarding) (boat-at ?to) (moved ?load) (may-cross ?load ?stage))
    :effect (and
      (not (moved ?load)) (moved nobody)
      (not (now boarding)) (now departed) (due ?to landed ?stage)))

  (:action safe-with-none-or-several-lone-wife-1
    :parameters (?place ?other - place ?stage ?following - stage)
    :precondition (and
      (now ?stage) (then ?stage ?following) (due ?place ?stage ?following)
      (elsewhere ?place ?other)
      (count-husband-wife ?other ?place n0))
    :effect (and
      (not (now ?stage)) (now ?following) (not (due ?place ?stage ?following))))

  (:action safe-with-none-or-several-lone-wife-2
    :parameters (?place ?other - place ?stage ?following - stage ?count-1 - count)
    :precondition (and
      (now ?stage) (then ?stage ?following) (due ?place ?stage ?following)
      (elsewhere ?place ?other)
      (count-husband-wife ?other ?place ?count-1)
      (several ?count-1))
    :effect (and
      (not (now ?stage)) (now ?following) (not (due ?place ?stage ?following))))

  (:action safe-with-one-lone-wife-without-lone-husband-husband-wife
    :parameters (?place ?other - place ?stage ?following - stage)
    :precondition (and
      (now ?stage) (then ?stage ?following) (due ?place ?stage ?following)
      (elsewhere ?place ?other)
      (count-husband-wife ?other ?place n1)
      (count-husband-wife ?place ?other n0)
      (count-husband-wife ?place ?place n0))
    :effect (and
      (not (now ?stage)) (now ?following) (not (due ?place ?stage ?following))))

  (:action wait
    :parameters (?stage ?following - stage)
    :precondition (and
      (now ?stage) (shorter ?stage ?following))
    :effect (and
      (not (now ?stage)) (now ?following))))
