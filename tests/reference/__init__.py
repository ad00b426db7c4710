"""The slow twin: Tichu in plain Python, written from the rules alone.

Nothing here is fast and nothing here knows the engine. The tests hold the two against each other.
Rule numbers (R4.5, A17, ...) are those of the rules specification.
"""
