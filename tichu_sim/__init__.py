"""Simulation and analytics for the card game Tichu."""

__version__ = "0.1.0"
