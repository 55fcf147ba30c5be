; saut, task p
; encoding exists, horizon 2
; a0: (start)
; a1: (up)
; a2: (copy)
(set-option :produce-models true)
(set-logic QF_LIA)
; INIT
; ITER 1
(declare-fun a0_1 () Bool)
; (on) is a0_1
; ITER 2
(declare-fun a0_2 () Bool)
(assert (=> a0_2 (not a0_1)))
(declare-fun a1_2 () Bool)
(assert (=> a1_2 a0_1))
(declare-fun a2_2 () Bool)
(assert (=> a2_2 a0_1))
(assert (=> a2_2 (not a1_2)))
(assert (not (and a0_2 a2_2)))
(define-fun t1 () Bool (or a0_2 (and a0_1 (not a2_2))))
; (on) is t1
(define-fun t2 () Int (ite a1_2 1 0))
; (x) is t2
; POST
(assert false)
(check-sat)
(get-value (a0_1 a0_2 a1_2 a2_2))
(exit)
