; The missionaries and the cannibals
;
; 2 missionaries and 2 cannibals come to a river with one boat that carries 3. Wherever there are
; missionaries, the cannibals must never be more than they, or they would eat them. How do they all
; get across?
;
; The rule, at every place after the boat left it and after it landed, and in the boat:
;   - Where there are missionaries, the cannibals are never more than they.
;
; ADL can say the rules as they are. There is one action for each number of travellers in the boat; its precondition looks
; at those who stay behind, at those in the boat, and at those who are together after the landing. A crossing is one action.

(define (domain missionaries-cannibals-adl)
  (:requirements :strips :typing :disjunctive-preconditions :equality :negative-preconditions :universal-preconditions)
  (:types place traveller level)
  (:constants minus-2 minus-1 zero plus-1 plus-2 - level)

  (:predicates
    (at ?traveller - traveller ?place - place)
    (boat-at ?place - place)
    (before ?traveller ?other - traveller)  ; an order, so that each load has one name only
    ; Where there are missionaries, the cannibals are never more than they.
    (protected ?traveller - traveller)  ; must not be outnumbered
    (balance ?place - place ?level - level)  ; how many more of the protected than of the others are there
    (enough ?level - level)  ; not below zero
    (without ?traveller - traveller ?level ?rest - level)  ; what is left of a level when a traveller goes
    (route ?from ?to - place))  ; the boat may go this way

  (:action cross-1
    :parameters (
      ?first - traveller ?from ?to - place
      ?from-0 ?from-1 - level ?to-0 ?to-1 - level
    )
    :precondition (and
      (boat-at ?from) (route ?from ?to)
      (at ?first ?from)

      ; those who stay behind: enough, or nobody to be outnumbered
      (balance ?from ?from-0)
      (without ?first ?from-0 ?from-1)
      (or (enough ?from-1)
        (forall (?other - traveller)
          (imply (and (protected ?other) (at ?other ?from)) (= ?other ?first))))

      ; those who are together after the landing
      (balance ?to ?to-0)
      (without ?first ?to-1 ?to-0)
      (or (enough ?to-1)
        (forall (?other - traveller)
          (imply (protected ?other) (not (or (at ?other ?to) (= ?other ?first))))))
    )
    :effect (and
      (not (at ?first ?from)) (at ?first ?to)
      (not (balance ?from ?from-0)) (balance ?from ?from-1)
      (not (balance ?to ?to-0)) (balance ?to ?to-1)
      (not (boat-at ?from)) (boat-at ?to)))

  (:action cross-2
    :parameters (
      ?first ?second - traveller ?from ?to - place
      ?from-0 ?from-1 ?from-2 - level ?to-0 ?to-1 ?to-2 - level
    )
    :precondition (and
      (boat-at ?from) (route ?from ?to)
      (at ?first ?from) (at ?second ?from)
      (before ?first ?second)

      ; those who stay behind: enough, or nobody to be outnumbered
      (balance ?from ?from-0)
      (without ?first ?from-0 ?from-1)
      (without ?second ?from-1 ?from-2)
      (or (enough ?from-2)
        (forall (?other - traveller)
          (imply (and (protected ?other) (at ?other ?from)) (or (= ?other ?first) (= ?other ?second)))))

      ; those who are together after the landing
      (balance ?to ?to-0)
      (without ?first ?to-1 ?to-0)
      (without ?second ?to-2 ?to-1)
      (or (enough ?to-2)
        (forall (?other - traveller)
          (imply (protected ?other) (not (or (at ?other ?to) (= ?other ?first) (= ?other ?second))))))
    )
    :effect (and
      (not (at ?first ?from)) (at ?first ?to)
      (not (at ?second ?from)) (at ?second ?to)
      (not (balance ?from ?from-0)) (balance ?from ?from-2)
      (not (balance ?to ?to-0)) (balance ?to ?to-2)
      (not (boat-at ?from)) (boat-at ?to)))

  (:action cross-3
    :parameters (
      ?first ?second ?third - traveller ?from ?to - place
      ?from-0 ?from-1 ?from-2 ?from-3 - level ?to-0 ?to-1 ?to-2 ?to-3 - level ?boat-1 ?boat-2 ?boat-3 - level
    )
    :precondition (and
      (boat-at ?from) (route ?from ?to)
      (at ?first ?from) (at ?second ?from) (at ?third ?from)
      (before ?first ?second) (before ?second ?third)

      ; those who stay behind: enough, or nobody to be outnumbered
      (balance ?from ?from-0)
      (without ?first ?from-0 ?from-1)
      (without ?second ?from-1 ?from-2)
      (without ?third ?from-2 ?from-3)
      (or (enough ?from-3)
        (forall (?other - traveller)
          (imply (and (protected ?other) (at ?other ?from)) (or (= ?other ?first) (= ?other ?second) (= ?other ?third)))))

      ; those in the boat
      (without ?first ?boat-1 zero)
      (without ?second ?boat-2 ?boat-1)
      (without ?third ?boat-3 ?boat-2)
      (or (enough ?boat-3)
        (and (not (protected ?first)) (not (protected ?second)) (not (protected ?third))))

      ; those who are together after the landing
      (balance ?to ?to-0)
      (without ?first ?to-1 ?to-0)
      (without ?second ?to-2 ?to-1)
      (without ?third ?to-3 ?to-2)
      (or (enough ?to-3)
        (forall (?other - traveller)
          (imply (protected ?other) (not (or (at ?other ?to) (= ?other ?first) (= ?other ?second) (= ?other ?third))))))
    )
    :effect (and
      (not (at ?first ?from)) (at ?first ?to)
      (not (at ?second ?from)) (at ?second ?to)
      (not (at ?third ?from)) (at ?third ?to)
      (not (balance ?from ?from-0)) (balance ?from ?from-3)
      (not (balance ?to ?to-0)) (balance ?to ?to-3)
      (not (boat-at ?from)) (boat-at ?to)))
)
