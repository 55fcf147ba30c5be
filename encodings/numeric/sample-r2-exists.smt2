; saut, task p
; encoding r2-exists, horizon 1
; a0: (start)
; a1: (up)
; a2: (copy)
(set-option :produce-models true)
(set-logic QF_LIA)
; INIT
; ITER 1
(declare-fun a0_1 () Bool)
; (on) is a0_1
(declare-fun a1_1 () Int)
(assert (and (<= 0 a1_1) (<= a1_1 10000)))
(define-fun t1 () Bool (> a1_1 0))
(assert (=> t1 a0_1))
(assert (=> t1 (> (+ 9 (* (- 1) (- a1_1 1))) 0)))
; (x) is a1_1
(declare-fun a2_1 () Bool)
(assert (=> a2_1 a0_1))
(define-fun t2 () Bool (and a0_1 (not a2_1)))
; (on) is t2
(define-fun t3 () Int (ite a2_1 a1_1 0))
; (y) is t3
; POST
(assert (> (+ t3 (- 2)) 0))
(check-sat)
(get-value (a0_1 a1_1 a2_1))
(exit)
