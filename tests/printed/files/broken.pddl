(define (problem broken) (:domain ferry)
  (:objects north - place
  (:init (boat north))
