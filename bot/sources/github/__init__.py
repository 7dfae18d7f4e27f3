"""GitHub: repositories, with a token by REST and GraphQL, without one by the Atom feeds of their pages."""
