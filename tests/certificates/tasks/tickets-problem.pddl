; Five tickets are needed.
(define (problem trip) (:domain tickets) (:objects a b c d t1 t2 t3 t4)
  (:init (at a) (has t1) (has t2) (has t3) (has t4)
    (next a b) (next a c) (next a d) (next b a) (next c a) (next d a))
  (:goal (and (seen b) (seen c) (seen d))))
