"""Write what the guides say of the code: labels, languages, options, components, errors.

    python scripts/build_reference.py -o docs

Pages of docs/reference are written as a whole. In other pages a table is written between its marks,
`<!-- written: NAME -->` and `<!-- end -->`. So nothing is written twice. `tests/scripts` compares.
"""

from __future__ import annotations

import argparse
import importlib
import inspect
import json
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from spacy.language import Language

import spacy_hips
from spacy_hips.cli._app import VERBS
from spacy_hips.cli.errors import Errors, Warnings
from spacy_hips.core.labels import LABELS, PROFILES
from spacy_hips.desk.review.codebook import codebook
from spacy_hips.text.lexicon.language import PATTERNS, TABLES, language, languages

ROOT = Path(__file__).parents[1]
EXAMPLES = Path(__file__).parent / "reference" / "labels.tsv"
HEADER = "<!-- Written by scripts/build_reference.py: change the code, not this page. -->\n\n"
GROUPS = {
    "spacy_misc": "Rules, surrogates, passes, verifiers, formats (`@misc`)",
    "spacy_architectures": "Models (`@architectures`)",
    "spacy_callbacks": "Callbacks (`@callbacks`)",
    "spacy_readers": "Corpora (`@readers`)",
    "spacy_scorers": "Scorers (`@scorers`)",
    "spacy_optimizers": "Optimisers (`@optimizers`)",
    "spacy_schedules": "Schedules (`@schedules`)",
    "spacy_batchers": "Batchers (`@batchers`)",
    "spacy_loggers": "Loggers (`@loggers`)",
}
RANGES = {
    "1": "labels, config, identities",
    "2": "rules",
    "3": "persons and surrogates",
    "4": "corpus, records and training",
    "5": "filter and evaluation",
    "6": "k-anonymity",
    "7": "command line",
    "8": "review, corpora and releases",
}
SHARED = ("input", "pipeline", "actions")
"""Groups of options that several verbs have alike."""
MARKED = re.compile(r"<!-- written: ([\w -]+?) -->.*?<!-- end -->", re.S)
_SETTING = re.compile(r"^(\*{0,2}\w+(?:, \w+)*)(?: \((.*?)\))?: (.*)$")


def cell(text: object) -> str:
    """A text as it may stand in a cell of a table."""
    return re.sub(r"\s+", " ", str(text)).replace("|", "\\|").replace("<", "&lt;").strip()


def code(text: object) -> str:
    """A value as code, in a cell of a table."""
    if "|" not in str(text):
        return f"`{text}`"
    # GitHub wants a bar in code escaped, and mkdocs shows the escape: both read this.
    return f"<code>{str(text).replace('<', '&lt;').replace('|', '&#124;')}</code>"


def table(head: tuple[str, ...], rows: list[tuple[str, ...]]) -> str:
    """Rows below a head, in Markdown."""
    lines = [head, ("---",) * len(head), *rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines) + "\n"


def summary(thing: object) -> str:
    """The first paragraph of a docstring, in one line."""
    return " ".join((inspect.getdoc(thing) or "").split("\n\n")[0].split())


def settings(maker: object) -> Mapping[str, tuple[str, str]]:
    """What a docstring says of each argument: its type and its sentence."""
    found: dict[str, tuple[str, str]] = {}
    name = ""
    for line in (inspect.getdoc(maker) or "").splitlines():
        if told := _SETTING.match(line):
            name = told[1]
            for part in name.split(", "):
                found[part] = (told[2] or "", told[3])
        elif line.startswith("    ") and name:
            for part in name.split(", "):
                found[part] = (found[part][0], f"{found[part][1]} {line.strip()}")
        else:
            name = ""
    return found


def labels() -> dict[str, str]:
    """Tables of all labels: an example and who finds it, what each profile does, other names."""
    notes = {}
    for line in EXAMPLES.read_text("utf8").splitlines():
        if not line.startswith("#"):
            label, example, finder = line.split("\t")
            notes[label] = (example, finder)
    rows = [
        (code(row.name), row.kind, cell(notes[row.name][0]), cell(notes[row.name][1]))
        for row in LABELS.values()
    ]
    actions = [
        (code(name), *(profile.actions[name] for profile in PROFILES.values())) for name in LABELS
    ]
    names = [
        tuple(map(cell, (code(row.name), *map(", ".join, _elsewhere(row)), row.kaggle)))
        for row in LABELS.values()
    ]
    return {
        "labels": table(("label", "kind", "example", "who finds it"), rows),
        "actions": table(("label", *map(code, PROFILES)), actions),
        "schemes": table(("label", "OntoNotes", "Presidio", "SweLL", "PIIvot", "Kaggle"), names),
    }


