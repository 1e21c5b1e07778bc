; load, drive, unload
(define (problem parcels-1) (:domain parcels)
  (:objects north south - depot lorry - truck book - parcel)
  (:init (parked lorry north) (within book north))
  (:goal (within book south)))
