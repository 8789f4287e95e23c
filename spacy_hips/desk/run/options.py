"""What a run is asked for, as plain values; the command line fills them in from its options."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields

from ...core.errors import HipsError
from ...core.ids import SCOPES
from ...core.labels import PROFILES
from ...replace.surrogates.realism import REALISMS
from ...text.page.languages import OTHER_LANGUAGES
from ..errors import Errors
from ..files.decoding import DEFAULT_ENCODING
from ..files.file_formats import FORMATS, STANDARD

ENGINES: tuple[str, ...] = ("processes", "ray", "spark")
"""What can share the work on a folder of parts (desk/frames/engines.py)."""
NUMBERS = ("n_process", "batch_size")
CHOICES: Mapping[str, Sequence[str]] = {
    "format": ("", *FORMATS),
    "profile": ("", *PROFILES),
    "realism": ("", *REALISMS),
    "scope": ("", *SCOPES),
    "other_languages": ("", *OTHER_LANGUAGES),
}


@dataclass(frozen=True, kw_only=True)
class JobOptions:
    """What to read, what to find, what to do with it, and where to write it.

    Each has the name and the meaning of an option of `spacy-hips anonymize` (docs/cli.md). Files
    and folders are given as strings or paths; "" is none, and "-" a standard stream.

    input, output (str): What is read, and where to.
    columns (Mapping[str, str]): Role by column; empty for the obvious ones.
    format, encoding, delimiter (str): How the input is read; "" finds out.
    model (str): A trained pipeline: package or folder; "" for the installed one.
    rules_only (bool): Search without a trained pipeline.
    lang (str): The language of the texts.
    regions (Sequence[str]): Countries (two letters) that the texts come from, the likeliest first.
    day_first (bool): 3/4 is the 3rd of April, unless the dates of a document tell otherwise.
    other_languages (str): What is done with text in a language that the pipeline does not read:
        skip, rules or all; "" leaves the pipeline's.
    cues (Sequence[str]): Labels that are found by cue: PROFESSION, TRANSPORT, SENSITIVE, OTHER.
    known_people (str): A table of people.
    allow (Sequence[str]): Files of what is never hidden.
    deny (Mapping[str, Sequence[str]]): Files of what is always hidden, by label.
    spans (str): A file of reviewed spans: these are replaced, and no others.
    decisions (Sequence[str]): Files of what reviewers decided about places of the texts.
    profile, realism, scope (str): As those of hips_anonymizer; "" leaves the pipeline's.
    action (Mapping[str, str]): Action by label.
    shuffle (Sequence[str]): Labels whose values are exchanged between documents.
    shuffle_min_authors (int): The fewest authors of a value that is exchanged; None for the
        default.
    fill_placeholders (bool): Put names where somebody has put placeholders before.
    secret_file (str): The secret; "" takes HIPS_SECRET.
    register (str): New names that all runs share, for the wider scopes.
    key_file (str): Where to note, encrypted, what undoes the run.
    passphrase_file (str): The passphrase of the key file; "" takes HIPS_KEY_PASSPHRASE.
    internal_dir (str): A folder for rejected rows, spans and ids.
    n_process, batch_size (int): Worker processes, and documents at a time.
    force, resume (bool): Replace an output that is there; go on with an interrupted run.
    RAISES (HipsError): E418 or E730 for a value that makes no sense.

    EXAMPLE:
        >>> JobOptions(input="essays.csv", output="public.csv", columns={"essay": "text"}).resume
        False
    """

    input: str = STANDARD
    output: str = STANDARD
    columns: Mapping[str, str] = field(default_factory=dict)
    format: str = ""
    encoding: str = DEFAULT_ENCODING
    delimiter: str = ""
    model: str = ""
    rules_only: bool = False
    lang: str = "en"
    regions: Sequence[str] = ()
    day_first: bool = False
    other_languages: str = ""
    cues: Sequence[str] = ()
    known_people: str = ""
    allow: Sequence[str] = ()
    deny: Mapping[str, Sequence[str]] = field(default_factory=dict)
    spans: str = ""
    decisions: Sequence[str] = ()
    profile: str = ""
    realism: str = ""
    scope: str = ""
    action: Mapping[str, str] = field(default_factory=dict)
    shuffle: Sequence[str] = ()
    shuffle_min_authors: int | None = None
    fill_placeholders: bool = False
    secret_file: str = ""
    register: str = ""
    key_file: str = ""
    passphrase_file: str = ""
    internal_dir: str = ""
    n_process: int = 1
    batch_size: int = 64
    force: bool = False
    resume: bool = False

    def __post_init__(self) -> None:
        for own in fields(self):
            if isinstance(own.default, str):
                object.__setattr__(self, own.name, str(getattr(self, own.name) or own.default))
        for name in NUMBERS:
            if getattr(self, name) < 1:
                setting = "--" + name.replace("_", "-")
                raise HipsError(Errors.E730.format(setting=setting, wanted="1 or more"))
        for name, known in CHOICES.items():
            if (got := getattr(self, name)) not in known:
                known = [choice for choice in known if choice]
                raise HipsError(Errors.E418.format(setting=name, known=", ".join(known), got=got))

    @property
    def lists(self) -> list[str]:
        """The files of what is never and of what is always hidden."""
        return [*self.allow, *(path for paths in self.deny.values() for path in paths)]

    @property
    def read(self) -> list[str]:
        """Whatever the run reads; a model may be the name of a package, too."""
        files = [
            self.input,
            self.spans,
            *self.decisions,
            self.model,
            self.known_people,
            *self.lists,
        ]
        return [*files, self.secret_file, self.passphrase_file]

    @property
    def kept(self) -> list[str]:
        """What the run reads and adds to."""
        return [self.register, self.key_file]
