"""`python -m meshinject`."""

from meshinject.cli import main

main()
