; saut, puzzle two-jumps
; encoding smt, form integer, horizon 2
; f0_T peg-11@T
; f1_T peg-21@T
; f2_T peg-31@T
; f3_T peg-41@T
; f4_T peg-51@T
; j_T=0 jump-11-31@T
; j_T=1 jump-21-41@T
; j_T=2 jump-31-51@T
; j_T=3 jump-31-11@T
; j_T=4 jump-41-21@T
; j_T=5 jump-51-31@T
(set-option :produce-models true)
(set-logic QF_LIA)
(declare-fun f0_0 () Bool)
(declare-fun f1_0 () Bool)
(declare-fun f2_0 () Bool)
(declare-fun f3_0 () Bool)
(declare-fun f4_0 () Bool)
(declare-fun f0_1 () Bool)
(declare-fun f1_1 () Bool)
(declare-fun f2_1 () Bool)
(declare-fun f3_1 () Bool)
(declare-fun f4_1 () Bool)
(declare-fun f0_2 () Bool)
(declare-fun f1_2 () Bool)
(declare-fun f2_2 () Bool)
(declare-fun f3_2 () Bool)
(declare-fun f4_2 () Bool)
(assert f0_0)
(assert f1_0)
(assert (not f2_0))
(assert f3_0)
(assert (not f4_0))
(declare-fun j_1 () Int)
(assert (and (<= 0 j_1) (< j_1 6)))
(assert (=> (= j_1 0) (and f0_0 f1_0 (not f2_0) f2_1 (not f0_1) (not f1_1))))
(assert (=> (= j_1 1) (and f1_0 f2_0 (not f3_0) f3_1 (not f1_1) (not f2_1))))
(assert (=> (= j_1 2) (and f2_0 f3_0 (not f4_0) f4_1 (not f2_1) (not f3_1))))
(assert (=> (= j_1 3) (and f2_0 f1_0 (not f0_0) f0_1 (not f2_1) (not f1_1))))
(assert (=> (= j_1 4) (and f3_0 f2_0 (not f1_0) f1_1 (not f3_1) (not f2_1))))
(assert (=> (= j_1 5) (and f4_0 f3_0 (not f2_0) f2_1 (not f4_1) (not f3_1))))
(assert (or (= f0_0 f0_1) (= j_1 0) (= j_1 3)))
(assert (or (= f1_0 f1_1) (= j_1 0) (= j_1 1) (= j_1 3) (= j_1 4)))
(assert (or (= f2_0 f2_1) (= j_1 0) (= j_1 1) (= j_1 2) (= j_1 3) (= j_1 4) (= j_1 5)))
(assert (or (= f3_0 f3_1) (= j_1 1) (= j_1 2) (= j_1 4) (= j_1 5)))
(assert (or (= f4_0 f4_1) (= j_1 2) (= j_1 5)))
(declare-fun j_2 () Int)
(assert (and (<= 0 j_2) (< j_2 6)))
(assert (=> (= j_2 0) (and f0_1 f1_1 (not f2_1) f2_2 (not f0_2) (not f1_2))))
(assert (=> (= j_2 1) (and f1_1 f2_1 (not f3_1) f3_2 (not f1_2) (not f2_2))))
(assert (=> (= j_2 2) (and f2_1 f3_1 (not f4_1) f4_2 (not f2_2) (not f3_2))))
(assert (=> (= j_2 3) (and f2_1 f1_1 (not f0_1) f0_2 (not f2_2) (not f1_2))))
(assert (=> (= j_2 4) (and f3_1 f2_1 (not f1_1) f1_2 (not f3_2) (not f2_2))))
(assert (=> (= j_2 5) (and f4_1 f3_1 (not f2_1) f2_2 (not f4_2) (not f3_2))))
(assert (or (= f0_1 f0_2) (= j_2 0) (= j_2 3)))
(assert (or (= f1_1 f1_2) (= j_2 0) (= j_2 1) (= j_2 3) (= j_2 4)))
(assert (or (= f2_1 f2_2) (= j_2 0) (= j_2 1) (= j_2 2) (= j_2 3) (= j_2 4) (= j_2 5)))
(assert (or (= f3_1 f3_2) (= j_2 1) (= j_2 2) (= j_2 4) (= j_2 5)))
(assert (or (= f4_1 f4_2) (= j_2 2) (= j_2 5)))
(assert (not f0_2))
(assert (not f1_2))
(assert (not f2_2))
(assert (not f3_2))
(assert f4_2)
(check-sat)
(get-value (f0_0 f1_0 f2_0 f3_0 f4_0 f0_1 f1_1 f2_1 f3_1 f4_1 f0_2 f1_2 f2_2 f3_2 f4_2 j_1 j_2))
(exit)
