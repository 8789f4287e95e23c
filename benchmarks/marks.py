"""Are names found that touch a mark: of Markdown, a forum, LaTeX, a list, a lost space?

    python benchmarks/marks.py PIPELINE

Every made-up name stands in every sentence, bare and beside each mark. A name counts as left when
one of its words is in the output, a mark as lost when a character of it is not there any more.
Only marks with which something was left or lost are listed; the first line is of the bare names.
"""

from __future__ import annotations

import argparse
import re
import warnings
from dataclasses import dataclass

import spacy
from spacy.language import Language

NAMES = (
    "Ngozi Okafor", "Wei Zhang", "Ana Ruiz", "Tom Chen", "Chidi Eze", "Lukas Schneider",
    "Priya Raman", "Kwame Mensah", "Olena Kovalenko", "Yuki Tanaka", "Maria Gonzalez", "Jack",
    "Thandiwe", "Babajide", "Fatima",
)  # fmt: skip
SENTENCES = (
    "Thanks to {} for helping me with the second part of the lab.",
    "I talked with {} about my essay last week and it helped a lot.",
    "Dear all,\n\nI agree with what {} said about the reading.\n\nBest,\nSam",
)
BARE = "@"
# The name stands at the "@".
MARKS: dict[str, tuple[str, ...]] = {
    "Markdown": (
        "**@**", "*@*", "_@_", "__@__", "~~@~~", "==@==", "`@`", "[@](/user/page)",
        "[[@]]", "@[^1]", "> @", "# @", "|@|",
    ),
    "forums": (
        "[b]@[/b]", "[i][b]@[/b][/i]", "[size=2]@[/size]", "[quote=@]yes[/quote]",
        '[quote="@, post:3, topic:21"]yes[/quote]', "<@>", "->@",
        "'''@'''", "@:)", "@<3",
    ),
    "LaTeX": (r"\textbf{@}", r"\emph{@}", "{@}", "$@$", "@~", r"\\@"),
    "lists": ("1.@", "2)@", "a)@", "#@", "•@", "→@", "·@", "・@", "-@", "--@", "+@", "*@"),
    "lost spaces": (
        "@!I", "@?Are", "@;he", "@,and", "@...and", "@—my", "@(she/her)", "@(2)", "@[2]", "@2021",
        "by:@", "@:no", "@/Tim", "@&Tim", "@=Tim",
    ),
    "signs": (
        "“@”", "«@»", "‹@›", "„@“", "「@」", "【@】", "（@）", "@：hi", "¿@?", "@†", "‡@", "^@",
        "@^", "¶@", "¹@", "@²", "@™", "/@/", "@´s", "@’s", "@…", "\u200b@", "\xa0@",
    ),
    "line ends": (r"\n@", r"@\n", r"@\r\n"),
}  # fmt: skip


@dataclass(frozen=True)
class Count:
    """What came of the sentences with one mark."""

    sentences: int
    left: int
    lost: int


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("pipeline", help="with hips_anonymizer; a folder or an installed package")
    nlp = spacy.load(parser.parse_args().pipeline)
    warnings.filterwarnings("ignore")
    show("", count(nlp, BARE))
    for kind, marks in MARKS.items():
        counts = {mark: count(nlp, mark) for mark in marks}
        for mark, one in counts.items():
            if one.left or one.lost:
                show(repr(mark), one)
        show(f"{kind}: all {len(marks)}", total(list(counts.values())))


def count(nlp: Language, mark: str) -> Count:
    """Anonymise every name in every sentence beside a mark."""
    names = [name for name in NAMES for _ in SENTENCES]
    texts = [sentence.format(mark.replace("@", name)) for name in NAMES for sentence in SENTENCES]
    done = [doc._.anonymized for doc in nlp.pipe(texts)]
    left = lost = 0
    ends = mark.partition("@")
    for name, text in zip(names, done, strict=True):
        if any(re.search(rf"(?<![^\W_]){word}", text) for word in name.split()):
            left += 1
        elif not (ends[0] in text and _word_free(ends[2]) in text):
            lost += 1
    return Count(len(texts), left, lost)


def total(counts: list[Count]) -> Count:
    """The sum of some counts."""
    return Count(
        sum(c.sentences for c in counts), sum(c.left for c in counts), sum(c.lost for c in counts)
    )


def show(what: str, one: Count) -> None:
    """Print one line of the table."""
    print(f"{what or 'bare':<36} left {one.left:>4} of {one.sentences:,}, mark lost {one.lost}")


def _word_free(behind: str) -> str:
    """What stands behind, without a second name and without figures, which may be replaced."""
    return re.split(r"Tim|[0-9]", behind)[0]


if __name__ == "__main__":
    main()
