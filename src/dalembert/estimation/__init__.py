"""Parameters from measurements, and what is uncertain about motions: fits, regressors, propagation, tolerances."""
