"""A family that lives in the tests only, written against the public interfaces: jugs that are filled, emptied and poured."""
