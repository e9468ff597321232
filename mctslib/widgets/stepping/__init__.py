"""Show the stepper, with which a reader steps through a search phase by phase."""
