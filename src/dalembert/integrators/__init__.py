"""Methods of integration, the time loop that drives them, and events."""
