; Tickets are spent where one goes; a ticket that was spent is gone. Tickets can stand for each other, and so can the places.
(define (domain tickets)
  (:requirements :strips)
  (:predicates (at ?p) (next ?p ?q) (has ?t) (seen ?p))
  (:action go :parameters (?p ?q ?t) :precondition (and (at ?p) (next ?p ?q) (has ?t))
    :effect (and (at ?q) (not (at ?p)) (not (has ?t)) (seen ?q))))
