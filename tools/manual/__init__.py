"""The manual: pages made from what is in the repository, and a site made of them by Sphinx."""
