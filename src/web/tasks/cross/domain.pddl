; A peg jumps over its neighbour, which is removed.
(define (domain peg-solitaire)
  (:requirements :typing)
  (:types hole)
  (:predicates
    (occupied ?h - hole)
    (free ?h - hole)
    (in-line ?from ?over ?to - hole))

  (:action jump
    :parameters (?from ?over ?to - hole)
    :precondition (and (in-line ?from ?over ?to) (occupied ?from) (occupied ?over) (free ?to))
    :effect (and (not (occupied ?from)) (free ?from) (not (occupied ?over)) (free ?over)
                 (not (free ?to)) (occupied ?to))))
