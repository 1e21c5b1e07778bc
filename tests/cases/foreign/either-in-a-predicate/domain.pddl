; a predicate about things of two types, as in storage
(define (domain parcels)
  (:requirements :typing)
  (:types depot truck parcel)
  (:predicates (within ?p - parcel ?where - (either depot truck)) (parked ?t - truck ?d - depot))
  (:action load
    :parameters (?p - parcel ?t - truck ?d - depot)
    :precondition (and (parked ?t ?d) (within ?p ?d))
    :effect (and (not (within ?p ?d)) (within ?p ?t)))
  (:action unload
    :parameters (?p - parcel ?t - truck ?d - depot)
    :precondition (and (parked ?t ?d) (within ?p ?t))
    :effect (and (not (within ?p ?t)) (within ?p ?d)))
  (:action drive
    :parameters (?t - truck ?from ?to - depot)
    :precondition (parked ?t ?from)
    :effect (and (not (parked ?t ?from)) (parked ?t ?to))))
