"""How a thing may be written without becoming another thing: marks around it, and other letters."""

from __future__ import annotations

import html
import string
from base64 import b64encode
from collections.abc import Callable

# The thing stands at the "@"; a pattern with "\n" stands on lines of its own.
AROUND: dict[str, str] = {
    "*x*": "*@*",
    "**x**": "**@**",
    "***x***": "***@***",
    "_x_": "_@_",
    "__x__": "__@__",
    "~x~": "~@~",
    "~~x~~": "~~@~~",
    "<x>": "<@>",
    "(x)": "(@)",
    "[x]": "[@]",
    "{x}": "{@}",
    '"x"': '"@"',
    "'x'": "'@'",
    "“x”": "“@”",
    "‘x’": "‘@’",
    "«x»": "«@»",
    "„x“": "„@“",
    "「x」": "「@」",
    "``x''": "``@''",
    "`x`": "`@`",
    "==x==": "==@==",
    "|x|": "|@|",
    "HTML <b>": "<b>@</b>",
    "HTML <td>": "<tr><td>@</td></tr>",
    "HTML &nbsp;": "&nbsp;@&nbsp;",
    "LaTeX \\textbf": r"\textbf{@}",
    "LaTeX \\emph": r"\emph{@}",
    "forum [b]": "[b]@[/b]",
    "Markdown link": "[@](https://example.org/page)",
    "emoji before": "📌@",
    "emoji behind": "@🙂",
    "comma behind": "@,",
    "full stop behind": "@.",
    "exclamation": "@!!",
    "dash before": "- @",
    "'''x'''": "'''@'''",
    "[[x]]": "[[@]]",
    "x[^1]": "@[^1]",
    "[quote=x]": "[quote=@]yes[/quote]",
    "->x": "->@",
    "x:)": "@:)",
    "x~ (LaTeX)": "@~",
    "•x": "•@",
    "·x": "·@",
    "→x": "→@",
    "x...and": "@...and",
    "x—my": "@—my",
    "x(2)": "@(2)",
    "x[2]": "@[2]",
    "by:x": "by:@",
    "x^": "@^",
    "†": "@†",
    "¶": "¶@",
    "x™": "@™",
    "x…": "@…",
    "【x】": "【@】",
    "（x）": "（@）",
    "\\n written out": r"\n@\n",
    "line end CRLF": "@\r\n",
    "zero-width around": "\u200b@\u200b",
}
# The whole phrase is dressed, as a line.
LINES: dict[str, str] = {
    "> line": "> @",
    ">> line": ">> @",
    "- line": "- @",
    "* line": "* @",
    "1. line": "1. @",
    "# line": "# @",
    "// line": "// @",
    "/* line */": "/* @ */",
    "<!-- line -->": "<!-- @ -->",
    "table row": "| 1 | @ | ok |",
    "HTML <p>": "<p>@</p>",
}

_LETTERS = string.ascii_uppercase + string.ascii_lowercase
_BOLD = {ord(c): 0x1D400 + i for i, c in enumerate(_LETTERS)}
_BOLD_DIGITS = {ord("0") + i: 0x1D7CE + i for i in range(10)}
_SMALL_CAPITALS = dict(
    zip(map(ord, string.ascii_lowercase), "ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘꞯʀꜱᴛᴜᴠᴡxʏᴢ", strict=True)
)


def _between(mark: str) -> Callable[[str], str]:
    return lambda thing: "".join(
        c + mark * (c.isalnum() and d.isalnum())
        for c, d in zip(thing, thing[1:] + " ", strict=True)
    )


def _middle(mark: str) -> Callable[[str], str]:
    def write(thing: str) -> str:
        at = len(thing) // 2
        return thing[:at] + mark + thing[at:]

    return write


def _mime(thing: str) -> str:
    return f"=?utf-8?B?{b64encode(thing.encode()).decode()}?="


REWRITTEN: dict[str, Callable[[str], str]] = {
    "bold letters": lambda thing: thing.translate(_BOLD | _BOLD_DIGITS),
    "small capitals": lambda thing: thing.translate(_SMALL_CAPITALS),
    "wide letters": lambda thing: "".join(
        chr(ord(c) + 0xFEE0) if "!" <= c <= "~" else c for c in thing
    ),
    "no-break spaces": lambda thing: thing.replace(" ", "\xa0"),
    "narrow spaces": lambda thing: thing.replace(" ", "\u202f"),
    "zero-width space within": _middle("\u200b"),
    "zero-width joiners": _between("\u200d"),
    "soft hyphen": _middle("\xad"),
    "no-break hyphens": lambda thing: thing.replace("-", "\u2011"),
    "HTML entities": lambda thing: html.escape(thing).replace(" ", "&nbsp;"),
    "HTML digits": lambda thing: "".join(f"&#{ord(c)};" if c in "@-+" else c for c in thing),
    "MIME word": _mime,
    "ALL CAPITALS": str.upper,
    "small letters": str.lower,
    "line break": lambda thing: thing.replace(" ", "\n", 1),
    "two blanks": lambda thing: thing.replace(" ", "  ", 1),
}
# What its kind does not keep: in these letters it is another thing, or none.
CHANGES: dict[str, frozenset[str]] = {
    "MIME word": frozenset(("date", "age", "code", "word", "telephone", "ID", "address", "page",
                            "handle", "e-mail")),
    "small letters": frozenset(("word",)),
    "ALL CAPITALS": frozenset(("page", "handle")),
    "two blanks": frozenset(("name",)),
    "line break": frozenset(("word",)),
    "dash before": frozenset(("code", "handle")),
}  # fmt: skip
