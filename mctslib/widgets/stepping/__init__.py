"""The stepper: go through one search phase by phase."""
