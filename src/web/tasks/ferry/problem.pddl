(define (problem three-cars)
  (:domain ferry)
  (:objects
    beetle mini panda - car
    anna berta - ferry
    left right - bank)
  (:init
    (at beetle left) (at mini left) (at panda left)
    (moored anna left) (empty anna)
    (moored berta right) (empty berta)
    (= (total-cost) 0))
  (:goal (and (at beetle right) (at mini right) (at panda right)))
  (:metric minimize (total-cost)))
