; each of the two boards is painted once
(define (problem paints-1) (:domain paints)
  (:objects red colour - colour paint board - board)
  (:init (red paint) (red board))
  (:goal (and (painted paint red) (painted board colour))))
