; Two doors and one key, which breaks in the first: the other key lies behind the second. Lamps have nothing to do with it.
(define (problem keys) (:domain keys) (:objects a b c k1 k2 k3 l1 l2 l3)
  (:init (at a) (lies k1 a) (lies k2 a) (lies k3 c) (door a b k1) (door a b k2) (door b a k1) (door b a k2) (door b c k1) (door c b k3)
    (dark l1) (dark l2) (dark l3))
  (:goal (and (at a) (bright l1) (has k3))))
