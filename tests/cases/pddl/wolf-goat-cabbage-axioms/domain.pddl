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
; The boat is a place, too. A crossing takes two actions: the travelers cross, then they land.
; Derived predicates follow from the state. They express the rules once for all places. Every action and the goal require that all
; places are peaceful.

(define (domain wolf-goat-cabbage-axioms)
  (:requirements
    :strips :typing :conditional-effects :derived-predicates :disjunctive-preconditions :existential-preconditions
    :negative-preconditions :universal-preconditions)
  (:types place traveller)
  (:constants boat - place)

  (:predicates
    (at ?traveller - traveller ?place - place)
    (boat-at ?place - place)
    (bound-for ?place - place)  ; the boat is on its way
    (rows ?traveller - traveller)  ; can row the boat
    (before ?traveller ?other - traveller)  ; an order, so that each load has a single ground action
    (threatens ?threat ?victim - traveller)
    (guards ?guardian ?victim - traveller)
    (unsafe ?place - place)  ; derived
    (peaceful)  ; derived
    (route ?from ?to - place))  ; the boat can go this way

  ; A victim is with a threat, and no guardian is there.
  (:derived (unsafe ?place - place)
    (exists (?victim ?threat - traveller)
      (and
        (threatens ?threat ?victim) (at ?victim ?place) (at ?threat ?place)
        (not (exists (?guardian - traveller)
          (and (guards ?guardian ?victim) (at ?guardian ?place)))))))

  (:derived (peaceful)
    (forall (?place - place)
      (not (unsafe ?place))))

  (:action cross-1
    :parameters (?first - traveller ?from ?to - place)
    :precondition (and
      (peaceful) (boat-at ?from) (route ?from ?to)
      (at ?first ?from)
      (rows ?first))
    :effect (and
      (not (at ?first ?from)) (at ?first boat)
      (not (boat-at ?from)) (bound-for ?to)))

  (:action cross-2
    :parameters (?first ?second - traveller ?from ?to - place)
    :precondition (and
      (peaceful) (boat-at ?from) (route ?from ?to)
      (at ?first ?from) (at ?second ?from)
      (before ?first ?second)
      (or (rows ?first) (rows ?second)))
    :effect (and
      (not (at ?first ?from)) (at ?first boat)
      (not (at ?second ?from)) (at ?second boat)
      (not (boat-at ?from)) (bound-for ?to)))

  (:action land
    :parameters (?to - place)
    :precondition (and (peaceful) (bound-for ?to))
    :effect (and
      (forall (?traveller - traveller)
        (when (at ?traveller boat) (and (not (at ?traveller boat)) (at ?traveller ?to))))
      (not (bound-for ?to)) (boat-at ?to))))
