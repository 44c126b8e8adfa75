"""Run ``python -m wdm``."""

from wdm.cli.app import main

if __name__ == "__main__":
    main()
