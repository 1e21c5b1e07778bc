"""What only river crossings have: plans in time, numbers that `plan show` tells, solutions listed.

`schedule`       crossings in time: told, and written with gaps between what interferes
`timed_replay`   from a plan in time to a schedule, replayed against the rules
`asked`          what can be asked of river crossings: the family's entry
"""
