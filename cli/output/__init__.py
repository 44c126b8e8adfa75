"""How answers look."""
