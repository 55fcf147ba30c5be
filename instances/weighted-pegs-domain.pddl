; Peg solitaire with weights: every peg has a weight and keeps it when it jumps. A jump costs the weight of the peg that
; it jumps over. It is cheap to jump with heavy pegs, and expensive to jump over them.
(define (domain weighted-pegs)
  (:requirements :typing :negative-preconditions :numeric-fluents)
  (:types hole)
  (:predicates (peg ?h - hole) (line ?from ?over ?to - hole))
  (:functions (weight ?h - hole) (budget) (pegs))
  (:action jump
    :parameters (?from ?over ?to - hole)
    :precondition (and (line ?from ?over ?to) (peg ?from) (peg ?over) (not (peg ?to))
      (>= (budget) (weight ?over)))
    :effect (and (not (peg ?from)) (not (peg ?over)) (peg ?to)
      (assign (weight ?to) (weight ?from))
      (decrease (budget) (weight ?over)) (decrease (pegs) 1))))