def codebook_table() -> str:
    """The codebook of reviewers: an entry a row."""
    rows = [
        (
            code(one.about),
            *map(cell, (one.definition, "; ".join(one.yes), "; ".join(one.no))),
            "<br>".join(cell(f"{case} *{answer}*") for case, answer in one.cases),
        )
        for one in codebook()
    ]
    return table(("role or label", "what it is", "examples", "none of it", "in doubt"), rows)


def _elsewhere(row: Any) -> tuple[tuple[str, ...], ...]:
    return (row.ontonotes, row.presidio, row.swell, row.piivot)


def load(place: str) -> Any:
    """What an entry point names."""
    module, _, name = place.partition(":")
    return getattr(importlib.import_module(module), name)


def components_page(points: Mapping[str, Mapping[str, str]]) -> str:
    """All components with their settings and defaults, and all registered functions."""
    text = (
        "# Components\n\nAdd one with `nlp.add_pipe(name, config={...})`. A setting that is a "
        "block of registered functions is changed entry by entry: `None` drops one, settings "
        "change it, a new name adds one ([registered functions](#registered-functions)).\n\n"
    )
    for name, place in points["spacy_factories"].items():
        maker = load(place)
        meta = Language.get_factory_meta(name)
        defaults, said = dict(meta.default_config), settings(maker)
        rows = [
            (code(key), cell(kind), _default(defaults[key]), cell(sentence))
            for key, (kind, sentence) in said.items()
            if key in defaults
        ]
        text += f"## {name}\n\n{_what_it_does(maker)}\n\n"
        text += table(("setting", "type", "default", "what it does"), rows)
    return text + registered(points)


def _what_it_does(maker: object) -> str:
    """A component's sentence: "Build the component that finds names." is "Finds names."."""
    said = summary(maker).removeprefix("Build the component that ").removeprefix("Build ")
    return said[:1].upper() + said[1:]


def _default(value: object) -> str:
    if isinstance(value, Mapping):
        if "@misc" in value or "@architectures" in value or "@scorers" in value:
            return code(next(str(v) for k, v in value.items() if k.startswith("@")))
        return cell(", ".join(code(key) for key in value)) if value else "`{}`"
    return code(json.dumps(value))


def registered(points: Mapping[str, Mapping[str, str]]) -> str:
    """All registered functions, by registry."""
    text = (
        "## Registered functions\n\nA config names these; each can be exchanged for one of your "
        "own. A name ends in a version, and an old version stays as it is.\n\n"
    )
    for group, title in GROUPS.items():
        if group in points:
            rows = [(code(name), cell(summary(load(at)))) for name, at in points[group].items()]
            text += f"### {title}\n\n" + table(("name", "what it makes"), rows)
    return text


def languages_table() -> str:
    """All languages: how many words each table has, and which patterns."""
    codes = [lang for lang in languages() if language(lang).has("kin")]
    few = [lang for lang in languages() if lang not in codes]

    def counted(lang: str, name: str) -> str:
        words = sum(map(len, language(lang).rows(name).values()))
        return str(words or "-")

    rows = [
        (code(name), cell(told), *(counted(lang, name) for lang in codes))
        for name, told in TABLES.items()
        if name != "about"
    ]
    rows += [
        (code(name), cell(told), *("yes" if language(lang).has(name) else "-" for lang in codes))
        for name, told in PATTERNS.items()
    ]
    named = [f"{language(lang).words('about', 'name')[0]} (`{lang}`)" for lang in few]
    return (
        table(("table", "what", *map(code, codes)), rows)
        + f"Months and some other words are there for {', '.join(sorted(named))}, too.\n"
    )


def python_page() -> str:
    """The names of the package that anybody may import."""
    text = (
        "# Python\n\n`import spacy_hips` is cheap: tables and models are loaded when they are "
        "first used.\n\n"
    )
    for name in sorted(spacy_hips.__all__, key=str.lower):
        if name.startswith("_"):
            continue
        thing = getattr(spacy_hips, name)
        text += f"## {name}\n\n{summary(thing)}\n\n"
        if callable(thing) and _signature(thing):
            text += f"```text\n{name}{_signature(thing)}\n```\n\n"
            rows = [
                (code(key), cell(kind), cell(said)) for key, (kind, said) in settings(thing).items()
            ]
            if rows:
                text += table(("", "type", ""), rows)
    return text


