; Doors want keys that lie about and break; lamps have nothing to do with it.
(define (domain keys)
  (:requirements :strips)
  (:predicates (at ?p) (door ?p ?q ?k) (lies ?k ?p) (has ?k) (dark ?l) (bright ?l))
  (:action take :parameters (?k ?p) :precondition (and (at ?p) (lies ?k ?p)) :effect (and (has ?k) (not (lies ?k ?p))))
  (:action go :parameters (?p ?q ?k) :precondition (and (at ?p) (door ?p ?q ?k) (has ?k))
    :effect (and (at ?q) (not (at ?p)) (not (has ?k))))
  (:action light :parameters (?l) :precondition (dark ?l) :effect (and (bright ?l) (not (dark ?l))))
  (:action put-out :parameters (?l) :precondition (bright ?l) :effect (and (dark ?l) (not (bright ?l)))))
