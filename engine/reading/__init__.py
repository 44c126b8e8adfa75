"""Input in its many forms, as drafts of cards."""
