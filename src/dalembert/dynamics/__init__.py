"""`Dynamics`: native functions of equations and their solution, and how any subject becomes one."""
