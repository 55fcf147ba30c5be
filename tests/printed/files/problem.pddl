(define (problem crossing) (:domain ferry)
  (:objects north south - place red blue - car)
  (:init (boat north) (at red south) (at blue south) (empty))
  (:goal (and (at red north) (at blue north))))
