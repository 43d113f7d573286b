"""The meaning of instructions: functions on NumPy values, and on the machine."""
