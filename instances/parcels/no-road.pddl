; A letter goes from Lyon to Nice, a crate from Paris to Brest. There is enough fuel, but no road from Lyon to Nice.
(define (problem no-road)
  (:domain parcels)
  (:objects van - van letter crate - parcel brest paris lyon nice - town f0 f1 f2 f3 f4 f5 f6 - level)
  (:init (at van brest) (at letter lyon) (at crate paris) (fuel van f6)
    (road brest paris) (road paris brest) (road paris lyon) (road lyon paris) (road nice lyon)
    (below f0 f1) (below f1 f2) (below f2 f3) (below f3 f4) (below f4 f5) (below f5 f6))
  (:goal (and (at letter nice) (at crate brest))))
