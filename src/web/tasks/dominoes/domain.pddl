; A domino covers two squares side by side.
(define (domain dominoes)
  (:requirements :typing)
  (:types square)
  (:predicates
    (open ?s - square)
    (covered ?s - square)
    (beside ?a ?b - square))

  (:action cover
    :parameters (?a ?b - square)
    :precondition (and (beside ?a ?b) (open ?a) (open ?b))
    :effect (and (not (open ?a)) (not (open ?b)) (covered ?a) (covered ?b))))
