"""The HTTP door: public pages, and what whoever runs the bot watches. It is handed what it shows."""
