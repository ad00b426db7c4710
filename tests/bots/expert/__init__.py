"""The bot `expert`."""
