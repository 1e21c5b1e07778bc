; The bridge and the torch
;
; 3 walkers come to a rope bridge at night. There is one torch. At most 2 walkers can cross with it at
; a time, and nobody can cross without it. They take 1, 2 and 5 minutes to cross, and those who cross
; together go at the pace of the slowest. What is the shortest time in which everybody can get to the
; far side?
;
; Positive STRIPS has neither "or" nor "for all". So there is one action safe-... for each way in which a place can be
; safe. If the travelers at a place keep the rules, exactly one of these actions is applicable; otherwise, none is.
; A crossing takes three actions: one moves the boat, one shows that the place that it left is safe, and one shows that the
; place where it landed is safe. A more expensive crossing takes more actions: ticks follow the first action, so that 3 actions stand for 1 minute.
; So a shortest plan has the lowest cost. The problem lists the loads that the boat may carry, with the tick at which each
; begins.

(define (domain bridge-torch-strips)
  (:requirements :strips :typing)
  (:types place traveller stage)
  (:constants
    a b c - traveller  ; walkers
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

  (:action safe
    :parameters (?place - place ?stage ?following - stage)
    :precondition (and
      (now ?stage) (next ?stage ?following) (due ?place ?stage))
    :effect (and
      (not (now ?stage)) (now ?following) (not (due ?place ?stage)))))
