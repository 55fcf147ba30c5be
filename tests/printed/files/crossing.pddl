(define (problem crossing) (:domain ferry)
  (:objects beetle mini - car dover calais - port)
  (:init (at beetle dover) (at mini dover) (ship calais) (empty) (open dover) (open calais))
  (:goal (and (at beetle calais) (at mini calais))))
