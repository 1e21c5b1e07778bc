; The jealous couples
;
; 1 married couple comes to a river. There is one boat, and it carries 2. No wife will be in the
; company of another man unless her husband is there, neither on land nor in the boat. How do they all
; get across?
;
; Functions count the travellers of each sort in each place; of those who belong together, how many have this one here and that one there.
; There is one action for each load that the boat may carry, and for each way in which those who belong to its travellers are
; placed: "leaving" behind, "meeting" at the landing, or elsewhere. Its precondition says that so many are there, and that the place that
; the boat leaves and the place where it lands are safe after the crossing.

(define (domain jealous-couples-numeric)
  (:requirements :strips :typing :numeric-fluents)
  (:types place)

  (:predicates
    (boat-at ?place - place)
    (passage ?from ?to - place))  ; the boat may go this way

  (:functions
    (count-husband-wife ?husband ?wife - place))

  (:action cross-1-husband-wife
    :parameters (?from ?to - place)
    :precondition (and
      (boat-at ?from) (passage ?from ?to)
      (>= (count-husband-wife ?from ?from) 1)
    )
    :effect (and
      (not (boat-at ?from)) (boat-at ?to)
      (decrease (count-husband-wife ?from ?from) 1)
      (increase (count-husband-wife ?to ?to) 1)
    ))

  (:action cross-1-wife-leaving
    :parameters (?from ?to - place)
    :precondition (and
      (boat-at ?from) (passage ?from ?to)
      (>= (count-husband-wife ?from ?from) 1)
    )
    :effect (and
      (not (boat-at ?from)) (boat-at ?to)
      (decrease (count-husband-wife ?from ?from) 1)
      (increase (count-husband-wife ?from ?to) 1)
    ))

  (:action cross-1-wife-meeting
    :parameters (?from ?to - place)
    :precondition (and
      (boat-at ?from) (passage ?from ?to)
      (>= (count-husband-wife ?to ?from) 1)
    )
    :effect (and
      (not (boat-at ?from)) (boat-at ?to)
      (decrease (count-husband-wife ?to ?from) 1)
      (increase (count-husband-wife ?to ?to) 1)
    ))

  (:action cross-1-husband-leaving
    :parameters (?from ?to - place)
    :precondition (and
      (boat-at ?from) (passage ?from ?to)
      (>= (count-husband-wife ?from ?from) 1)
    )
    :effect (and
      (not (boat-at ?from)) (boat-at ?to)
      (decrease (count-husband-wife ?from ?from) 1)
      (increase (count-husband-wife ?to ?from) 1)
    ))

  (:action cross-1-husband-meeting
    :parameters (?from ?to - place)
    :precondition (and
      (boat-at ?from) (passage ?from ?to)
      (>= (count-husband-wife ?from ?to) 1)
    )
    :effect (and
      (not (boat-at ?from)) (boat-at ?to)
      (decrease (count-husband-wife ?from ?to) 1)
      (increase (count-husband-wife ?to ?to) 1)
    ))
)
