"""User names: @mentions, "username: ...", "my discord is ...", "u/name", folders of homes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ...core.later import regex
from ...core.spans import PiiSpan
from . import _code_words, _email_words, _url_words
from . import _username_words as words
from .domains import lowered
from .rule import MARKS, Cues

SOURCE = "rules.username"
MAX_HANDLE = 30  # Instagram's; the longest of the large networks that use the @

# twitter-text (conformance tests, "mentions"): no Latin letter, digit, "_" or one of !@#$%&* in
# front except "RT", and no "@", accented letter or "://" behind. Dots as on Instagram.
_MENTION = regex.compile(
    r"""
    (?<![A-Za-z0-9_!@＠\#$%&*.+=~-])(?:(?<![^\s])/|(?<!/))(?<mark>[@＠])
    |(?<=(?<![A-Za-z0-9_])RT:?)(?<mark>[@＠])
    """,
    regex.X | regex.I,
)
_HANDLE = regex.compile(r"[A-Za-z0-9_]+(?:\.(?![A-Z][a-z])[A-Za-z0-9_]+)*")
_LIST = regex.compile(r"/[A-Za-z][A-Za-z0-9_-]{0,24}")
_NEVER_AFTER = regex.compile(r"[@＠\u00c0-\u024f]|://|\((?!\d{1,2}\))|-\w+\s*[{:]|\s*\{")
_NUMBER = regex.compile(r"\d+(?:[.,]\d+)?(?:[a-zA-Z]{1,3})?")
_LINE_START = regex.compile(r"(?:\A|\n)[ \t]{0,4}\Z")
_LINE_END = regex.compile(r"[ \t.,;]{0,4}(?:\Z|\n)")

_LINK = r"(?:[ \t]{0,2}(?:[:=]|[-–—>]{1,2}(?=\s)|\(|\b(?:is|was)\b[ \t]?:?)[ \t]{0,2})"
_SIGN = r"[\p{L}\p{Nd}_]"
_NAME = rf"[@＠]?{_SIGN}(?:[\p{{L}}\p{{Nd}}_.\-]{{0,38}}{_SIGN})?(?:\#\d{{4}})?"
_VALUE = rf"[{MARKS}]{{0,2}}(?P<value>{_NAME})"
_ACCOUNT = regex.compile(rf"(?<!\w)(?:{words.ACCOUNT}){_LINK}{_VALUE}", regex.I)
_PLATFORM = regex.compile(
    rf"(?<!\w)(?:{words.PLATFORM})"
    rf"(?:[ \t](?:id|user\s?name|name|handle|account|tag|user|nick(?:name)?))?{_LINK}{_VALUE}",
    regex.I,
)
_PLATFORM_ALONE = regex.compile(rf"(?:{words.PLATFORM})(?!\w)", regex.I)
_BEFORE_ON = regex.compile(rf"(?r)(?<!\w)(?P<value>{_NAME})", regex.I)
_REDDIT = regex.compile(r"(?<![\w/.])/?u/(?P<value>[A-Za-z0-9_-]{3,20})(?![\w/])")
_DISCORD = regex.compile(r"(?<![\w.#@])(?P<value>[A-Za-z][\w.]{1,31}\#\d{4})(?!\w)")
_OWNER = r"(?P<value>[\p{L}\p{N}][\p{L}\p{M}\p{N}._-]{1,38}[\p{L}\p{N}])(?![\p{L}\p{N}%{}<>])"
_OF_OWNER = r"[\p{L}\p{N}][\p{L}\p{M}\p{N}._-]{0,30}"
_TWO_WORDS = rf"(?P<value>{_OF_OWNER}(?:[ ]{_OF_OWNER}){{1,3}})(?=[\\/])"
_HOME = regex.compile(
    rf"""
    (?:\b[A-Za-z]:|/mnt/[a-z])[\\/]{{1,2}}(?i:users|documents\ and\ settings)[\\/]{{1,2}}
        (?:{_TWO_WORDS}|{_OWNER})
    |(?:\bfile://|(?<![\w.:/]))/(?:Users|home)/{_OWNER}
    |\\\\[\w.-]{{1,64}}\\(?i:homes?|users|profiles|students?|staff)\$?\\{_OWNER}
    """,
    regex.X,
)
"""The folder of a person's home, on any system, and a share of it."""
_HOMES = ("users/", "users\\", "settings/", "settings\\", "/home/", "\\\\")
"""Every match of _HOME holds one of these, in lower case."""
_PROMPT = regex.compile(
    r"""
    (?<![\w.@%+-])(?P<value>[\p{L}_][\p{L}\p{N}._-]{1,31})@[A-Za-z][\w.-]{0,62}
    (?::[~/][^\s$\#%]{0,80}[$\#%](?!\w)         # name@host:~$
    |[ ](?:~|/[^\s$\#%]{0,80})\]?[ ]?[$%\#](?=\s|\Z)   # [name@host ~]$
    |[ ][^\s$\#%@]{1,40}\]?[ ]?%(?=[ ]))         # name@host folder % ls
    """,
    regex.X,
)
_TODO = regex.compile(
    r"\b(?:TODO|FIXME|XXX|HACK|NOTE)\("
    r"(?!(?:later|soon|all|me|us|team|bug|fix|urgent|high|low|none|maybe)\))"
    r"(?P<value>@?\p{Ll}[\p{L}\p{N}_.-]{1,38})\)"
)
"""Who is to do it, in the comment of a program: TODO(name)."""
_REPOSITORY = regex.compile(
    rf"(?<!\w)git@(?:{'|'.join(map(regex.escape, sorted(_code_words.SERVICE_HOSTS)))})[:/]"
    r"(?P<value>[\p{L}\p{N}][\p{L}\p{N}._-]{0,38})(?=/)",
    regex.I,
)
"""The account in git@github.com:name/essay.git."""
_DEFINITION = regex.compile(
    r"""
    [ \t]*(?:\([^\n]{0,200}\))?[ \t]*\n[ \t]*(?:@\w
    |(?:(?:export|public|private|protected|internal|static|final|abstract|async|data|open|override
        |suspend)[ \t]+){0,3}
    (?:def|class|func|fun|function|struct|interface|enum|var|let|const|void|int|String|record)[ \t])
    """,
    regex.X,
)
"""Behind a decorator: the end of its line, and a definition or another decorator."""
_ENTRY = regex.compile(r"(?r)@([A-Za-z]+)[ \t]*[{(][ \t]*")
_WITH_HYPHENS = regex.compile(r"[A-Za-z0-9]+(?:-[A-Za-z0-9]+)+")
_MARKED = regex.compile(r"[\d_#]|\p{L}\.\p{L}|\p{Ll}\p{Lu}")
_SPOKEN = regex.compile(r"\b(?:is|was)\b[ \t]*:?[ \t]*[\"'“‘`]?\Z", regex.I)
_GOES_ON = regex.compile(r"[ \t]+\p{L}|\w")


class UsernameRule:
    """Finds the names of accounts.

    mentions (bool): Find @handles.
    """

    labels: tuple[str, ...] = ("USERNAME",)

    def __init__(self, mentions: bool = True) -> None:
        self.mentions = mentions
        self._cues = Cues(words.CUES)

    def __call__(self, text: str) -> Iterator[PiiSpan]:
        """Find the user names of a text."""
        best: dict[int, PiiSpan] = {}
        for span in self._all(text):
            if span.start not in best or best[span.start].score < span.score:
                best[span.start] = span
        yield from (best[start] for start in sorted(best))

    def _all(self, text: str) -> Iterator[PiiSpan]:
        if self.mentions and ("@" in text or "＠" in text):
            yield from self._mentions(text)
        yield from _announced(text)
        if "u/" in text:
            for match in _REDDIT.finditer(text):
                yield _span(match, 0.85)
        if "@" in text:
            for pattern in (_PROMPT, _REPOSITORY):
                yield from (_span(match, 0.9) for match in _named_by(pattern, text))
        if ("/" in text or "\\" in text) and any(mark in lowered(text) for mark in _HOMES):
            yield from (_span(match, 0.9) for match in _named_by(_HOME, text))
        if "(" in text:
            yield from (_span(match, 0.9) for match in _named_by(_TODO, text))
        if "#" in text:
            for match in _DISCORD.finditer(text):
                score = 0.9 if self._cues.near(text, *match.span()) else 0.4
                yield _span(match, score)

    def _mentions(self, text: str) -> Iterator[PiiSpan]:
        for match in _MENTION.finditer(text):
            start = match.start("mark")
            handle = _HANDLE.match(text, start + 1, start + 1 + MAX_HANDLE)
            if handle is None or _NEVER_AFTER.match(text, handle.end()):
                continue
            score = self._score(text, start, handle)
            if score is not None:
                listed = _LIST.match(text, handle.end())
                end = listed.end() if listed else handle.end()
                yield PiiSpan(start, end, "USERNAME", score, SOURCE)

    def _score(self, text: str, start: int, handle: regex.Match) -> float | None:
        name = handle[0].lower()
        cue = self._cues.before(text, start)
        if name in _email_words.PROVIDERS or name in words.PLACES:
            return None
        if not cue and _stands_in_code(text, start, handle):
            return None
        if "." in name and (
            name.rpartition(".")[2] in _url_words.PLAIN_TLDS or text.startswith("/", handle.end())
        ):
            return None  # what is left of an e-mail address, or a host
        if _NUMBER.fullmatch(name) and not cue:
            alone = _LINE_START.search(text, max(0, start - 5), start)
            return 0.6 if alone and _LINE_END.match(text, handle.end()) else 0.2
        if len(name) < 2:
            return 0.6 if cue else 0.3
        return 0.95 if cue else 0.85


def is_code(text: str, start: int, end: int) -> bool:
    r"""Is this handle a word of program text: "@Override", the key of "@book{key,"?

    text (str): The text.
    start, end (int): The handle, with its "@".
    RETURNS (bool): True for decorators, at-rules, entries of bibliographies and their keys, and
        services ("git@github.com").

        >>> is_code("@property\ndef area(self):", 0, 9), is_code("ask @ana", 4, 8)
        (True, False)
    """
    name, _, host = text[start:end].lower().partition("@")
    if name in _code_words.SERVICES and host in _code_words.SERVICE_HOSTS:
        return True
    if (entry := _ENTRY.match(text, max(0, start - 40), start)) is not None:
        return entry[1].lower() in _code_words.ENTRY_TYPES
    mark = text[start : start + 1] in "@＠"
    handle = _HANDLE.match(text, start + 1) if mark else None
    return handle is not None and _stands_in_code(text, start, handle)


def _stands_in_code(text: str, start: int, handle: regex.Match) -> bool:
    """Is it a decorator, an at-rule, an entry of a bibliography, the scope of a package, or what
    somebody has put in place of a name?"""
    name = handle[0].lower()
    first, _, rest = name.partition(".")
    if words.PLACEHOLDER.fullmatch(handle[0]):
        return True
    if name in _code_words.CODE or (rest and first in _code_words.MODULES | _code_words.CODE):
        return True
    if rest.rpartition(".")[2] in _code_words.ACCESSORS or _hyphened(text, handle):
        return True
    if text.startswith("/", handle.end()) and first in _code_words.SCOPES:
        return True
    alone = _LINE_START.search(text, max(0, start - 40), start)
    return bool(alone and _DEFINITION.match(text, handle.end()))


def _hyphened(text: str, handle: regex.Match) -> bool:
    """Does it go on to a name with hyphens: "@aws-sdk/client", "@font-face"?"""
    match = _WITH_HYPHENS.match(text, handle.start())
    name = match[0].lower() if match else ""
    at_rule = name in _code_words.AT_RULES or name.startswith(("moz-", "webkit-", "ms-"))
    return at_rule or (
        name in _code_words.SCOPES and text.startswith("/", handle.start() + len(name))
    )


def _named_by(pattern: regex.Pattern, text: str) -> Iterator[regex.Match]:
    """Folders, prompts and repositories that are somebody's."""
    for match in pattern.finditer(text):
        if match["value"].lower() not in _code_words.NOBODY | _code_words.SERVICES:
            yield match


def _span(match: regex.Match, score: float) -> PiiSpan:
    return PiiSpan(match.start("value"), match.end("value"), "USERNAME", score, SOURCE)


def _announced(text: str) -> Iterator[PiiSpan]:
    """Names behind the word for an account or a platform, and before "on Instagram"."""
    low = lowered(text)
    for at in _beginnings(low, words.ACCOUNT_STARTS):
        match = _ACCOUNT.match(text, at)
        if match:
            yield from _named(text, match, sure=True)
    for at in _beginnings(low, words.PLATFORM_STARTS):
        match = _PLATFORM.match(text, at)
        if match:
            yield from _named(text, match, sure=low.endswith("my ", 0, at))
        elif low.endswith(" on ", 0, at) and _PLATFORM_ALONE.match(text, at):
            match = _BEFORE_ON.match(text, max(0, at - 50), at - 4)
            if match and _MARKED.search(match["value"]):
                yield _span(match, 0.85)


def _beginnings(low: str, starts: Iterable[str]) -> Iterator[int]:
    """Where one of some words begins that is no part of another word."""
    for start in starts:
        at = low.find(start)
        while at >= 0:
            if at == 0 or not low[at - 1].isalnum():
                yield at
            at = low.find(start, at + 1)


def _named(text: str, match: regex.Match, *, sure: bool) -> Iterator[PiiSpan]:
    """A name that is announced: sure where it looks like one or where the words leave no doubt."""
    start, end = match.span("value")
    value = match["value"]
    if value.lower().lstrip("@＠") in words.NO_NAME or len(value) < 3 or _is_address(text, end):
        return
    spoken = bool(_SPOKEN.search(text, match.start(), start))
    goes_on = bool(_GOES_ON.match(text, end))
    if value[0] in "@＠" or _MARKED.search(value):
        score = 0.9 if sure else 0.85
    elif spoken and not sure:
        return  # "Skype is useful"
    elif spoken:
        score = 0.3 if goes_on else 0.7
    else:
        score = 0.6 if goes_on and sure else 0.3 if goes_on else 0.85 if sure else 0.7
    yield _span(match, score)


def _is_address(text: str, end: int) -> bool:
    return text[end : end + 1] in ("@", "/", ":") and text[end + 1 : end + 2].isalnum()


def make_username_rule(mentions: bool = True) -> UsernameRule:
    """Build the rule for user names.

    mentions (bool): Find @handles.
    RETURNS (UsernameRule): The rule.
    """
    return UsernameRule(mentions)
