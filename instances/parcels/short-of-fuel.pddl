; The van is in Brest. A letter goes from Paris to Brest, a crate from Lyon to Nice. Five trips, but fuel for only four.
(define (problem short-of-fuel)
  (:domain parcels)
  (:objects van - van letter crate - parcel brest paris lyon nice - town f0 f1 f2 f3 f4 f5 f6 - level)
  (:init (at van brest) (at letter paris) (at crate lyon) (fuel van f4)
    (road brest paris) (road paris brest) (road paris lyon) (road lyon paris) (road lyon nice) (road nice lyon)
    (below f0 f1) (below f1 f2) (below f2 f3) (below f3 f4) (below f4 f5) (below f5 f6))
  (:goal (and (at letter brest) (at crate nice))))
