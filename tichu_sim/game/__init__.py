"""The game of Tichu, and nothing else: cards, rules, legal plays, one round, its record."""
