"""The corpus comes back."""
