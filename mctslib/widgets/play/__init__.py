"""The board one plays on, and what stands around it."""
