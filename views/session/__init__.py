"""One screen's work: the open evening, what is drawn when, files and the device."""
