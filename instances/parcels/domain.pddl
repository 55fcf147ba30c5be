; Vans carry parcels between towns. Every trip takes one unit of fuel, and there is no filling station.
(define (domain parcels)
  (:requirements :strips :typing)
  (:types van parcel - thing town level)
  (:predicates (at ?x - thing ?t - town) (in ?p - parcel ?v - van) (road ?from ?to - town)
    (fuel ?v - van ?l - level) (below ?less ?more - level))
  (:action drive
    :parameters (?v - van ?from ?to - town ?more ?less - level)
    :precondition (and (at ?v ?from) (road ?from ?to) (fuel ?v ?more) (below ?less ?more))
    :effect (and (not (at ?v ?from)) (at ?v ?to) (not (fuel ?v ?more)) (fuel ?v ?less)))
  (:action load
    :parameters (?p - parcel ?v - van ?t - town)
    :precondition (and (at ?v ?t) (at ?p ?t))
    :effect (and (not (at ?p ?t)) (in ?p ?v)))
  (:action unload
    :parameters (?p - parcel ?v - van ?t - town)
    :precondition (and (at ?v ?t) (in ?p ?v))
    :effect (and (not (in ?p ?v)) (at ?p ?t))))
