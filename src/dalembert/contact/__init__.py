"""Contacts along runs: which close, open, stick and slip, impacts, and time stepping."""
