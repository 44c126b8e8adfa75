"""A memory for local agents that a person can read, correct and trust."""

__version__ = "0.1.0"
