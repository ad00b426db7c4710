"""Players: one file a bot; all answer the same questions."""
