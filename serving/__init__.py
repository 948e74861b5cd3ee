"""The web server: it serves the app's page and keeps the connection to every phone."""
