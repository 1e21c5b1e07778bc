"""A small domain and its problem for the tests of editors, with characters that take two UTF-16 code units."""

from __future__ import annotations

DOMAIN = """\
; 🚚🚚 a post
(define (domain post)
  (:requirements :strips :typing :negative-preconditions)
  (:types truck - vehicle vehicle place)
  (:predicates (at ?v - vehicle ?p - place))
  (:action drive
    :parameters (?t - truck ?from ?to - place) ; 🚚
    :precondition (and (at ?t ?from) (not (at ?t ?to)))
    :effect (and (at ?t ?to) (not (at ?t ?from)))))
"""
PROBLEM = """\
(define (problem p1) (:domain post)
  (:objects t1 - truck home away - place)
  (:init (at t1 home))
  (:goal (at t1 away)))
"""