def _signature(thing: Callable[..., Any]) -> str:
    """The arguments of a function; of an exception or class without any, nothing."""
    try:
        found = str(inspect.signature(thing))
    except (TypeError, ValueError):
        return ""
    return found.replace("'", "") if len(found) < 400 else "(...)"


def options() -> dict[str, str]:
    """The options of all verbs: first those that several verbs share, then each verb's own."""
    heads, found = ("option", "what it does", "default"), {}
    for name in SHARED:
        group = next(g for g in _parser("anonymize")._action_groups if g.title == name)
        found[f"options {name}"] = table(heads, list(_options(group._group_actions)))
    for verb, what in VERBS.items():
        groups = _parser(verb)._action_groups
        shared = [f"[{g.title}](#options-{g.title})" for g in groups if g.title in SHARED]
        own = [a for g in groups if g.title not in SHARED for a in g._group_actions]
        text = f"{what[:1].upper()}{what[1:]}.\n\n"
        if own:
            text += table(heads, list(_options(own)))
        if shared:
            text += f"It also has the options of {', '.join(shared)}.\n"
        found[f"options {verb}"] = text
    return found


def _parser(verb: str) -> argparse.ArgumentParser:
    """The arguments of a verb."""
    parser = argparse.ArgumentParser(prog=f"spacy-hips {verb}", add_help=False)
    importlib.import_module(f"spacy_hips.cli.{verb.replace('-', '_')}").add_arguments(parser)
    return parser


def _options(actions: list[argparse.Action]) -> Iterator[tuple[str, str, str]]:
    for action in actions:
        if action.help == argparse.SUPPRESS:
            continue
        value = action.metavar or ("" if action.nargs == 0 else action.dest.upper())
        value = " ".join(value) if isinstance(value, tuple) else value
        flags = ", ".join(code(f"{flag} {value}".strip()) for flag in action.option_strings)
        default = action.default
        shown = not isinstance(default, bool) and default not in (None, "", [], argparse.SUPPRESS)
        said = code(default) if shown else ""
        text = (action.help or "") % {**vars(action), "prog": "spacy-hips"}
        if action.choices:
            text += f"{'; ' if text else ''}one of {', '.join(filter(None, action.choices))}"
        yield flags or code(action.metavar or action.dest.upper()), cell(text), said


def errors_page() -> str:
    """All coded errors and warnings."""
    text = (
        "# Errors and warnings\n\nEvery message begins with its code. It says what is wrong, "
        "where, and what to do, and holds no text of a document. Words in braces are filled "
        "in.\n\n"
    )
    for title, source in (("Errors", Errors), ("Warnings", Warnings)):
        codes = sorted(name for name in dir(source) if re.fullmatch(r"[EW]\d{3}", name))
        for digit, what in RANGES.items():
            rows = [
                (code(name), cell(str(getattr(source, name)).partition("] ")[2]))
                for name in codes
                if name[1] == digit
            ]
            if rows:
                text += f"## {title}: {what}\n\n" + table(("code", "message"), rows)
    return text


def pages() -> dict[str, str]:
    """The text of every page of docs/reference by its file's name."""
    with (ROOT / "pyproject.toml").open("rb") as file:
        points = tomllib.load(file)["project"]["entry-points"]
    written = {
        "components.md": components_page(points),
        "python.md": python_page(),
        "errors.md": errors_page(),
    }
    return {name: HEADER + text.rstrip() + "\n" for name, text in written.items()}


def filled(folder: Path) -> dict[str, str]:
    """The pages of docs/ that have tables between marks, with these tables as the code has them."""
    tables = {**labels(), "codebook": codebook_table(), "languages": languages_table(), **options()}

    def fill(mark: re.Match[str]) -> str:
        return f"<!-- written: {mark[1]} -->\n\n{tables[mark[1]].rstrip()}\n\n<!-- end -->"

    texts = {path.name: path.read_text("utf8") for path in folder.glob("*.md")}
    return {name: MARKED.sub(fill, text) for name, text in texts.items() if MARKED.search(text)}


def main() -> None:
    """Write the pages."""
    parser = argparse.ArgumentParser(description="Write the pages and tables of docs/.")
    parser.add_argument("-o", "--output", type=Path, default=ROOT / "docs")
    folder = parser.parse_args().output
    (folder / "reference").mkdir(parents=True, exist_ok=True)
    for name, text in pages().items():
        (folder / "reference" / name).write_text(text, "utf8")
    for name, text in filled(folder).items():
        (folder / name).write_text(text, "utf8")


if __name__ == "__main__":
    main()
