; Tokens on a ring: one token at a time is lifted, and dropped on a vertex whose neighbours are both free.
(define (domain ring)
  (:requirements :strips)
  (:predicates (token ?v) (free ?v) (between ?a ?v ?b) (held) (idle))
  (:action lift :parameters (?v) :precondition (and (token ?v) (idle))
    :effect (and (free ?v) (held) (not (token ?v)) (not (idle))))
  (:action drop :parameters (?a ?v ?b) :precondition (and (between ?a ?v ?b) (held) (free ?a) (free ?v) (free ?b))
    :effect (and (token ?v) (idle) (not (free ?v)) (not (held)))))
