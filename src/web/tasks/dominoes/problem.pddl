; Every domino covers a white square and a black one, but the two corners that are missing have the same colour.
; draw cells s-{x}-{y}
; draw paint #0b6b7f (covered {cell})
(define (problem without-corners)
  (:domain dominoes)
  (:objects
    s-2-1 s-3-1 s-4-1 s-1-2 s-2-2 s-3-2 s-4-2 s-1-3 s-2-3 s-3-3 s-4-3 s-1-4 s-2-4 s-3-4 - square)
  (:init
    (open s-2-1) (open s-3-1) (open s-4-1) (open s-1-2) (open s-2-2) (open s-3-2) (open s-4-2) (open s-1-3)
    (open s-2-3) (open s-3-3) (open s-4-3) (open s-1-4) (open s-2-4) (open s-3-4)
    (beside s-2-1 s-3-1) (beside s-2-1 s-2-2) (beside s-3-1 s-4-1) (beside s-3-1 s-3-2) (beside s-4-1 s-4-2)
    (beside s-1-2 s-2-2) (beside s-1-2 s-1-3) (beside s-2-2 s-3-2) (beside s-2-2 s-2-3) (beside s-3-2 s-4-2)
    (beside s-3-2 s-3-3) (beside s-4-2 s-4-3) (beside s-1-3 s-2-3) (beside s-1-3 s-1-4) (beside s-2-3 s-3-3)
    (beside s-2-3 s-2-4) (beside s-3-3 s-4-3) (beside s-3-3 s-3-4) (beside s-1-4 s-2-4) (beside s-2-4 s-3-4))
  (:goal (and
    (covered s-2-1) (covered s-3-1) (covered s-4-1) (covered s-1-2) (covered s-2-2) (covered s-3-2)
    (covered s-4-2) (covered s-1-3) (covered s-2-3) (covered s-3-3) (covered s-4-3) (covered s-1-4)
    (covered s-2-4) (covered s-3-4))))
