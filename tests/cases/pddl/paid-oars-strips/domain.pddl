; The paid oars
;
; 2 missionaries and 2 cannibals come to a river. There is one boat, and it carries at most 2 people.
; The cannibals must never outnumber the missionaries where there are missionaries, on land or in the
; boat. On each crossing, one traveler in the boat rows and is paid for it: a missionary asks for 1
; coin, and a cannibal asks for 2. The traveler who asks for the least always rows. How do they all
; get across for the least money?
;
; The rule holds at every place after each departure and landing, and in the boat:
;   - The cannibals never outnumber the missionaries where there are missionaries.
;
; Positive STRIPS has neither "or" nor "for all". So there is one action safe-... for each way in which a place can be
; safe. If the travelers at a place keep the rules, exactly one of these actions is applicable; otherwise, none is.
; A crossing takes three actions: one moves the boat, one shows that the place that it left is safe, and one shows that the
; place where it landed is safe. A more expensive crossing takes more actions: ticks follow the first action, so that 3 actions stand for 1 coin.
; So a shortest plan has the lowest cost. The problem lists the loads that the boat may carry, with the tick at which each
; begins.

(define (domain paid-oars-strips)
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
    (load-1 ?first - traveller ?stage - stage)  ; may be in the boat alone; the stage then begins
    (load-2 ?first ?second - traveller ?stage - stage)  ; may be in the boat together; the stage then begins
    (now ?stage - stage)  ; the boat may leave only when the stage is ready
    (next ?stage ?following - stage)
    (passes ?stage ?following - stage)  ; from tick to tick
    (due ?place - place ?stage - stage))  ; at ?stage, ?place must be shown safe

  (:action cross-1
    :parameters (?first - traveller ?from ?to - place ?stage - stage)
    :precondition (and
      (now ready) (boat-at ?from) (route ?from ?to)
      (load-1 ?first ?stage)
      (at ?first ?from))
    :effect (and
      (not (at ?first ?from)) (away ?first ?from) (at ?first ?to) (not (away ?first ?to))
      (not (boat-at ?from)) (boat-at ?to)
      (not (now ready)) (now ?stage) (due ?from departed) (due ?to landed)))

  (:action cross-2
    :parameters (?first ?second - traveller ?from ?to - place ?stage - stage)
    :precondition (and
      (now ready) (boat-at ?from) (route ?from ?to)
      (load-2 ?first ?second ?stage)
      (at ?first ?from) (at ?second ?from))
    :effect (and
      (not (at ?first ?from)) (away ?first ?from) (at ?first ?to) (not (away ?first ?to))
      (not (at ?second ?from)) (away ?second ?from) (at ?second ?to) (not (away ?second ?to))
      (not (boat-at ?from)) (boat-at ?to)
      (not (now ready)) (now ?stage) (due ?from departed) (due ?to landed)))

  (:action tick
    :parameters (?stage ?following - stage)
    :precondition (and (now ?stage) (passes ?stage ?following))
    :effect (and (not (now ?stage)) (now ?following)))

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
