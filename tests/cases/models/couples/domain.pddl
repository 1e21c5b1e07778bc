; Everybody boards, rows and lands in actions of their own; there are two seats in the boat.
(define (domain jealousy)
  (:requirements :adl)
  (:types person place seat - object man woman - person)
  (:predicates (at ?p - person ?x - place) (in ?p - person) (boat ?x - place) (free ?s - seat) (sits ?p - person ?s - seat)
    (married ?m - man ?w - woman))
  (:action embark
    :parameters (?p - person ?x - place ?s - seat)
    :precondition (and (boat ?x) (at ?p ?x) (free ?s))
    :effect (and (not (at ?p ?x)) (in ?p) (sits ?p ?s) (not (free ?s))))
  (:action cross
    :parameters (?x ?y - place)
    :precondition (and (boat ?x) (not (= ?x ?y)) (exists (?p - person) (in ?p))
      (forall (?m ?n - man ?w - woman)
        (and (imply (and (married ?m ?w) (at ?w ?x) (at ?n ?x)) (at ?m ?x))
          (imply (and (married ?m ?w) (in ?w) (in ?n)) (in ?m))
          (imply (and (married ?m ?w) (or (at ?w ?y) (in ?w)) (or (at ?n ?y) (in ?n))) (or (at ?m ?y) (in ?m))))))
    :effect (and (not (boat ?x)) (boat ?y)))
  (:action disembark
    :parameters (?p - person ?x - place ?s - seat)
    :precondition (and (boat ?x) (in ?p) (sits ?p ?s))
    :effect (and (at ?p ?x) (not (in ?p)) (not (sits ?p ?s)) (free ?s))))
