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
; Positive STRIPS has neither "or" nor "for all". So there is one action safe-... for each way in which a place can be
; safe. If the travelers at a place keep the rules, exactly one of these actions is applicable; otherwise, none is.
; A crossing takes three actions: one moves the boat, one shows that the place that it left is safe, and one shows that the
; place where it landed is safe. So a shortest plan has the fewest crossings. The problem lists the loads that the boat may carry.

(define (domain wolf-goat-cabbage-strips)
  (:requirements :strips :typing)
  (:types place traveller stage)
  (:constants
    farmer - traveller
    wolf - traveller
    goat - traveller
    cabbage - traveller
    departed landed ready - stage)

  (:predicates
    (at ?traveller - traveller ?place - place)
    (away ?traveller - traveller ?place - place)  ; the opposite of at
    (boat-at ?place - place)
    (route ?from ?to - place)  ; the boat can go this way
    (load-1 ?first - traveller)  ; may be in the boat alone
    (load-2 ?first ?second - traveller)  ; may be in the boat together
    (now ?stage - stage)  ; the boat may leave only when the stage is ready
    (next ?stage ?following - stage)
    (due ?place - place ?stage - stage))  ; at ?stage, ?place must be shown safe

  (:action cross-1
    :parameters (?first - traveller ?from ?to - place)
    :precondition (and
      (now ready) (boat-at ?from) (route ?from ?to)
      (load-1 ?first)
      (at ?first ?from))
    :effect (and
      (not (at ?first ?from)) (away ?first ?from) (at ?first ?to) (not (away ?first ?to))
      (not (boat-at ?from)) (boat-at ?to)
      (not (now ready)) (now departed) (due ?from departed) (due ?to landed)))

  (:action cross-2
    :parameters (?first ?second - traveller ?from ?to - place)
    :precondition (and
      (now ready) (boat-at ?from) (route ?from ?to)
      (load-2 ?first ?second)
      (at ?first ?from) (at ?second ?from))
    :effect (and
      (not (at ?first ?from)) (away ?first ?from) (at ?first ?to) (not (away ?first ?to))
      (not (at ?second ?from)) (away ?second ?from) (at ?second ?to) (not (away ?second ?to))
      (not (boat-at ?from)) (boat-at ?to)
      (not (now ready)) (now departed) (due ?from departed) (due ?to landed)))

  (:action safe-with-farmer
    :parameters (?place - place ?stage ?following - stage)
    :precondition (and
      (now ?stage) (next ?stage ?following) (due ?place ?stage)
      (at farmer ?place))
    :effect (and
      (not (now ?stage)) (now ?following) (not (due ?place ?stage))))

  (:action safe-with-wolf-without-farmer-goat
    :parameters (?place - place ?stage ?following - stage)
    :precondition (and
      (now ?stage) (next ?stage ?following) (due ?place ?stage)
      (at wolf ?place)
      (away farmer ?place) (away goat ?place))
    :effect (and
      (not (now ?stage)) (now ?following) (not (due ?place ?stage))))

  (:action safe-with-goat-without-farmer-wolf-cabbage
    :parameters (?place - place ?stage ?following - stage)
    :precondition (and
      (now ?stage) (next ?stage ?following) (due ?place ?stage)
      (at goat ?place)
      (away farmer ?place) (away wolf ?place) (away cabbage ?place))
    :effect (and
      (not (now ?stage)) (now ?following) (not (due ?place ?stage))))

  (:action safe-without-farmer-wolf-goat
    :parameters (?place - place ?stage ?following - stage)
    :precondition (and
      (now ?stage) (next ?stage ?following) (due ?place ?stage)
      (away farmer ?place) (away wolf ?place) (away goat ?place))
    :effect (and
      (not (now ?stage)) (now ?following) (not (due ?place ?stage)))))
