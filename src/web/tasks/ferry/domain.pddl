; Cars cross a river on ferries. Actions of two ferries can be in the same parallel step.
(define (domain ferry)
  (:requirements :typing :equality :action-costs)
  (:types car ferry bank)
  (:predicates
    (at ?c - car ?b - bank)
    (moored ?f - ferry ?b - bank)
    (aboard ?c - car ?f - ferry)
    (empty ?f - ferry))
  (:functions (total-cost) - number)

  (:action board
    :parameters (?c - car ?f - ferry ?b - bank)
    :precondition (and (at ?c ?b) (moored ?f ?b) (empty ?f))
    :effect (and (aboard ?c ?f) (not (at ?c ?b)) (not (empty ?f))
                 (increase (total-cost) 1)))

  (:action cross
    :parameters (?f - ferry ?from ?to - bank)
    :precondition (and (moored ?f ?from) (not (= ?from ?to)))
    :effect (and (moored ?f ?to) (not (moored ?f ?from))
                 (increase (total-cost) 3)))

  (:action land
    :parameters (?c - car ?f - ferry ?b - bank)
    :precondition (and (aboard ?c ?f) (moored ?f ?b))
    :effect (and (at ?c ?b) (empty ?f) (not (aboard ?c ?f))
                 (increase (total-cost) 1))))
