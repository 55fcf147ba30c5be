; The goal requires the van in two towns at the same time.
(define (problem two-places)
  (:domain parcels)
  (:objects van - van letter - parcel brest paris - town f0 f1 f2 - level)
  (:init (at van brest) (at letter paris) (fuel van f2)
    (road brest paris) (road paris brest) (below f0 f1) (below f1 f2))
  (:goal (and (at letter brest) (at van brest) (at van paris))))
