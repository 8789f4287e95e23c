"""A small server on this machine, with a demo page."""

MOST_BYTES = 200_000
"""The longest request, if nothing else is asked for: some 35,000 words."""
_BYTES_A_SECOND = MOST_BYTES / 60


def seconds_for(most_bytes: int) -> float:
    """How long a text may take: a minute, and longer where longer texts are taken.

    most_bytes (int): The longest request.
    """
    return max(MOST_BYTES, most_bytes) / _BYTES_A_SECOND
