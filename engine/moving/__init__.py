"""Moving house: a store as lines of text, and such lines, or other programs' stores, taken in."""
