"""Every error and warning of the package, by code.

A message says what is wrong and what to do about it. No message ever holds text of a document,
a cell's value, a secret or a name: only positions, labels, column names and file names of the
user's own command.

Ranges: 1xx core, labels, config, identities; 2xx rules; 3xx persons and surrogates; 4xx corpus,
records and training; 5xx filter and evaluation; 6xx k-anonymity; 7xx command line.
"""

from __future__ import annotations


class HipsError(ValueError):
    """Raised for every error this package detects itself; the message starts with its code."""


class HipsWarning(UserWarning):
    """Category of every warning this package gives; the message starts with its code."""


class _Coded(type):
    """Puts "[E101] " before a message at the moment it is read, so that a code is written once."""

    def __getattribute__(cls, name: str) -> str:
        value: str = super().__getattribute__(name)
        if name.startswith(("E", "W")) and name[1:].isdigit():
            return f"[{name}] {value}"
        return value


class Errors(metaclass=_Coded):
    """Messages of errors; fill the fields with `str.format`."""

    # 1xx core, labels, config, identities
    E101 = "Unknown label {label!r}. Labels are: {known}."
    E102 = "Unknown action {action!r} for label {label}. Actions are: {known}."
    E103 = "Unknown profile {profile!r}. Profiles are: {known}."
    E104 = (
        "A secret was given in the config of {name!r}. Secrets never belong into a config: it is "
        "saved with the pipeline. Remove it and set the environment variable HIPS_SECRET or give "
        "a file (secret_file, --secret-file)."
    )
    E105 = (
        "Scope {scope!r} needs a secret that stays the same between runs. Set HIPS_SECRET or give "
        "a secret file (make one with: spacy-hips new-secret FILE)."
    )
    E106 = "The secret is too short: {length} bytes, at least {minimum} are needed."
    E107 = "The secret file {path} cannot be read: {reason}."
    E108 = (
        "This secret is not the one that {path} was made with. Use the same secret, or write to a "
        "new place."
    )
    E109 = "Unknown scope {scope!r}. Scopes are: {known}."
    E110 = (
        "A span has characters {start} to {end}, but the document has only {length} characters. "
        "Offsets count characters from 0, end exclusive."
    )
    E111 = "The span group {key!r} is not in the document. Groups there: {known}."
    E112 = (
        "The entity {entity!r} is not of the form LABEL:NUMBER with a known label and a number "
        "from 1, such as PERSON:2."
    )
    E113 = "No span of the group {key!r} has the characters {start} to {end} of the given span."
    E114 = "The span group {key!r} holds {spans} spans but {values} {attr}: it was edited in place."
    E115 = "{name!r} has no setting {setting!r}. Settings are: {known}."
    E116 = "{name!r}: {setting} must be {wanted}, not {got}."
    E117 = "Scope {scope!r} needs the {missing} of each document: call spacy_hips.set_ids on it."
    E118 = "The manifest {path} cannot be read: {reason}."
    E119 = "Scope {scope!r} needs a frozen allocation; this version supports: {known}."
    E120 = "{name!r}: the list file {path} cannot be read: {reason}."
    E121 = "{name!r}: the regular expression number {index} of {setting} is invalid: {reason}."
    E122 = (
        "The table of known people {path} cannot be used: {reason}. It needs a column person_id "
        "or name; further columns: aliases, emails, handles, role, author, group."
    )
    E123 = "A surrogate maker for {label} returned {got}, not text or None."

    # 2xx rules
    E201 = "Unknown region code {region!r}: use two letters, such as US."
    E202 = "The rule {rule!r} gave a span with the unknown label {label!r}."
    E203 = "The rule {rule!r} gave a span from {start} to {end}, outside the text or empty."

    # 3xx persons and surrogates
    E301 = (
        "The name tables cannot be read ({reason}). Install the package again, or build them with "
        "scripts/build_name_tables.py."
    )
    E302 = (
        "Unknown place of names. Places are a country's two-letter code, a culture or a region, as "
        "in spacy_hips/data/countries.tsv; None is everywhere."
    )
    E303 = 'Unknown gender. Genders are "F", "M" and "" for either.'

    # 4xx corpus, records and training
    E401 = "The template {where!r} cannot be read at character {position}: a bracket or a slot."
    E402 = "There are no {kind} called {name!r}. Add some to the templates, or correct the name."
    E403 = "Unknown split {split!r}. Splits are: {known}."
    E404 = "{path} is not there, or lacks what is read from it. Give another folder."
    E405 = "The name tables hold no forenames or surnames for the split {split!r}."
    E406 = "Unknown balance {balance!r}. People are balanced by country or by region."
    E407 = "A template asks for {slot!r}, which nothing fills."
    E411 = "Record {number} of {path} cannot be read: {reason}."
    E412 = "{path} holds no records. Nothing can be trained or measured on it."
    E413 = "Record {number} has the unknown label {label!r}. Labels are: {known}."
    E414 = "Record {number}: a span goes from {start} to {end}, outside the text or empty."
    E415 = (
        "Record {number}: spans overlap at characters {start} to {end}. Keep one of them, or read "
        "with overlaps='longest'."
    )
    E416 = (
        "Record {number}: a span from {start} to {end} does not begin and end where tokens do. "
        "Correct the offsets, or convert with misaligned='expand' or 'drop'."
    )
    E417 = "{path}: unknown format. Names end in .json (Kaggle), .jsonl (offsets) or .spacy."
    E418 = "{setting} must be one of {known}, not {got!r}."


class Warnings(metaclass=_Coded):
    """Messages of warnings; fill the fields with `str.format`."""

    # 1xx core
    W101 = (
        "Nothing that finds personal names has run on this pipeline: names are not searched, only "
        "what rules can find. Add a trained pipeline (en_hips_student) or any component that sets "
        "doc.ents with persons before {name!r}."
    )
    W102 = "{count} surrogate(s) for {label} could not be made and became [{label}]."
    W103 = "No secret was given: one was drawn for this run, so a later run replaces differently."
    W104 = "The entity ruler of {name!r} dropped {count} entries that are no known label."
