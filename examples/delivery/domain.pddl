(define (domain delivery)
  (:requirements :strips :typing :action-costs)
  (:types place parcel)
  (:predicates (van ?p - place) (road ?a ?b - place)
               (at ?x - parcel ?p - place) (loaded ?x - parcel))
  (:functions (total-cost) - number
              (distance ?a ?b - place) - number)
  (:action drive
    :parameters (?a ?b - place)
    :precondition (and (van ?a) (road ?a ?b))
    :effect (and (not (van ?a)) (van ?b)
                 (increase (total-cost) (distance ?a ?b))))
  (:action load
    :parameters (?x - parcel ?p - place)
    :precondition (and (at ?x ?p) (van ?p))
    :effect (and (not (at ?x ?p)) (loaded ?x)
                 (increase (total-cost) 1)))
  (:action unload
    :parameters (?x - parcel ?p - place)
    :precondition (and (loaded ?x) (van ?p))
    :effect (and (not (loaded ?x)) (at ?x ?p)
                 (increase (total-cost) 1))))
