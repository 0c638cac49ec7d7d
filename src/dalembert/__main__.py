"""The command `python -m dalembert`, the same as `dalembert`."""

from dalembert.cli.commands import main

main()
