"""Hangs the verbs into spaCy's own command line: `python -m spacy hips VERB ...`."""

import typer
from spacy.cli._util import app

from ._app import main


@app.command(
    "hips",
    context_settings={
        "allow_extra_args": True,
        "ignore_unknown_options": True,
        "help_option_names": [],
    },
)
def hips(context: typer.Context) -> None:
    """De-identify student writing; see spacy-hips --help."""
    raise SystemExit(main(context.args))
