; Three tokens are on the odd vertices, and the goal is the even ones; no token can be dropped there.
(define (problem six)
  (:domain ring)
  (:objects v1 v2 v3 v4 v5 v6)
  (:init (between v1 v2 v3) (between v2 v3 v4) (between v3 v4 v5) (between v4 v5 v6) (between v5 v6 v1) (between v6 v1 v2)
    (token v1) (token v3) (token v5) (free v2) (free v4) (free v6) (idle))
  (:goal (and (token v2) (token v4) (token v6))))
