; The missionaries and the cannibals
;
; 2 missionaries and 2 cannibals come to a river. There is one boat, and it carries at most 3 people.
; Wherever there are missionaries, the cannibals must not outnumber them, or the cannibals would eat
; them. How do they all get across?
;
; The rule holds at every place after each departure and landing, and in the boat:
;   - The cannibals never outnumber the missionaries where there are missionaries.
;
; The boat is a place, too. A crossing takes two actions: the travelers cross, then they land.
; Derived predicates follow from the state. They express the rules once for all places. Every action and the goal require that all
; places are peaceful.

(define (domain missionaries-cannibals-axioms)
  (:requirements
    :strips :typing :conditional-effects :derived-predicates :disjunctive-preconditions :equality
    :existential-preconditions :negative-preconditions :universal-preconditions)
  (:types place traveller level)
  (:constants boat - place zero - level)

  (:predicates
    (at ?traveller - traveller ?place - place)
    (boat-at ?place - place)
    (bound-for ?place - place)  ; the boat is on its way
    (before ?traveller ?other - traveller)  ; an order, so that each load has a single ground action
    ; The cannibals never outnumber the missionaries where there are missionaries.
    (protected ?traveller - traveller)  ; must not be outnumbered
    (outnumbering ?traveller - traveller)  ; must not outnumber them
    (first-in-row ?traveller - traveller)  ; an order in which both are counted
    (next-in-row ?traveller ?following - traveller)
    (last-in-row ?traveller - traveller)
    (tally ?place - place ?traveller - traveller ?level - level)  ; derived
    (higher ?level ?by-one - level)
    (below-zero ?level - level)
    (unsafe ?place - place)  ; derived
    (peaceful)  ; derived
    (route ?from ?to - place))  ; the boat can go this way

  ; The number of protected travelers minus the others at the place, counted in order up to this traveler.
  (:derived (tally ?place - place ?traveller - traveller ?level - level)
    (exists (?sum - level)
      (and
        (or
          (and (first-in-row ?traveller) (= ?sum zero))
          (exists (?last - traveller)
            (and (tally ?place ?last ?sum) (next-in-row ?last ?traveller))))
        (or
          (and (not (at ?traveller ?place)) (= ?sum ?level))
          (and (at ?traveller ?place) (protected ?traveller) (higher ?sum ?level))
          (and (at ?traveller ?place) (outnumbering ?traveller) (higher ?level ?sum))))))

  ; A protected traveler is there, and the tally is below zero.
  (:derived (unsafe ?place - place)
    (exists (?traveller ?last - traveller ?level - level)
      (and
        (protected ?traveller) (at ?traveller ?place)
        (last-in-row ?last) (tally ?place ?last ?level) (below-zero ?level))))

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

  (:action cross-3
    :parameters (?first ?second ?third - traveller ?from ?to - place)
    :precondition (and
      (peaceful) (boat-at ?from) (route ?from ?to)
      (at ?first ?from) (at ?second ?from) (at ?third ?from)
      (before ?first ?second) (before ?second ?third))
    :effect (and
      (not (at ?first ?from)) (at ?first boat)
      (not (at ?second ?from)) (at ?second boat)
      (not (at ?third ?from)) (at ?third boat)
      (not (boat-at ?from)) (bound-for ?to)))

  (:action land
    :parameters (?to - place)
    :precondition (and (peaceful) (bound-for ?to))
    :effect (and
      (forall (?traveller - traveller)
        (when (at ?traveller boat) (and (not (at ?traveller boat)) (at ?traveller ?to))))
      (not (bound-for ?to)) (boat-at ?to))))
