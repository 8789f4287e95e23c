"""Registers: the new names of an author, a group or a corpus, settled once and then frozen.

Scopes wider than a document are replaced in two passes. Pass one collects the keys of all
identifiers (`Register.collect`), gives each a surrogate that nobody else of the scope has
(`Register.allocate`) and freezes the result in a file (`Register.freeze`). Pass two looks up what
was settled, so that it needs no shared state: documents may come in any order, on any number of
processes and machines, and come out the same.
"""

from .found import Found, Identifier
from .register import Register

__all__ = ["Found", "Identifier", "Register"]
