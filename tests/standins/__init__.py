"""Stand-ins for the services that the bot talks to: ours, over real sockets, with switches for what goes wrong."""
