"""What memory means."""
