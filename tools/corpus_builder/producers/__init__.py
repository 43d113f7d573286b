"""One module a producer; `corpus_builder.registry` finds them by name."""
