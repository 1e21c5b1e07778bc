; The wolf, the goat and the cabbage
;
; A farmer has to bring a wolf, a goat and a cabbage across a river. The boat carries 2, and only the
; farmer can row. Without the farmer, the wolf would eat the goat and the goat would eat the cabbage.
; How does the farmer bring all three across unharmed?
;
; The rules, at every place after the boat left it and after it landed, and in the boat:
;   - The goat is not with the wolf unless the farmer is there.
;   - The cabbage is not with the goat unless the farmer is there.
;
; Travellers who differ in nothing but their names are counted here. A state says how many there are of each sort in each
; place. Who in person crosses is found afterwards.
; A crossing takes several actions. First (cross) the boat goes, with a load that it may carry. Then the travellers of the
; load are moved from count to count, one after the other (take-..., bring-...). Then the place that the boat left and the
; place where it landed are found safe, by one of the actions safe-...: each is a way in which a place can be safe, and exactly one fits.
; Smaller loads wait, so that every crossing takes as many actions: a plan with the fewest actions has the fewest crossings.

(define (domain wolf-goat-cabbage-strips-counted)
  (:requirements :strips :typing)
  (:types place count load stage)
  (:constants
    n0 n1 - count
    nobody - load
    departed landed ready - stage)

  (:predicates
    (count-farmer ?farmer - place ?count - count)
    (count-wolf ?wolf - place ?count - count)
    (count-goat ?goat - place ?count - count)
    (count-cabbage ?cabbage - place ?count - count)
    (next ?count ?more - count)
    (boat-at ?place - place)
    (route ?from ?to - place)  ; the boat may go this way
    (may-cross ?load - load ?stage - stage)  ; the boat may carry this; the stage comes after such a crossing
    (to-move ?load - load)  ; who of the load has still to be moved
    (with-farmer ?load ?rest - load)  ; the load is the rest and one more
    (moving-farmer ?rest - load)  ; one is on the way; then comes the rest
    (with-wolf ?load ?rest - load)  ; the load is the rest and one more
    (moving-wolf ?rest - load)  ; one is on the way; then comes the rest
    (with-goat ?load ?rest - load)  ; the load is the rest and one more
    (moving-goat ?rest - load)  ; one is on the way; then comes the rest
    (with-cabbage ?load ?rest - load)  ; the load is the rest and one more
    (moving-cabbage ?rest - load)  ; one is on the way; then comes the rest
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

  (:action take-farmer
    :parameters (?from - place ?count ?less - count ?load ?rest - load)
    :precondition (and
      (due ?from departed) (to-move ?load) (with-farmer ?load ?rest)
      (count-farmer ?from ?count) (next ?less ?count))
    :effect (and
      (not (count-farmer ?from ?count)) (count-farmer ?from ?less)
      (not (to-move ?load)) (moving-farmer ?rest)))

  (:action bring-farmer
    :parameters (?to - place ?count ?more - count ?rest - load)
    :precondition (and
      (boat-at ?to) (moving-farmer ?rest)
      (count-farmer ?to ?count) (next ?count ?more))
    :effect (and
      (not (count-farmer ?to ?count)) (count-farmer ?to ?more)
      (not (moving-farmer ?rest)) (to-move ?rest)))

  (:action take-wolf
    :parameters (?from - place ?count ?less - count ?load ?rest - load)
    :precondition (and
      (due ?from departed) (to-move ?load) (with-wolf ?load ?rest)
      (count-wolf ?from ?count) (next ?less ?count))
    :effect (and
      (not (count-wolf ?from ?count)) (count-wolf ?from ?less)
      (not (to-move ?load)) (moving-wolf ?rest)))

  (:action bring-wolf
    :parameters (?to - place ?count ?more - count ?rest - load)
    :precondition (and
      (boat-at ?to) (moving-wolf ?rest)
      (count-wolf ?to ?count) (next ?count ?more))
    :effect (and
      (not (count-wolf ?to ?count)) (count-wolf ?to ?more)
      (not (moving-wolf ?rest)) (to-move ?rest)))

  (:action take-goat
    :parameters (?from - place ?count ?less - count ?load ?rest - load)
    :precondition (and
      (due ?from departed) (to-move ?load) (with-goat ?load ?rest)
      (count-goat ?from ?count) (next ?less ?count))
    :effect (and
      (not (count-goat ?from ?count)) (count-goat ?from ?less)
      (not (to-move ?load)) (moving-goat ?rest)))

  (:action bring-goat
    :parameters (?to - place ?count ?more - count ?rest - load)
    :precondition (and
      (boat-at ?to) (moving-goat ?rest)
      (count-goat ?to ?count) (next ?count ?more))
    :effect (and
      (not (count-goat ?to ?count)) (count-goat ?to ?more)
      (not (moving-goat ?rest)) (to-move ?rest)))

  (:action take-cabbage
    :parameters (?from - place ?count ?less - count ?load ?rest - load)
    :precondition (and
      (due ?from departed) (to-move ?load) (with-cabbage ?load ?rest)
      (count-cabbage ?from ?count) (next ?less ?count))
    :effect (and
      (not (count-cabbage ?from ?count)) (count-cabbage ?from ?less)
      (not (to-move ?load)) (moving-cabbage ?rest)))

  (:action bring-cabbage
    :parameters (?to - place ?count ?more - count ?rest - load)
    :precondition (and
      (boat-at ?to) (moving-cabbage ?rest)
      (count-cabbage ?to ?count) (next ?count ?more))
    :effect (and
      (not (count-cabbage ?to ?count)) (count-cabbage ?to ?more)
      (not (moving-cabbage ?rest)) (to-move ?rest)))

  (:action safe-without-farmer-goat
    :parameters (?place - place ?stage ?following - stage)
    :precondition (and
      (to-move nobody) (now ?stage) (then ?stage ?following) (due ?place ?stage)
      (count-farmer ?place n0)
      (count-goat ?place n0)
    )
    :effect (and
      (not (now ?stage)) (now ?following) (not (then ?stage ?following)) (not (due ?place ?stage))))

  (:action safe-with-goat-without-farmer-wolf-cabbage
    :parameters (?place - place ?stage ?following - stage)
    :precondition (and
      (to-move nobody) (now ?stage) (then ?stage ?following) (due ?place ?stage)
      (count-farmer ?place n0)
      (count-goat ?place n1)
      (count-wolf ?place n0)
      (count-cabbage ?place n0)
    )
    :effect (and
      (not (now ?stage)) (now ?following) (not (then ?stage ?following)) (not (due ?place ?stage))))

  (:action safe-with-farmer
    :parameters (?place - place ?stage ?following - stage)
    :precondition (and
      (to-move nobody) (now ?stage) (then ?stage ?following) (due ?place ?stage)
      (count-farmer ?place n1)
    )
    :effect (and
      (not (now ?stage)) (now ?following) (not (then ?stage ?following)) (not (due ?place ?stage))))

  (:action wait
    :parameters (?stage ?following - stage)
    :precondition (and
      (now ?stage) (shorter ?stage ?following))
    :effect (and
      (not (now ?stage)) (now ?following))))
