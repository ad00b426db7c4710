"""Tests of the studies over what runs wrote."""
