; The jealous couples
;
; 2 married couples come to a river. There is one boat, and it carries at most 2 people. No wife may
; be with another man unless her husband is there, on land or in the boat. A's wife is called Aw, and
; B's wife is called Bw. How do they all get across?
;
; The rule holds at every place after each departure and landing, and in the boat:
;   - No wife is with another man unless her husband is there.
;
; ADL expresses the rules directly. A crossing is one action, with one action schema for each number of travelers in the boat. Its
; precondition checks those who stay behind, those in the boat, and those who are together after the landing.

(define (domain jealous-couples-adl)
  (:requirements
    :strips :typing :disjunctive-preconditions :equality :existential-preconditions :negative-preconditions
    :universal-preconditions)
  (:types place traveller)

  (:predicates
    (at ?traveller - traveller ?place - place)
    (boat-at ?place - place)
    (before ?traveller ?other - traveller)  ; an order, so that each load has a single ground action
    (threatens ?threat ?victim - traveller)
    (guards ?guardian ?victim - traveller)
    (route ?from ?to - place))  ; the boat can go this way

  (:action cross-1
    :parameters (?first - traveller ?from ?to - place)
    :precondition (and
      (boat-at ?from) (route ?from ?to)
      (at ?first ?from)

      ; those who stay behind
      (forall (?victim ?threat - traveller)
        (imply
          (and
            (threatens ?threat ?victim)
            (at ?victim ?from) (not (= ?victim ?first))
            (at ?threat ?from) (not (= ?threat ?first)))
          (exists (?guardian - traveller)
            (and
              (guards ?guardian ?victim)
              (at ?guardian ?from) (not (= ?guardian ?first))))))

      ; those who are together after the landing
      (forall (?victim ?threat - traveller)
        (imply
          (and
            (threatens ?threat ?victim)
            (or (at ?victim ?to) (= ?victim ?first))
            (or (at ?threat ?to) (= ?threat ?first)))
          (exists (?guardian - traveller)
            (and
              (guards ?guardian ?victim)
              (or (at ?guardian ?to) (= ?guardian ?first)))))))
    :effect (and
      (not (at ?first ?from)) (at ?first ?to)
      (not (boat-at ?from)) (boat-at ?to)))

  (:action cross-2
    :parameters (?first ?second - traveller ?from ?to - place)
    :precondition (and
      (boat-at ?from) (route ?from ?to)
      (at ?first ?from) (at ?second ?from)
      (before ?first ?second)

      ; those who stay behind
      (forall (?victim ?threat - traveller)
        (imply
          (and
            (threatens ?threat ?victim)
            (at ?victim ?from) (not (= ?victim ?first)) (not (= ?victim ?second))
            (at ?threat ?from) (not (= ?threat ?first)) (not (= ?threat ?second)))
          (exists (?guardian - traveller)
            (and
              (guards ?guardian ?victim)
              (at ?guardian ?from) (not (= ?guardian ?first)) (not (= ?guardian ?second))))))

      ; those in the boat
      (forall (?victim ?threat - traveller)
        (imply
          (and
            (threatens ?threat ?victim)
            (or (= ?victim ?first) (= ?victim ?second))
            (or (= ?threat ?first) (= ?threat ?second)))
          (exists (?guardian - traveller)
            (and
              (guards ?guardian ?victim)
              (or (= ?guardian ?first) (= ?guardian ?second))))))

      ; those who are together after the landing
      (forall (?victim ?threat - traveller)
        (imply
          (and
            (threatens ?threat ?victim)
            (or (at ?victim ?to) (= ?victim ?first) (= ?victim ?second))
            (or (at ?threat ?to) (= ?threat ?first) (= ?threat ?second)))
          (exists (?guardian - traveller)
            (and
              (guards ?guardian ?victim)
              (or (at ?guardian ?to) (= ?guardian ?first) (= ?guardian ?second)))))))
    :effect (and
      (not (at ?first ?from)) (at ?first ?to)
      (not (at ?second ?from)) (at ?second ?to)
      (not (boat-at ?from)) (boat-at ?to))))
