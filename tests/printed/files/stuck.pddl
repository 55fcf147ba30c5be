(define (problem stuck) (:domain ferry)
  (:objects north south - place red blue - car)
  (:init (boat north) (at red south) (at blue south))
  (:goal (and (at red north) (at blue north))))
