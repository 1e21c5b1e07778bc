; What has crossed is all that is known; the man is the farmer.
(define (domain crossing)
  (:requirements :strips :typing :negative-preconditions :disjunctive-preconditions :equality)
  (:types passenger)
  (:constants wolf goat cabbage - passenger)
  (:predicates (crossed ?p - passenger) (man-crossed))
  (:action row-there
    :parameters ()
    :precondition (and (not (man-crossed)) (or (crossed wolf) (crossed goat)) (or (crossed goat) (crossed cabbage)))
    :effect (man-crossed))
  (:action row-back
    :parameters ()
    :precondition (and (man-crossed) (not (and (crossed wolf) (crossed goat))) (not (and (crossed goat) (crossed cabbage))))
    :effect (not (man-crossed)))
  (:action take
    :parameters (?p - passenger)
    :precondition (and (not (man-crossed)) (not (crossed ?p))
      (or (crossed wolf) (crossed goat) (= ?p wolf) (= ?p goat))
      (or (crossed cabbage) (crossed goat) (= ?p cabbage) (= ?p goat)))
    :effect (and (crossed ?p) (man-crossed)))
  (:action bring
    :parameters (?p - passenger)
    :precondition (and (man-crossed) (crossed ?p)
      (or (not (crossed wolf)) (not (crossed goat)) (= ?p wolf) (= ?p goat))
      (or (not (crossed cabbage)) (not (crossed goat)) (= ?p cabbage) (= ?p goat)))
    :effect (and (not (crossed ?p)) (not (man-crossed)))))
