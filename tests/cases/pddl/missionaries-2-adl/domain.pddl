; The missionaries and the cannibals
;
; 2 missionaries and 2 cannibals come to a river. There is one boat, and it carries at most 3 people.
; Wherever there are missionaries, the cannibals must not outnumber them, or the cannibals would eat
; them. How do they all get across?
;
; The rule holds at every place after each departure and landing, and in the boat:
;   - The cannibals never outnumber the missionaries where there are missionaries.
;
; ADL expresses the rules directly. A crossing is one action, with one action schema for each number of travelers in the boat. Its
; precondition checks those who stay behind, those in the boat, and those who are together after the landing.

(define (domain missionaries-cannibals-adl)
  (:requirements
    :strips :typing :conditional-effects :disjunctive-preconditions :equality :negative-preconditions
    :universal-preconditions)
  (:types place traveller level)
  (:constants minus-2 minus-1 zero plus-1 plus-2 - level)

  (:predicates
    (at ?traveller - traveller ?place - place)
    (boat-at ?place - place)
    (before ?traveller ?other - traveller)  ; an order, so that each load has a single ground action
    ; The cannibals never outnumber the missionaries where there are missionaries.
    (protected ?traveller - traveller)  ; must not be outnumbered
    (balance ?place - place ?level - level)  ; the number of protected travelers minus the others there
    (enough ?level - level)  ; not below zero
    (worth-1 ?first - traveller ?worth - level)  ; the balance of a load
    (worth-2 ?first ?second - traveller ?worth - level)  ; the balance of a load
    (worth-3 ?first ?second ?third - traveller ?worth - level)  ; the balance of a load
    (less ?level ?worth ?rest - level)  ; ?level minus ?worth is ?rest
    (route ?from ?to - place))  ; the boat can go this way

  (:action cross-1
    :parameters (?first - traveller ?from ?to - place)
    :precondition (and
      (boat-at ?from) (route ?from ?to)
      (at ?first ?from)

      ; if a protected traveler stays behind, there must be enough of them
      (forall (?other - traveller ?level ?worth ?rest - level)
        (imply
          (and
            (protected ?other)
            (at ?other ?from) (not (= ?other ?first))
            (balance ?from ?level) (worth-1 ?first ?worth) (less ?level ?worth ?rest))
          (enough ?rest)))

      ; if a protected traveler is there after the landing
      (forall (?other - traveller ?level ?worth ?rest - level)
        (imply
          (and
            (protected ?other)
            (or (at ?other ?to) (= ?other ?first))
            (balance ?to ?rest) (worth-1 ?first ?worth) (less ?level ?worth ?rest))
          (enough ?level))))
    :effect (and
      (not (at ?first ?from)) (at ?first ?to)
      (forall (?level ?worth ?rest - level)
        (when
          (and
            (balance ?from ?level)
            (worth-1 ?first ?worth) (less ?level ?worth ?rest) (not (= ?level ?rest)))
          (and (not (balance ?from ?level)) (balance ?from ?rest))))
      (forall (?level ?worth ?rest - level)
        (when
          (and
            (balance ?to ?rest)
            (worth-1 ?first ?worth) (less ?level ?worth ?rest) (not (= ?level ?rest)))
          (and (not (balance ?to ?rest)) (balance ?to ?level))))
      (not (boat-at ?from)) (boat-at ?to)))

  (:action cross-2
    :parameters (?first ?second - traveller ?from ?to - place)
    :precondition (and
      (boat-at ?from) (route ?from ?to)
      (at ?first ?from) (at ?second ?from)
      (before ?first ?second)

      ; if a protected traveler stays behind, there must be enough of them
      (forall (?other - traveller ?level ?worth ?rest - level)
        (imply
          (and
            (protected ?other)
            (at ?other ?from) (not (= ?other ?first)) (not (= ?other ?second))
            (balance ?from ?level) (worth-2 ?first ?second ?worth) (less ?level ?worth ?rest))
          (enough ?rest)))

      ; if a protected traveler is there after the landing
      (forall (?other - traveller ?level ?worth ?rest - level)
        (imply
          (and
            (protected ?other)
            (or (at ?other ?to) (= ?other ?first) (= ?other ?second))
            (balance ?to ?rest) (worth-2 ?first ?second ?worth) (less ?level ?worth ?rest))
          (enough ?level))))
    :effect (and
      (not (at ?first ?from)) (at ?first ?to)
      (not (at ?second ?from)) (at ?second ?to)
      (forall (?level ?worth ?rest - level)
        (when
          (and
            (balance ?from ?level)
            (worth-2 ?first ?second ?worth) (less ?level ?worth ?rest) (not (= ?level ?rest)))
          (and (not (balance ?from ?level)) (balance ?from ?rest))))
      (forall (?level ?worth ?rest - level)
        (when
          (and
            (balance ?to ?rest)
            (worth-2 ?first ?second ?worth) (less ?level ?worth ?rest) (not (= ?level ?rest)))
          (and (not (balance ?to ?rest)) (balance ?to ?level))))
      (not (boat-at ?from)) (boat-at ?to)))

  (:action cross-3
    :parameters (?first ?second ?third - traveller ?from ?to - place)
    :precondition (and
      (boat-at ?from) (route ?from ?to)
      (at ?first ?from) (at ?second ?from) (at ?third ?from)
      (before ?first ?second) (before ?second ?third)

      ; if a protected traveler stays behind, there must be enough of them
      (forall (?other - traveller ?level ?worth ?rest - level)
        (imply
          (and
            (protected ?other)
            (at ?other ?from) (not (= ?other ?first)) (not (= ?other ?second)) (not (= ?other ?third))
            (balance ?from ?level) (worth-3 ?first ?second ?third ?worth) (less ?level ?worth ?rest))
          (enough ?rest)))

      ; if a protected traveler is in the boat
      (forall (?other - traveller ?worth - level)
        (imply
          (and
            (protected ?other)
            (or (= ?other ?first) (= ?other ?second) (= ?other ?third))
            (worth-3 ?first ?second ?third ?worth))
          (enough ?worth)))

      ; if a protected traveler is there after the landing
      (forall (?other - traveller ?level ?worth ?rest - level)
        (imply
          (and
            (protected ?other)
            (or (at ?other ?to) (= ?other ?first) (= ?other ?second) (= ?other ?third))
            (balance ?to ?rest) (worth-3 ?first ?second ?third ?worth) (less ?level ?worth ?rest))
          (enough ?level))))
    :effect (and
      (not (at ?first ?from)) (at ?first ?to)
      (not (at ?second ?from)) (at ?second ?to)
      (not (at ?third ?from)) (at ?third ?to)
      (forall (?level ?worth ?rest - level)
        (when
          (and
            (balance ?from ?level)
            (worth-3 ?first ?second ?third ?worth) (less ?level ?worth ?rest) (not (= ?level ?rest)))
          (and (not (balance ?from ?level)) (balance ?from ?rest))))
      (forall (?level ?worth ?rest - level)
        (when
          (and
            (balance ?to ?rest)
            (worth-3 ?first ?second ?third ?worth) (less ?level ?worth ?rest) (not (= ?level ?rest)))
          (and (not (balance ?to ?rest)) (balance ?to ?level))))
      (not (boat-at ?from)) (boat-at ?to))))
