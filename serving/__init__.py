"""The web server: it gives out the app's page and keeps the connection to every phone."""
