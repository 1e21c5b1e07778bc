; The wolf, the goat and the cabbage
;
; A farmer wants to take a wolf, a goat and a cabbage across a river. The boat carries at most 2
; travelers, the farmer included, and only the farmer can row. Without the farmer, the wolf would eat
; the goat, and the goat would eat the cabbage. How does the farmer get all three across unharmed?
;
; The rules hold at every place after each departure and landing, and in the boat:
;   - The goat is not with the wolf unless the farmer is there.
;   - The cabbage is not with the goat unless the farmer is there.
;
; Travelers that differ only in their names are counted: a state has the number of interchangeable travelers at each
; place. The plan is assigned to travelers by name afterward.
; A crossing takes several actions. First the boat crosses (cross). Then the travelers aboard are moved from count to count, one
; after the other (take-..., bring-...), until the load is one that the boat may carry (land). Then one of the actions safe-... shows that
; the place that the boat left is safe, and another shows that the place where it landed is safe; exactly one of them fits each safe place.
; Smaller loads add waiting actions, so that every crossing takes the same number of actions: a shortest plan has the fewest crossings.

(define (domain wolf-goat-cabbage-strips-counted)
  (:requirements :strips :typing)
  (:types place count load stage)
  (:constants
    n0 n1 - count
    nobody - load
    boarding moving departed landed ready - stage)

  (:predicates
    (count-farmer ?farmer - place ?count - count)
    (count-wolf ?wolf - place ?count - count)
    (count-goat ?goat - place ?count - count)
    (count-cabbage ?cabbage - place ?count - count)
    (next ?count ?more - count)
    (boat-at ?place - place)
    (route ?from ?to - place)  ; the boat can go this way
    (may-cross ?load - load ?stage - stage)  ; a load that the boat may carry, and the stage that follows the crossing
    (moved ?load - load)  ; the travelers moved so far
    (with-farmer ?load ?rest - load)  ; ?load is ?rest and one more traveler
    (moving-farmer)  ; one traveler is being moved
    (with-wolf ?load ?rest - load)  ; ?load is ?rest and one more traveler
    (moving-wolf)  ; one traveler is being moved
    (with-goat ?load ?rest - load)  ; ?load is ?rest and one more traveler
    (moving-goat)  ; one traveler is being moved
    (with-cabbage ?load ?rest - load)  ; ?load is ?rest and one more traveler
    (moving-cabbage)  ; one traveler is being moved
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

  (:action take-farmer
    :parameters (?from - place ?count ?less - count ?load ?rest - load)
    :precondition (and
      (now boarding) (due ?from departed landed) (moved ?rest) (with-farmer ?load ?rest)
      (count-farmer ?from ?count) (next ?less ?count))
    :effect (and
      (not (count-farmer ?from ?count)) (count-farmer ?from ?less)
      (not (moved ?rest)) (moved ?load)
      (not (now boarding)) (now moving) (moving-farmer)))

  (:action bring-farmer
    :parameters (?to - place ?count ?more - count)
    :precondition (and
      (boat-at ?to) (moving-farmer)
      (count-farmer ?to ?count) (next ?count ?more))
    :effect (and
      (not (count-farmer ?to ?count)) (count-farmer ?to ?more)
      (not (moving-farmer)) (not (now moving)) (now boarding)))

  (:action take-wolf
    :parameters (?from - place ?count ?less - count ?load ?rest - load)
    :precondition (and
      (now boarding) (due ?from departed landed) (moved ?rest) (with-wolf ?load ?rest)
      (count-wolf ?from ?count) (next ?less ?count))
    :effect (and
      (not (count-wolf ?from ?count)) (count-wolf ?from ?less)
      (not (moved ?rest)) (moved ?load)
      (not (now boarding)) (now moving) (moving-wolf)))

  (:action bring-wolf
    :parameters (?to - place ?count ?more - count)
    :precondition (and
      (boat-at ?to) (moving-wolf)
      (count-wolf ?to ?count) (next ?count ?more))
    :effect (and
      (not (count-wolf ?to ?count)) (count-wolf ?to ?more)
      (not (moving-wolf)) (not (now moving)) (now boarding)))

  (:action take-goat
    :parameters (?from - place ?count ?less - count ?load ?rest - load)
    :precondition (and
      (now boarding) (due ?from departed landed) (moved ?rest) (with-goat ?load ?rest)
      (count-goat ?from ?count) (next ?less ?count))
    :effect (and
      (not (count-goat ?from ?count)) (count-goat ?from ?less)
      (not (moved ?rest)) (moved ?load)
      (not (now boarding)) (now moving) (moving-goat)))

  (:action bring-goat
    :parameters (?to - place ?count ?more - count)
    :precondition (and
      (boat-at ?to) (moving-goat)
      (count-goat ?to ?count) (next ?count ?more))
    :effect (and
      (not (count-goat ?to ?count)) (count-goat ?to ?more)
      (not (moving-goat)) (not (now moving)) (now boarding)))

  (:action take-cabbage
    :parameters (?from - place ?count ?less - count ?load ?rest - load)
    :precondition (and
      (now boarding) (due ?from departed landed) (moved ?rest) (with-cabbage ?load ?rest)
      (count-cabbage ?from ?count) (next ?less ?count))
    :effect (and
      (not (count-cabbage ?from ?count)) (count-cabbage ?from ?less)
      (not (moved ?rest)) (moved ?load)
      (not (now boarding)) (now moving) (moving-cabbage)))

  (:action bring-cabbage
    :parameters (?to - place ?count ?more - count)
    :precondition (and
      (boat-at ?to) (moving-cabbage)
      (count-cabbage ?to ?count) (next ?count ?more))
    :effect (and
      (not (count-cabbage ?to ?count)) (count-cabbage ?to ?more)
      (not (moving-cabbage)) (not (now moving)) (now boarding)))

  (:action land
    :parameters (?to - place ?load - load ?stage - stage)
    :precondition (and
      (now boarding) (boat-at ?to) (moved ?load) (may-cross ?load ?stage))
    :effect (and
      (not (moved ?load)) (moved nobody)
      (not (now boarding)) (now departed) (due ?to landed ?stage)))

  (:action safe-without-farmer-goat
    :parameters (?place - place ?stage ?following - stage)
    :precondition (and
      (now ?stage) (then ?stage ?following) (due ?place ?stage ?following)
      (count-farmer ?place n0)
      (count-goat ?place n0))
    :effect (and
      (not (now ?stage)) (now ?following) (not (due ?place ?stage ?following))))

  (:action safe-with-goat-without-farmer-wolf-cabbage
    :parameters (?place - place ?stage ?following - stage)
    :precondition (and
      (now ?stage) (then ?stage ?following) (due ?place ?stage ?following)
      (count-farmer ?place n0)
      (count-goat ?place n1)
      (count-wolf ?place n0)
      (count-cabbage ?place n0))
    :effect (and
      (not (now ?stage)) (now ?following) (not (due ?place ?stage ?following))))

  (:action safe-with-farmer
    :parameters (?place - place ?stage ?following - stage)
    :precondition (and
      (now ?stage) (then ?stage ?following) (due ?place ?stage ?following)
      (count-farmer ?place n1))
    :effect (and
      (not (now ?stage)) (now ?following) (not (due ?place ?stage ?following))))

  (:action wait
    :parameters (?stage ?following - stage)
    :precondition (and
      (now ?stage) (shorter ?stage ?following))
    :effect (and
      (not (now ?stage)) (now ?following))))
