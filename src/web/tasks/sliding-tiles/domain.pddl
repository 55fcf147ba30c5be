; Tiles slide into the only blank place.
(define (domain sliding-tiles)
  (:requirements :typing)
  (:types tile place)
  (:predicates
    (at ?t - tile ?x ?y - place)
    (blank ?x ?y - place)
    (inc ?p ?q - place) (dec ?p ?q - place))

  (:action up
    :parameters (?t - tile ?x ?y ?to - place)
    :precondition (and (dec ?y ?to) (blank ?x ?to) (at ?t ?x ?y))
    :effect (and (not (blank ?x ?to)) (not (at ?t ?x ?y)) (blank ?x ?y) (at ?t ?x ?to)))

  (:action down
    :parameters (?t - tile ?x ?y ?to - place)
    :precondition (and (inc ?y ?to) (blank ?x ?to) (at ?t ?x ?y))
    :effect (and (not (blank ?x ?to)) (not (at ?t ?x ?y)) (blank ?x ?y) (at ?t ?x ?to)))

  (:action left
    :parameters (?t - tile ?x ?y ?to - place)
    :precondition (and (dec ?x ?to) (blank ?to ?y) (at ?t ?x ?y))
    :effect (and (not (blank ?to ?y)) (not (at ?t ?x ?y)) (blank ?x ?y) (at ?t ?to ?y)))

  (:action right
    :parameters (?t - tile ?x ?y ?to - place)
    :precondition (and (inc ?x ?to) (blank ?to ?y) (at ?t ?x ?y))
    :effect (and (not (blank ?to ?y)) (not (at ?t ?x ?y)) (blank ?x ?y) (at ?t ?to ?y))))
