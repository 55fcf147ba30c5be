; Peg solitaire where every peg has a weight, which the peg that jumps takes with it, and a jump costs the weight of the
; peg that is jumped over. Who jumps over the heavy ones early pays for them; who carries them along does not.
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
