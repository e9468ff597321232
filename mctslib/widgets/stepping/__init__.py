"""Show the stepper, with which a reader goes through one search phase by phase."""
