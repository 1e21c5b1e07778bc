; The jealous couples
;
; 2 married couples come to a river. There is one boat, and it carries at most 2 people. No wife may
; be with another man unless her husband is there, on land or in the boat. A's wife is called Aw, and
; B's wife is called Bw. How do they all get across?
;
; The rule holds at every place after each departure and landing, and in the boat:
;   - No wife is with another man unless her husband is there.
;
; Positive STRIPS has neither "or" nor "for all". So there is one action safe-... for each way in which a place can be
; safe. If the travelers at a place keep the rules, exactly one of these actions is applicable; otherwise, none is.
; A crossing takes three actions: one moves the boat, one shows that the place that it left is safe, and one shows that the
; place where it landed is safe. Only the first action has a cost. The problem lists the loads that the boat may carry.

(define (domain jealous-couples-costs)
  (:requirements :strips :typing :action-costs)
  (:types place traveller stage)
  (:constants
    a b - traveller  ; husbands
    aw bw - traveller  ; wives
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

  (:functions
    (total-cost) - number)

  (:action cross-1
    :parameters (?first - traveller ?from ?to - place)
    :precondition (and
      (now ready) (boat-at ?from) (route ?from ?to)
      (load-1 ?first)
      (at ?first ?from))
    :effect (and
      (not (at ?first ?from)) (away ?first ?from) (at ?first ?to) (not (away ?first ?to))
      (not (boat-at ?from)) (boat-at ?to)
      (increase (total-cost) 1)
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
      (increase (total-cost) 1)
      (not (now ready)) (now departed) (due ?from departed) (due ?to landed)))

  (:action safe-with-a-b
    :parameters (?place - place ?stage ?following - stage)
    :precondition (and
      (now ?stage) (next ?stage ?following) (due ?place ?stage)
      (at a ?place) (at b ?place))
    :effect (and
      (not (now ?stage)) (now ?following) (not (due ?place ?stage))))

  (:action safe-with-a-without-b-bw
    :parameters (?place - place ?stage ?following - stage)
    :precondition (and
      (now ?stage) (next ?stage ?following) (due ?place ?stage)
      (at a ?place)
      (away b ?place) (away bw ?place))
    :effect (and
      (not (now ?stage)) (now ?following) (not (due ?place ?stage))))

  (:action safe-with-b-without-a-aw
    :parameters (?place - place ?stage ?following - stage)
    :precondition (and
      (now ?stage) (next ?stage ?following) (due ?place ?stage)
      (at b ?place)
      (away a ?place) (away aw ?place))
    :effect (and
      (not (now ?stage)) (now ?following) (not (due ?place ?stage))))

  (:action safe-without-a-b
    :parameters (?place - place ?stage ?following - stage)
    :precondition (and
      (now ?stage) (next ?stage ?following) (due ?place ?stage)
      (away a ?place) (away b ?place))
    :effect (and
      (not (now ?stage)) (now ?following) (not (due ?place ?stage)))))
