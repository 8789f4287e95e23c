"""vicary in its mode "local": names of private people by lists of public ones, and patterns."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

LABELS = {"NAME": "PERSON", "ADDRESS": "STREET_ADDRESS", "PHONE": "PHONE_NUM",
          "URL": "URL_PERSONAL", "ZIP_CODE": "ZIP", "ORGANIZATION": "EMPLOYER",
          "US_SOCIAL_SECURITY_NUMBER": "ID_NUM", "CREDIT_DEBIT_CARD_NUMBER": "ID_NUM",
          "US_BANK_ACCOUNT_NUMBER": "ID_NUM", "US_BANK_ROUTING_NUMBER": "ID_NUM",
          "US_PASSPORT_NUMBER": "ID_NUM", "DRIVER_ID": "ID_NUM", "LICENSE_PLATE": "ID_NUM",
          "MAC_ADDRESS": "ID_NUM"}  # fmt: skip
INSTALL = "pip install vicary"


def load(settings: dict[str, Any]) -> Callable[[list[str]], Iterator[list[Any]]]:
    """The finder. It is not told who wrote a text: the other tools are not, either."""
    from vicary import build_redactor_if_enabled

    redactor = build_redactor_if_enabled("local", names=settings.get("names") or None)

    def find(texts: list[str]) -> Iterator[list[Any]]:
        for text in texts:
            done = redactor.redact_inbound(text)
            yield [
                [s.orig_start, s.orig_end, _kind(done.text[s.new_start : s.new_end])]
                for s in done.spans()
            ]

    return find


def _kind(placeholder: str) -> str:
    """ "{NAME_1}" is "NAME"."""
    return placeholder.strip("{}").rstrip("0123456789").rstrip("_")
