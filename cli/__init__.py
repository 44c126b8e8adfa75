"""What people and scripts type."""
