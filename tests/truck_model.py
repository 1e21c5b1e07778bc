"""A domain of trucks that deliver parcels, and a problem for it; tests of `plan lint` put mistakes into them."""

DOMAIN = """(define (domain trucks)
  (:requirements :strips :typing :negative-preconditions)
  (:types truck parcel - thing
          place)
  (:predicates (at ?x - thing ?p - place)
               (in ?c - parcel ?t - truck)
               (road ?p ?q - place)
               (empty ?t - truck))
  (:action drive
    :parameters (?t - truck ?from ?to - place)
    :precondition (and (at ?t ?from)
                       (road ?from ?to))
    :effect (and (at ?t ?to)
                 (not (at ?t ?from))))
  (:action load
    :parameters (?c - parcel ?t - truck ?p - place)
    :precondition (and (at ?t ?p)
                       (at ?c ?p)
                       (empty ?t))
    :effect (and (in ?c ?t)
                 (not (empty ?t))
                 (not (at ?c ?p))))
  (:action unload
    :parameters (?c - parcel ?t - truck ?p - place)
    :precondition (and (at ?t ?p) (in ?c ?t) (not (empty ?t)))
    :effect (and (at ?c ?p) (empty ?t) (not (in ?c ?t)))))
"""
PROBLEM = """(define (problem one)
  (:domain trucks)
  (:objects van - truck
            box crate - parcel
            home shop - place)
  (:init (at van home) (at box shop) (at crate shop)
         (road home shop) (road shop home)
         (empty van))
  (:goal (and (at box home) (at crate home))))
"""
