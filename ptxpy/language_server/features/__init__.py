"""The requests of the protocol, a module a subject: each registers its handlers with the server."""
