; The player must push 3 stones onto the goals:
;
;   #######
;   #.@ # #
;   #.$   #
;   #.$ $ #
;   #  #  #
;   #######
;
; How the studio draws the task: the cells by their names, and the pieces on them.
; draw cells c-{x}-{y}
; draw mark (goal {cell})
; draw piece ■ (at stone-* {cell})
; draw piece ● (at player {cell})
(define (problem three-stones)
  (:domain sokoban)
  (:objects
    player - player
    stone-1 stone-2 stone-3 - stone
    right left down up - direction
    c-1-1 c-2-1 c-3-1 c-5-1 c-1-2 c-2-2 c-3-2 c-4-2 c-5-2 c-1-3 c-2-3 c-3-3 c-4-3 c-5-3 c-1-4 c-2-4 c-4-4
    c-5-4 - cell)
  (:init
    (at player c-2-1)
    (at stone-1 c-2-2) (at stone-2 c-2-3) (at stone-3 c-4-3)
    (goal c-1-1) (goal c-1-2) (goal c-1-3)
    (clear c-1-1) (clear c-3-1) (clear c-5-1) (clear c-1-2) (clear c-3-2) (clear c-4-2) (clear c-5-2)
    (clear c-1-3) (clear c-3-3) (clear c-5-3) (clear c-1-4) (clear c-2-4) (clear c-4-4) (clear c-5-4)
    (next c-1-1 c-2-1 right) (next c-1-1 c-1-2 down)
    (next c-2-1 c-3-1 right) (next c-2-1 c-1-1 left) (next c-2-1 c-2-2 down)
    (next c-3-1 c-2-1 left) (next c-3-1 c-3-2 down)
    (next c-5-1 c-5-2 down)
    (next c-1-2 c-2-2 right) (next c-1-2 c-1-3 down) (next c-1-2 c-1-1 up)
    (next c-2-2 c-3-2 right) (next c-2-2 c-1-2 left) (next c-2-2 c-2-3 down) (next c-2-2 c-2-1 up)
    (next c-3-2 c-4-2 right) (next c-3-2 c-2-2 left) (next c-3-2 c-3-3 down) (next c-3-2 c-3-1 up)
    (next c-4-2 c-5-2 right) (next c-4-2 c-3-2 left) (next c-4-2 c-4-3 down)
    (next c-5-2 c-4-2 left) (next c-5-2 c-5-3 down) (next c-5-2 c-5-1 up)
    (next c-1-3 c-2-3 right) (next c-1-3 c-1-4 down) (next c-1-3 c-1-2 up)
    (next c-2-3 c-3-3 right) (next c-2-3 c-1-3 left) (next c-2-3 c-2-4 down) (next c-2-3 c-2-2 up)
    (next c-3-3 c-4-3 right) (next c-3-3 c-2-3 left) (next c-3-3 c-3-2 up)
    (next c-4-3 c-5-3 right) (next c-4-3 c-3-3 left) (next c-4-3 c-4-4 down) (next c-4-3 c-4-2 up)
    (next c-5-3 c-4-3 left) (next c-5-3 c-5-4 down) (next c-5-3 c-5-2 up)
    (next c-1-4 c-2-4 right) (next c-1-4 c-1-3 up)
    (next c-2-4 c-1-4 left) (next c-2-4 c-2-3 up)
    (next c-4-4 c-5-4 right) (next c-4-4 c-4-3 up)
    (next c-5-4 c-4-4 left) (next c-5-4 c-5-3 up)
    (= (total-cost) 0))
  (:goal (and (at stone-1 c-1-1) (at stone-2 c-1-2) (at stone-3 c-1-3)))
  (:metric minimize (total-cost)))
