"""From the recorded trace to IR: label numbers, fresh registers, trivia."""
