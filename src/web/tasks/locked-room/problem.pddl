; The key of the cellar is in the cellar.
(define (problem key-locked-in)
  (:domain locked-room)
  (:objects hall kitchen cellar - room  brass iron - key)
  (:init
    (at-robot hall) (opened hall) (locked kitchen) (locked cellar)
    (door hall kitchen) (door kitchen hall) (door hall cellar) (door cellar hall)
    (lock brass kitchen) (lock iron cellar)
    (lies brass hall) (lies iron cellar))
  (:goal (at-robot cellar)))
