; task p
; r2-exists, horizon 1
; a0: (start)
; a1: (up)
; a2: (copy)
(set-option :produce-models true)
(set-logic QF_LIA)
; INIT
; ITER 1
(declare-fun a0_1 () Bool)
(define-fun t1 () Bool a0_1)
(declare-fun a1_1 () Int)
(assert (and (<= 0 a1_1) (<= a1_1 10000)))
(define-fun t2 () Bool (> a1_1 0))
(assert (=> t2 (and t1 (> (+ (* (- 1) 0) 9) 0))))
(assert (=> t2 (> (+ (+ (* (- 1) 0) 9) (* (- 1) (- a1_1 1))) 0)))
(define-fun t3 () Int (+ 0 a1_1))
(declare-fun a2_1 () Bool)
(assert (=> a2_1 t1))
(define-fun t4 () Bool (and t1 (not a2_1)))
(define-fun t5 () Int (ite a2_1 t3 0))
; POST
(assert (> (+ t5 (- 2)) 0))
(check-sat)
(get-value (a0_1 a1_1 a2_1))
(exit)
