; task p
; exists, horizon 2
; a0: (start)
; a1: (up)
; a2: (copy)
(set-option :produce-models true)
(set-logic QF_LIA)
; INIT
; ITER 1
(declare-fun a0_1 () Bool)
(define-fun t1 () Bool a0_1)
; ITER 2
(declare-fun a0_2 () Bool)
(assert (=> a0_2 (not t1)))
(declare-fun a1_2 () Bool)
(assert (=> a1_2 (and t1 (> (+ (* (- 1) 0) 9) 0))))
(declare-fun a2_2 () Bool)
(assert (=> a2_2 t1))
(assert (=> a2_2 (not a1_2)))
(assert (not (and a0_2 a2_2)))
(define-fun t2 () Bool (or a0_2 (and t1 (not a2_2))))
(define-fun t3 () Int (ite a2_2 0 0))
(define-fun t4 () Int (+ 0 (ite a1_2 1 0)))
; POST
(assert (> (+ t3 (- 2)) 0))
(check-sat)
(get-value (a0_1 a0_2 a1_2 a2_2))
(exit)
