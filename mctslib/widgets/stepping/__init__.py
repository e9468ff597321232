"""The stepper: one search, walked through phase by phase."""
