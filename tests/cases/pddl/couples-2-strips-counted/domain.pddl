; The jealous couples
;
; 2 married couples come to a river. There is one boat, and it carries at most 2. No wife may be with
; another man unless her husband is there, on land or in the boat. The wife of A is called Aw, and
; that of B is called Bw. How do they all get across?
;
; The rule, at every place after the boat left it and after it landed, and in the boat:
;   - No wife is with another man unless her husband is there.
;
; Travellers who differ in nothing but their names are counted here. A state says how many there are of each sort in each
; place; of those who belong together, how many have this one here and that one there. Who in person crosses is found afterwards.
; A crossing takes several actions. First (cross) the boat goes its way. Then those who go along are moved from count to count,
; one after the other (take-..., bring-...), until the boat may carry such a load (land). Then the place that the boat left and the
; place where it landed are found safe, by one of the actions safe-...: each is a way in which a place can be safe, and exactly one fits.
; Smaller loads wait, so that every crossing takes as many actions: a plan with the fewest actions has the fewest crossings.

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
    (route ?from ?to - place)  ; the boat may go this way
    (elsewhere ?place ?other - place)  ; these are the other places
    (may-cross ?load - load ?stage - stage)  ; the boat may carry this; the stage comes after such a crossing
    (moved ?load - load)  ; who has gone along until now
    (with-husband ?load ?rest - load)  ; the load is the rest and one more
    (moving-husband ?wife - place)  ; one is on the way
    (with-wife ?load ?rest - load)  ; the load is the rest and one more
    (moving-wife ?husband - place)  ; one is on the way
    (with-husband-wife ?load ?rest - load)  ; the load is the rest and one more
    (moving-husband-wife)  ; one is on the way
    (now ?stage - stage)  ; the boat may leave only when the stage is ready
    (then ?stage ?following - stage)  ; the one may come after the other
    (due ?place - place ?stage ?following - stage)  ; at this stage it is this place that must be found safe; the other stage follows
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
      (count-husband-wife ?other ?place n0)
    )
    :effect (and
      (not (now ?stage)) (now ?following) (not (due ?place ?stage ?following))))

  (:action safe-with-none-or-several-lone-wife-2
    :parameters (?place ?other - place ?stage ?following - stage ?count-1 - count)
    :precondition (and
      (now ?stage) (then ?stage ?following) (due ?place ?stage ?following)
      (elsewhere ?place ?other)
      (count-husband-wife ?other ?place ?count-1)
      (several ?count-1)
    )
    :effect (and
      (not (now ?stage)) (now ?following) (not (due ?place ?stage ?following))))

  (:action safe-with-one-lone-wife-without-lone-husband-husband-wife
    :parameters (?place ?other - place ?stage ?following - stage)
    :precondition (and
      (now ?stage) (then ?stage ?following) (due ?place ?stage ?following)
      (elsewhere ?place ?other)
      (count-husband-wife ?other ?place n1)
      (count-husband-wife ?place ?other n0)
      (count-husband-wife ?place ?place n0)
    )
    :effect (and
      (not (now ?stage)) (now ?following) (not (due ?place ?stage ?following))))

  (:action wait
    :parameters (?stage ?following - stage)
    :precondition (and
      (now ?stage) (shorter ?stage ?following))
    :effect (and
      (not (now ?stage)) (now ?following))))
