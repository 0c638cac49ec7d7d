"""Commands: `dalembert compare arm.py`."""
