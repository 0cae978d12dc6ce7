"""Draw the picture of the README again, docs/estimators.png: `make picture`."""

from pathlib import Path

from passk.explorers import explore_estimators

PICTURE = Path(__file__).parents[1] / "docs" / "estimators.png"


def main():
    """Write the picture."""
    PICTURE.parent.mkdir(exist_ok=True)
    PICTURE.write_bytes(explore_estimators(10, 3, 5).picture().data)


if __name__ == "__main__":
    main()
