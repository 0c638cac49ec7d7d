"""Systems of systems: equations of a whole from those of its subsystems, leaves to root."""
