"""What stands before a found name and behind it where a word beside it belongs to it.

Patterns of `whole_names.py`. Those that look back end in \\Z, and a word that may belong is `who`.
"""

from __future__ import annotations

import regex

from ...lexicon.person_words import DAYS

WORD = r"[\p{L}\p{M}'’-]+"
LAST_WORD = regex.compile(rf"{WORD}\Z")
# Where a line, or a part of one between dashes, begins and ends.
OPENS = r"(?:\A|[\n\t|:•]|(?<=\s)[–—-] )[^\S\n]*"
CLOSES = r"[^\S\n]*(?:\Z|[\n\t|]| [–—-](?=\s)|(?<=[^\S\n]{2})(?=\S))"
BEFORE = regex.compile(rf"{OPENS}(?P<who>{WORD})[ \xa0]\Z")
ALONE_BEFORE = regex.compile(rf"{OPENS}\Z")
BEHIND = regex.compile(rf"[ \xa0](?P<who>{WORD}){CLOSES}")
ALONE_BEHIND = regex.compile(CLOSES)
TITLED = regex.compile(rf"(?<!\p{{L}})(?:(?:Mr|Mrs|Ms|Dr|Prof)\.?|Professor) (?P<who>{WORD}) \Z")
DAY = regex.compile(
    rf"(?<!\p{{L}})(?P<before>\p{{Ll}}+) (?P<who>{'|'.join(sorted(DAYS))}) \Z", regex.I
)
BROKEN = regex.compile(r"[-‐‑]\s{1,3}(?P<rest>\p{Ll}{2,})(?![\p{L}\p{M}])")
TIED = regex.compile(rf"-\p{{Ll}}+(?!{WORD})")
NAME_FIELD = regex.compile(
    r"(?<!\p{L})(?:name(?: of (?:the )?student)?|author|student|participant)\s?[:–-]\s{0,3}\Z",
    regex.I,
)
BEFORE_YEAR = regex.compile(r" (?P<who>\p{Lu}[\p{Ll}\p{M}]+) (?:19|20)\d\d(?!\d)")
INITIALS_FIELD = regex.compile(
    r"(?:surname|(?:last|family) name),? *(?:and |& ?)?initials?: *\Z", regex.I
)
FIELD_INITIALS = regex.compile(r", \p{Lu}\.(?: ?\p{Lu}\.){0,3}")
SHORTENED = regex.compile(r"(?<![\p{L}\p{M}])(?P<who>Md|Mohd|Muhd|MD)\.? \Z")  # Mohammed
BEFORE_INITIAL = regex.compile(r"(?<![\p{L}\p{M}\p{N}_@])(?P<who>\p{Lu}[\p{Ll}\p{M}]+) \Z")
# Cue words with a capital inside a sentence: "my friend Said Okri", "thanks to Ana To for it".
OPENING = regex.compile(
    r"(?<![\p{L}\p{M}'’])(?!(?:my|our|his|her|their|your|the|an?) )\p{Ll}+,? "
    r"(?P<who>Said|Son|An|He) \Z"
)
ENDING = regex.compile(
    r" (?P<who>Said|Son|An|To|Love|Best|Boss)"
    r"(?=,? (?:and|for|who|is|was|has|had|with|in|at|from)(?!\p{L}))"
)
# A mark that lost its blank: "(chef),Elizabeth Okri".
GLUED_BEFORE = regex.compile(r"[\p{L}\p{N}][)”»][,;.:]?(?P<who>\p{Lu}[\p{Ll}\p{M}]+) \Z")
SMALL_INITIAL = regex.compile(rf", \p{{Ll}}\.(?={CLOSES})")
INITIAL = regex.compile(r" \p{Lu}(?= )")
TIED_BEFORE = regex.compile(rf"(?<![\p{{L}}\p{{M}}\p{{N}}_@])(?P<who>{WORD})_\Z")
TIED_BEHIND = regex.compile(rf"_(?P<who>{WORD})(?![\p{{L}}\p{{M}}\p{{N}}_])")
PARTICLE_BEFORE = regex.compile(rf"(?<![\p{{L}}\p{{M}}\p{{N}}])(?P<who>{WORD}) \Z")
# A name the other way round ("Calbo, Monday"), with initials behind the forename ("Star, Will K.").
INVERTS = regex.compile(rf"{WORD}(?: {WORD})*, {WORD}(?: (?:{WORD}|\p{{L}}\.))*")
GIVEN_BEHIND = regex.compile(
    rf", (?P<who>{WORD})(?<!['’]s)(?: \p{{Lu}}\.)?"
    r"(?!, | \p{Lu}|[\p{L}\p{M}\p{N}_@]|\.\p{L})"
)
FAMILY_BEFORE = regex.compile(rf"(?<![\p{{L}}\p{{M}}\p{{N}}'’_@-])(?P<who>{WORD}), \Z")
INSIDE = regex.compile(r"(?<![\p{L}'’])\p{L}+ \Z")
