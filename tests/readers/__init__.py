"""What a reader sees of a payload: small independent readers of the platforms' markup, used as oracles."""
