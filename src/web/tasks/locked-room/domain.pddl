; A robot opens doors with the keys that it finds.
(define (domain locked-room)
  (:requirements :typing)
  (:types room key)
  (:predicates
    (at-robot ?r - room)
    (lies ?k - key ?r - room)
    (held ?k - key)
    (door ?a ?b - room)
    (lock ?k - key ?r - room)
    (locked ?r - room)
    (opened ?r - room))

  (:action go
    :parameters (?from ?to - room)
    :precondition (and (at-robot ?from) (door ?from ?to) (opened ?to))
    :effect (and (at-robot ?to) (not (at-robot ?from))))

  (:action take
    :parameters (?k - key ?r - room)
    :precondition (and (at-robot ?r) (lies ?k ?r))
    :effect (and (held ?k) (not (lies ?k ?r))))

  (:action unlock
    :parameters (?k - key ?at ?r - room)
    :precondition (and (at-robot ?at) (door ?at ?r) (locked ?r) (lock ?k ?r) (held ?k))
    :effect (and (opened ?r) (not (locked ?r)))))
