(define (problem eight-puzzle)
  (:domain sliding-tiles)
  (:objects t1 t2 t3 t4 t5 t6 t7 t8 - tile  p1 p2 p3 - place)
  (:init
    (at t8 p1 p1) (at t1 p2 p1) (at t3 p3 p1) (at t4 p1 p2) (blank p2 p2) (at t2 p3 p2) (at t7 p1 p3)
    (at t6 p2 p3) (at t5 p3 p3)
    (inc p1 p2) (inc p2 p3) (dec p3 p2) (dec p2 p1))
  (:goal (and
    (at t1 p1 p1) (at t2 p2 p1) (at t3 p3 p1) (at t4 p1 p2) (at t5 p2 p2) (at t6 p3 p2) (at t7 p1 p3)
    (at t8 p2 p3))))
