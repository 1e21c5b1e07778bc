; The jealous couples
;
; 2 married couples come to a river. There is one boat, and it carries at most 2 people. No wife may
; be with another man unless her husband is there, on land or in the boat. A's wife is called Aw, and
; B's wife is called Bw. How do they all get across?
;
; The rule holds at every place after each departure and landing, and in the boat:
;   - No wife is with another man unless her husband is there.
;
; The boat is a place, too. A crossing takes two actions: the travelers cross, then they land.
; Derived predicates follow from the state. They express the rules once for all places. Every action and the goal require that all
; places are peaceful.

(define (domain jealous-couples-axioms)
  (:requirements
    :strips :typing :conditional-effects :derived-predicates :disjunctive-preconditions :existential-preconditions
    :negative-preconditions :universal-preconditions)
  (:types place traveller)
  (:constants boat - place)

  (:predicates
    (at ?traveller - traveller ?place - place)
    (boat-at ?place - place)
    (bound-for ?place - place)  ; the boat is on its way
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
      (at ?first ?from))
    :effect (and
      (not (at ?first ?from)) (at ?first boat)
      (not (boat-at ?from)) (bound-for ?to)))

  (:action cross-2
    :parameters (?first ?second - traveller ?from ?to - place)
    :precondition (and
      (peaceful) (boat-at ?from) (route ?from ?to)
      (at ?first ?from) (at ?second ?from)
      (before ?first ?second))
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
