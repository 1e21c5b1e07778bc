"""What only river crossings have: plans in time.

`schedule`       crossings in time: told, and written with gaps between what interferes
`timed_replay`   from a plan in time to a schedule, replayed against the rules
"""
