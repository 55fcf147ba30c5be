; saut, puzzle two-jumps
; encoding smt, horizon 2
(set-option :produce-models true)
(set-logic QF_UF)
; INIT
(declare-fun i0x0y0 () Bool)
(declare-fun i0x1y0 () Bool)
(declare-fun i0x2y0 () Bool)
(declare-fun i0x3y0 () Bool)
(declare-fun i0x4y0 () Bool)
(assert i0x0y0)
(assert i0x1y0)
(assert (not i0x2y0))
(assert i0x3y0)
(assert (not i0x4y0))
; ITER 1
(declare-fun i1x0y0 () Bool)
(declare-fun i1x1y0 () Bool)
(declare-fun i1x2y0 () Bool)
(declare-fun i1x3y0 () Bool)
(declare-fun i1x4y0 () Bool)
(assert (or
  (and
    i0x0y0 i0x1y0 (not i0x2y0) ; (1)
    (not i1x0y0) (not i1x1y0) i1x2y0 ; (2)
    (= i0x3y0 i1x3y0) (= i0x4y0 i1x4y0) ; (3)
  )
  (and
    i0x1y0 i0x2y0 (not i0x3y0) ; (1)
    (not i1x1y0) (not i1x2y0) i1x3y0 ; (2)
    (= i0x0y0 i1x0y0) (= i0x4y0 i1x4y0) ; (3)
  )
  (and
    i0x2y0 i0x3y0 (not i0x4y0) ; (1)
    (not i1x2y0) (not i1x3y0) i1x4y0 ; (2)
    (= i0x0y0 i1x0y0) (= i0x1y0 i1x1y0) ; (3)
  )
  (and
    i0x2y0 i0x1y0 (not i0x0y0) ; (1)
    (not i1x2y0) (not i1x1y0) i1x0y0 ; (2)
    (= i0x3y0 i1x3y0) (= i0x4y0 i1x4y0) ; (3)
  )
  (and
    i0x3y0 i0x2y0 (not i0x1y0) ; (1)
    (not i1x3y0) (not i1x2y0) i1x1y0 ; (2)
    (= i0x0y0 i1x0y0) (= i0x4y0 i1x4y0) ; (3)
  )
  (and
    i0x4y0 i0x3y0 (not i0x2y0) ; (1)
    (not i1x4y0) (not i1x3y0) i1x2y0 ; (2)
    (= i0x0y0 i1x0y0) (= i0x1y0 i1x1y0) ; (3)
  )
))
; ITER 2
(declare-fun i2x0y0 () Bool)
(declare-fun i2x1y0 () Bool)
(declare-fun i2x2y0 () Bool)
(declare-fun i2x3y0 () Bool)
(declare-fun i2x4y0 () Bool)
(assert (or
  (and
    i1x0y0 i1x1y0 (not i1x2y0) ; (1)
    (not i2x0y0) (not i2x1y0) i2x2y0 ; (2)
    (= i1x3y0 i2x3y0) (= i1x4y0 i2x4y0) ; (3)
  )
  (and
    i1x1y0 i1x2y0 (not i1x3y0) ; (1)
    (not i2x1y0) (not i2x2y0) i2x3y0 ; (2)
    (= i1x0y0 i2x0y0) (= i1x4y0 i2x4y0) ; (3)
  )
  (and
    i1x2y0 i1x3y0 (not i1x4y0) ; (1)
    (not i2x2y0) (not i2x3y0) i2x4y0 ; (2)
    (= i1x0y0 i2x0y0) (= i1x1y0 i2x1y0) ; (3)
  )
  (and
    i1x2y0 i1x1y0 (not i1x0y0) ; (1)
    (not i2x2y0) (not i2x1y0) i2x0y0 ; (2)
    (= i1x3y0 i2x3y0) (= i1x4y0 i2x4y0) ; (3)
  )
  (and
    i1x3y0 i1x2y0 (not i1x1y0) ; (1)
    (not i2x3y0) (not i2x2y0) i2x1y0 ; (2)
    (= i1x0y0 i2x0y0) (= i1x4y0 i2x4y0) ; (3)
  )
  (and
    i1x4y0 i1x3y0 (not i1x2y0) ; (1)
    (not i2x4y0) (not i2x3y0) i2x2y0 ; (2)
    (= i1x0y0 i2x0y0) (= i1x1y0 i2x1y0) ; (3)
  )
))
; POST
(assert (not i2x0y0))
(assert (not i2x1y0))
(assert (not i2x2y0))
(assert (not i2x3y0))
(assert i2x4y0)
(check-sat)
(get-value (i0x0y0 i0x1y0 i0x2y0 i0x3y0 i0x4y0 i1x0y0 i1x1y0 i1x2y0 i1x3y0 i1x4y0 i2x0y0 i2x1y0 i2x2y0 i2x3y0 i2x4y0))
(exit)
