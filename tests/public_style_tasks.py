"""Small tasks in the style of public benchmarks: subtypes, constants, functions, durations, and no types at all."""

from __future__ import annotations

from edited_texts import Texts

LOGISTICS = Texts(
    """(define (domain delivery)
  (:requirements :strips :typing :equality :negative-preconditions)
  (:types truck plane - vehicle
          package vehicle - thing
          airport - location
          city - object)
  (:constants depot - location)
  (:predicates (at ?x - thing ?l - location)
               (in ?p - package ?v - vehicle)
               (in-city ?l - location ?c - city)
               (stamped ?p - package))
  (:action stamp
    :parameters (?p - package)
    :precondition (and (at ?p depot) (not (stamped ?p)))
    :effect (stamped ?p))
  (:action load
    :parameters (?p - package ?v - vehicle ?l - location)
    :precondition (and (at ?p ?l) (at ?v ?l) (stamped ?p))
    :effect (and (not (at ?p ?l)) (in ?p ?v)))
  (:action unload
    :parameters (?p - package ?v - vehicle ?l - location)
    :precondition (and (in ?p ?v) (at ?v ?l))
    :effect (and (not (in ?p ?v)) (at ?p ?l)))
  (:action drive
    :parameters (?t - truck ?from ?to - location ?c - city)
    :precondition (and (at ?t ?from) (in-city ?from ?c) (in-city ?to ?c) (not (= ?from ?to)))
    :effect (and (not (at ?t ?from)) (at ?t ?to)))
  (:action fly
    :parameters (?p - plane ?from ?to - airport)
    :precondition (and (at ?p ?from) (not (= ?from ?to)))
    :effect (and (not (at ?p ?from)) (at ?p ?to))))
""",
    """(define (problem post)
  (:domain delivery)
  (:objects van - truck jet - plane letter parcel - package
            bonn-airport rome-airport - airport forum - location
            bonn rome - city)
  (:init (at van depot) (at jet bonn-airport) (at letter depot) (at parcel depot)
         (in-city depot bonn) (in-city bonn-airport bonn)
         (in-city rome-airport rome) (in-city forum rome))
  (:goal (and (at letter rome-airport) (at parcel rome-airport))))
""",
)
LIFTS = Texts(
    """(define (domain lifts)
  (:requirements :strips :typing :action-costs :universal-preconditions)
  (:types lift passenger - object floor)
  (:predicates (lift-at ?l - lift ?f - floor)
               (waits ?p - passenger ?f - floor)
               (inside ?p - passenger ?l - lift)
               (wants ?p - passenger ?f - floor)
               (served ?p - passenger))
  (:functions (total-cost) (travel ?a ?b - floor))
  (:action move
    :parameters (?l - lift ?from ?to - floor)
    :precondition (lift-at ?l ?from)
    :effect (and (not (lift-at ?l ?from)) (lift-at ?l ?to) (increase (total-cost) (travel ?from ?to))))
  (:action enter
    :parameters (?p - passenger ?l - lift ?f - floor)
    :precondition (and (waits ?p ?f) (lift-at ?l ?f))
    :effect (and (not (waits ?p ?f)) (inside ?p ?l)))
  (:action leave
    :parameters (?p - passenger ?l - lift ?f - floor)
    :precondition (and (inside ?p ?l) (lift-at ?l ?f) (wants ?p ?f))
    :effect (and (not (inside ?p ?l)) (served ?p))))
""",
    """(define (problem office)
  (:domain lifts)
  (:objects slow fast - lift ann bob - passenger low middle high - floor)
  (:init (lift-at slow low) (lift-at fast high) (waits ann middle) (waits bob high)
         (wants ann high) (wants bob low) (= (total-cost) 0)
         (= (travel low middle) 2) (= (travel middle low) 2) (= (travel low high) 3)
         (= (travel high low) 3) (= (travel middle high) 2) (= (travel high middle) 2))
  (:goal (forall (?p - passenger) (served ?p)))
  (:metric minimize (total-cost)))
""",
)
OBSERVING = Texts(
    """(define (domain observing)
  (:requirements :strips :typing :fluents :durative-actions)
  (:types satellite camera direction mode)
  (:predicates (points ?s - satellite ?d - direction)
               (carries ?s - satellite ?c - camera)
               (has-power ?s - satellite)
               (ready ?c - camera)
               (supports ?c - camera ?m - mode)
               (pictured ?d - direction ?m - mode))
  (:functions (turning ?a ?b - direction))
  (:durative-action turn
    :parameters (?s - satellite ?new ?old - direction)
    :duration (= ?duration (turning ?old ?new))
    :condition (at start (points ?s ?old))
    :effect (and (at start (not (points ?s ?old))) (at end (points ?s ?new))))
  (:durative-action warm-up
    :parameters (?s - satellite ?c - camera)
    :duration (= ?duration 2)
    :condition (and (over all (carries ?s ?c)) (at start (has-power ?s)))
    :effect (and (at start (not (has-power ?s))) (at end (ready ?c))))
  (:durative-action take-picture
    :parameters (?s - satellite ?d - direction ?c - camera ?m - mode)
    :duration (= ?duration 7)
    :condition (and (over all (carries ?s ?c)) (over all (supports ?c ?m)) (over all (ready ?c))
                    (over all (points ?s ?d)))
    :effect (at end (pictured ?d ?m))))
""",
    """(define (problem sky)
  (:domain observing)
  (:objects probe - satellite lens - camera sun moon star - direction infrared visible - mode)
  (:init (points probe sun) (carries probe lens) (has-power probe) (supports lens infrared) (supports lens visible)
         (= (turning sun moon) 10) (= (turning moon star) 20) (= (turning sun star) 30))
  (:goal (and (pictured moon infrared) (pictured star visible))))
""",
)
ROOMS = Texts(
    """(define (domain rooms)
  (:requirements :strips)
  (:predicates (room ?x) (ball ?x) (hand ?x) (robot-in ?r) (lies-in ?b ?r) (free ?h) (holds ?h ?b))
  (:action go
    :parameters (?from ?to)
    :precondition (and (room ?from) (room ?to) (robot-in ?from))
    :effect (and (not (robot-in ?from)) (robot-in ?to)))
  (:action pick
    :parameters (?b ?r ?h)
    :precondition (and (ball ?b) (room ?r) (hand ?h) (lies-in ?b ?r) (robot-in ?r) (free ?h))
    :effect (and (not (lies-in ?b ?r)) (not (free ?h)) (holds ?h ?b)))
  (:action drop
    :parameters (?b ?r ?h)
    :precondition (and (ball ?b) (room ?r) (hand ?h) (holds ?h ?b) (robot-in ?r))
    :effect (and (not (holds ?h ?b)) (free ?h) (lies-in ?b ?r))))
""",
    """(define (problem two-balls)
  (:domain rooms)
  (:objects kitchen hall left right b1 b2)
  (:init (room kitchen) (room hall) (hand left) (hand right) (ball b1) (ball b2)
         (robot-in hall) (free left) (free right) (lies-in b1 kitchen) (lies-in b2 kitchen))
  (:goal (and (lies-in b1 hall) (lies-in b2 hall))))
""",
)
TASKS = {"logistics": LOGISTICS, "lifts": LIFTS, "observing": OBSERVING, "rooms": ROOMS}
"""the tasks by name"""
