; The missionaries and the cannibals
;
; 2 missionaries and 2 cannibals come to a river. There is one boat, and it carries at most 3 people.
; Wherever there are missionaries, the cannibals must not outnumber them, or the cannibals would eat
; them. How do they all get across?
;
; The rule holds at every place after each departure and landing, and in the boat:
;   - The cannibals never outnumber the missionaries where there are missionaries.
;
; Positive STRIPS has neither "or" nor "for all". So there is one action safe-... for each way in which a place can be
; safe. If the travelers at a place keep the rules, exactly one of these actions is applicable; otherwise, none is.
; A crossing takes three actions: one moves the boat, one shows that the place that it left is safe, and one shows that the
; place where it landed is safe. So a shortest plan has the fewest crossings. The problem lists the loads that the boat may carry.

(define (domain missionaries-cannibals-strips)
  (:requirements :strips :typing)
  (:types place traveller stage)
  (:constants
    m1 m2 - traveller  ; missionaries
    c1 c2 - traveller  ; cannibals
    departed landed ready - stage)

  (:predicates
    (at ?traveller - traveller ?place - place)
    (away ?traveller - traveller ?place - place)  ; the opposite of at
    (boat-at ?place - place)
    (route ?from ?to - place)  ; the boat can go this way
    (load-1 ?first - traveller)  ; may be in the boat alone
    (load-2 ?first ?second - traveller)  ; may be in the boat together
    (load-3 ?first ?second ?third - traveller)  ; may be in the boat together
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

  (:action cross-3
    :parameters (?first ?second ?third - traveller ?from ?to - place)
    :precondition (and
      (now ready) (boat-at ?from) (route ?from ?to)
      (load-3 ?first ?second ?third)
      (at ?first ?from) (at ?second ?from) (at ?third ?from))
    :effect (and
      (not (at ?first ?from)) (away ?first ?from) (at ?first ?to) (not (away ?first ?to))
      (not (at ?second ?from)) (away ?second ?from) (at ?second ?to) (not (away ?second ?to))
      (not (at ?third ?from)) (away ?third ?from) (at ?third ?to) (not (away ?third ?to))
      (not (boat-at ?from)) (boat-at ?to)
      (not (now ready)) (now departed) (due ?from departed) (due ?to landed)))

  (:action safe-with-m1-m2
    :parameters (?place - place ?stage ?following - stage)
    :precondition (and
      (now ?stage) (next ?stage ?following) (due ?place ?stage)
      (at m1 ?place) (at m2 ?place))
    :effect (and
      (not (now ?stage)) (now ?following) (not (due ?place ?stage))))

  (:action safe-with-m1-c1-without-m2-c2
    :parameters (?place - place ?stage ?following - stage)
    :precondition (and
      (now ?stage) (next ?stage ?following) (due ?place ?stage)
      (at m1 ?place) (at c1 ?place)
      (away m2 ?place) (away c2 ?place))
    :effect (and
      (not (now ?stage)) (now ?following) (not (due ?place ?stage))))

  (:action safe-with-m1-without-m2-c1
    :parameters (?place - place ?stage ?following - stage)
    :precondition (and
      (now ?stage) (next ?stage ?following) (due ?place ?stage)
      (at m1 ?place)
      (away m2 ?place) (away c1 ?place))
    :effect (and
      (not (now ?stage)) (now ?following) (not (due ?place ?stage))))

  (:action safe-with-m2-c1-without-m1-c2
    :parameters (?place - place ?stage ?following - stage)
    :precondition (and
      (now ?stage) (next ?stage ?following) (due ?place ?stage)
      (at m2 ?place) (at c1 ?place)
      (away m1 ?place) (away c2 ?place))
    :effect (and
      (not (now ?stage)) (now ?following) (not (due ?place ?stage))))

  (:action safe-with-m2-without-m1-c1
    :parameters (?place - place ?stage ?following - stage)
    :precondition (and
      (now ?stage) (next ?stage ?following) (due ?place ?stage)
      (at m2 ?place)
      (away m1 ?place) (away c1 ?place))
    :effect (and
      (not (now ?stage)) (now ?following) (not (due ?place ?stage))))

  (:action safe-without-m1-m2
    :parameters (?place - place ?stage ?following - stage)
    :precondition (and
      (now ?stage) (next ?stage ?following) (due ?place ?stage)
      (away m1 ?place) (away m2 ?place))
    :effect (and
      (not (now ?stage)) (now ?following) (not (due ?place ?stage)))))
