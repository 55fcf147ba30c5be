; A player pushes stones; only pushes cost something.
(define (domain sokoban)
  (:requirements :typing :action-costs)
  (:types thing cell direction - object
          player stone - thing)
  (:predicates
    (at ?t - thing ?c - cell)
    (clear ?c - cell)
    (goal ?c - cell)
    (next ?from ?to - cell ?d - direction))
  (:functions (total-cost) - number)

  (:action walk
    :parameters (?p - player ?from ?to - cell ?d - direction)
    :precondition (and (at ?p ?from) (clear ?to) (next ?from ?to ?d))
    :effect (and (not (at ?p ?from)) (clear ?from)
                 (at ?p ?to) (not (clear ?to))))

  (:action push
    :parameters (?p - player ?s - stone ?behind ?from ?to - cell ?d - direction)
    :precondition (and (at ?p ?behind) (at ?s ?from) (clear ?to)
                       (next ?behind ?from ?d) (next ?from ?to ?d))
    :effect (and (not (at ?p ?behind)) (clear ?behind)
                 (not (at ?s ?from)) (at ?p ?from)
                 (at ?s ?to) (not (clear ?to))
                 (increase (total-cost) 1))))
