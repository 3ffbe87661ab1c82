"""Tests of forms made from JSON Schema."""
