"""The symbols that the seeds ask for, as data, and whether they are there."""
