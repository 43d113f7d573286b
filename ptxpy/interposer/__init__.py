"""Recording the launches that a program makes on a GPU, between it and the driver."""
