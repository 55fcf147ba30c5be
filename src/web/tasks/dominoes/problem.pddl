; Every domino covers a light and a dark square, but the two missing corners have the same colour.
; draw cells s-{x}-{y}
; draw paint #0b6b7f (covered {cell})
(define (problem without-corners)
  (:domain dominoes)
  (:objects
    s-2-1 s-3-1 s-4-1 s-5-1 s-6-1 s-1-2 s-2-2 s-3-2 s-4-2 s-5-2 s-6-2 s-1-3 s-2-3 s-3-3 s-4-3 s-5-3 s-6-3
    s-1-4 s-2-4 s-3-4 s-4-4 s-5-4 s-6-4 s-1-5 s-2-5 s-3-5 s-4-5 s-5-5 s-6-5 s-1-6 s-2-6 s-3-6 s-4-6 s-5-6 - square)
  (:init
    (open s-2-1) (open s-3-1) (open s-4-1) (open s-5-1) (open s-6-1) (open s-1-2) (open s-2-2) (open s-3-2)
    (open s-4-2) (open s-5-2) (open s-6-2) (open s-1-3) (open s-2-3) (open s-3-3) (open s-4-3) (open s-5-3)
    (open s-6-3) (open s-1-4) (open s-2-4) (open s-3-4) (open s-4-4) (open s-5-4) (open s-6-4) (open s-1-5)
    (open s-2-5) (open s-3-5) (open s-4-5) (open s-5-5) (open s-6-5) (open s-1-6) (open s-2-6) (open s-3-6)
    (open s-4-6) (open s-5-6)
    (beside s-2-1 s-3-1) (beside s-2-1 s-2-2) (beside s-3-1 s-4-1) (beside s-3-1 s-3-2) (beside s-4-1 s-5-1)
    (beside s-4-1 s-4-2) (beside s-5-1 s-6-1) (beside s-5-1 s-5-2) (beside s-6-1 s-6-2) (beside s-1-2 s-2-2)
    (beside s-1-2 s-1-3) (beside s-2-2 s-3-2) (beside s-2-2 s-2-3) (beside s-3-2 s-4-2) (beside s-3-2 s-3-3)
    (beside s-4-2 s-5-2) (beside s-4-2 s-4-3) (beside s-5-2 s-6-2) (beside s-5-2 s-5-3) (beside s-6-2 s-6-3)
    (beside s-1-3 s-2-3) (beside s-1-3 s-1-4) (beside s-2-3 s-3-3) (beside s-2-3 s-2-4) (beside s-3-3 s-4-3)
    (beside s-3-3 s-3-4) (beside s-4-3 s-5-3) (beside s-4-3 s-4-4) (beside s-5-3 s-6-3) (beside s-5-3 s-5-4)
    (beside s-6-3 s-6-4) (beside s-1-4 s-2-4) (beside s-1-4 s-1-5) (beside s-2-4 s-3-4) (beside s-2-4 s-2-5)
    (beside s-3-4 s-4-4) (beside s-3-4 s-3-5) (beside s-4-4 s-5-4) (beside s-4-4 s-4-5) (beside s-5-4 s-6-4)
    (beside s-5-4 s-5-5) (beside s-6-4 s-6-5) (beside s-1-5 s-2-5) (beside s-1-5 s-1-6) (beside s-2-5 s-3-5)
    (beside s-2-5 s-2-6) (beside s-3-5 s-4-5) (beside s-3-5 s-3-6) (beside s-4-5 s-5-5) (beside s-4-5 s-4-6)
    (beside s-5-5 s-6-5) (beside s-5-5 s-5-6) (beside s-1-6 s-2-6) (beside s-2-6 s-3-6) (beside s-3-6 s-4-6)
    (beside s-4-6 s-5-6))
  (:goal (and
    (covered s-2-1) (covered s-3-1) (covered s-4-1) (covered s-5-1) (covered s-6-1) (covered s-1-2)
    (covered s-2-2) (covered s-3-2) (covered s-4-2) (covered s-5-2) (covered s-6-2) (covered s-1-3)
    (covered s-2-3) (covered s-3-3) (covered s-4-3) (covered s-5-3) (covered s-6-3) (covered s-1-4)
    (covered s-2-4) (covered s-3-4) (covered s-4-4) (covered s-5-4) (covered s-6-4) (covered s-1-5)
    (covered s-2-5) (covered s-3-5) (covered s-4-5) (covered s-5-5) (covered s-6-5) (covered s-1-6)
    (covered s-2-6) (covered s-3-6) (covered s-4-6) (covered s-5-6))))
