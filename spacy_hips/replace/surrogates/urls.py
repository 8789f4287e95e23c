"""Web addresses: the host of a known social site stays, everything that leads to a person goes.

An address is read with or without its scheme. Hosts that are no known site become fictional ones of
the same kind; path, query and fragment keep their shape, and every segment that could identify
somebody is rewritten: handles after their owner's new name, ids letter by letter, words by words.
"""

from __future__ import annotations

import ipaddress
import string
from dataclasses import dataclass
from functools import cache
from urllib.parse import quote, unquote

from ...core.ids import Draw
from ...core.later import re
from ...text.lexicon.data_files import rows
from ...text.values.case import like_case
from ...text.values.tables import word_set
from ...who.persons.link.entity import Entity
from . import domains
from .choose import Dice, fresh, reshaped, shared_draw
from .contact import owner_of
from .handles import KEPT_WORDS, explain, flat, holds_part, name_parts, rewrite
from .ids import IpSurrogate
from .maker import Context, Mention, SurrogateMaker
from .realism import checked, is_plausible, seen

_URL = re.compile(
    r"(?P<scheme>\s*[<(\[]?(?:[A-Za-z][A-Za-z0-9+.\-]{0,15}:)?(?://)?)"
    r"(?P<user>[^\s/?#@]{1,128}@)?"
    r"(?P<host>\[[0-9A-Fa-f:.]+\]|[^\s/?#:@\[\]<>()]{1,253})"
    r"(?P<port>:\d{1,5})?"
    r"(?P<path>/[^\s?#]*)?(?P<query>\?[^\s#]*)?(?P<fragment>\#\S*)?(?P<rest>\s*)"
)
_SPLIT = re.compile(r"([/&=;:,+|!~()\[\]{}]|%2[0-9A-Fa-f]|%3[0-9A-Fa-f])")
_SAFE_WORDS = word_set(
    "www index home html htm php aspx asp jsp pdf doc docx ppt pptx xls xlsx jpg jpeg png gif "
    "mp4 mp3 wav txt xml zip view edit page pages post posts blog article articles category "
    "tag profile profiles user users member members people person author authors portfolio "
    "about contact gallery photo photos image images video videos files file docs doc uploads "
    "content wp-content wp-includes assets static media en us de fr es it pt d u p s id v t "
    "list search share sharing public main app web site sites room rooms class classes course "
    "courses event events news item items show details default true false null none all new"
)
PAGES = word_set(
    "about home portfolio profile thesis dissertation project projects research resume cv blog "
    "teaching contact notes essay essays diary photos photography travel music"
)
"""What people call the pages of their own: one becomes another."""
_PARAMETERS = word_set(
    "v t id list index si usp hl lang ref fbid set type feature igshid igsh utm_source "
    "utm_medium utm_campaign utm_content utm_term q query p page tab user uid u channel "
    "ab_channel story_fbid sharing pwd key resourcekey authuser gid range view mode start end "
    "sort s sk share mibextid fbclid gclid tag name author file video photo album invite code "
    "token session"
)
_SAFE_VALUES = word_set(
    "sharing share drivesdk drive_link edit view true false en en_us en_gb de fr es pt it "
    "share_link copy_link web_copy_link ig_web_button_share_sheet youtu.be youtube facebook "
    "instagram twitter social email newsletter nf wwwv 3 1 0"
)
_FILE_ENDING = re.compile(r"(?<=.)\.(?:html?|php\d?|aspx?|jsp|pdf|docx?|pptx?|xlsx?|jpe?g|png|gif|"
                          r"mp[34]|wav|txt|xml|zip|md|ipynb|mov|webp)$", re.I)  # fmt: skip
_DATED = re.compile(r"/(?:19|20)\d\d/(?:0?[1-9]|1[0-2])(?:/(?:0?[1-9]|[12]\d|3[01]))?(?=/|\Z)")
_TOKEN_CHARS = frozenset(string.ascii_letters + string.digits + "-_")


@dataclass(frozen=True)
class Site:
    """A host where people have pages.

    host (str): Its domain.
    own (bool): The label before it is the user's ("ana.tumblr.com").
    words (frozenset[str]): What its addresses say without naming anybody.
    """

    host: str
    own: bool
    words: frozenset[str]


@cache
def sites() -> dict[str, Site]:
    """The known social sites by host."""
    return {
        r["host"]: Site(r["host"], r["own"] == "1", frozenset(r["words"].lower().split()))
        for r in rows("social_sites.tsv")
    }


def site_of(host: str) -> Site | None:
    """The known site a host belongs to, whatever stands before it ("m.youtube.com")."""
    labels = host.lower().rstrip(".").split(".")
    known = sites()
    return next(
        (known[h] for i in range(len(labels)) if (h := ".".join(labels[i:])) in known), None
    )


@dataclass(frozen=True)
class UrlSurrogate:
    """Makes web addresses.

    realism (str): "safe", "plausible", or "" for that of the anonymizer (realism.py).
    """

    realism: str = ""

    def __call__(
        self, mention: Mention, entity: Entity, context: Context, draw: Draw
    ) -> str | None:
        """Make the surrogate of a mention; see base.py."""
        context = seen(context, self.realism)
        match = _URL.fullmatch(mention.text)
        if match is None or not any(c.isalnum() for c in match["host"]):
            return None

        def make(dice: Dice) -> str | None:
            new = _Rewriter(mention, entity, context, draw, dice)
            text = new(match)
            return None if text is None or new.shows_owner(text) else text

        return fresh(make, mention, entity, context, draw, "url", _bare_url)


def _bare_url(text: str) -> str:
    return re.sub(r"^\w{1,16}://|^(?:www|m|mobile)\.", "", text.casefold()).rstrip("/")


class _Rewriter:
    """Rewrites the pieces of one address.

    The arguments are those of the maker, and the keyed choices of this attempt.
    """

    def __init__(
        self, mention: Mention, entity: Entity, context: Context, draw: Draw, dice: Dice
    ) -> None:
        self.context = context
        self.draw = draw
        self.dice = dice
        self.mention = mention
        self.entity = entity
        self.owner, self.identity = owner_of(entity, context)
        self.parts = name_parts(self.owner) if self.owner else {}
        self.site: Site | None = None

    def __call__(self, match: re.Match[str]) -> str | None:
        """The new address; None where nothing of the old one would change."""
        host = match["host"]
        site = self.site = site_of(host)
        words = _SAFE_WORDS | (site.words if site else frozenset())
        words -= frozenset(self.parts.values())
        user = match["user"] or ""
        new_host = self._host(host, site)
        if new_host is None:
            return None
        bare = new_host == host and not (user or match["query"] or match["fragment"])
        path = self._segments(match["path"] or "", words, bare)
        query = self._query(match["query"] or "")
        fragment = self._fragment(match["fragment"] or "", words)
        return "".join(
            (
                match["scheme"],
                self._word(user[:-1], frozenset()) + "@" if user else "",
                new_host,
                match["port"] or "",
                path,
                query,
                fragment,
                match["rest"],
            )
        )

    def shows_owner(self, text: str) -> bool:
        """Whether a part of the owner's old name stands in a new address, its known site aside."""
        site = self.site.host if self.site else ""
        scheme = text.partition("://")[1] and text.partition("://")[0]
        return holds_part(text.lower().removeprefix(scheme.lower()).replace(site, " "), self.parts)

    def _host(self, host: str, site: Site | None) -> str | None:
        if site is None:
            return self._other_host(host)
        before = host[: len(host.rstrip(".")) - len(site.host)]
        if not before:
            return host
        labels = before.rstrip(".").split(".")
        kept = {"www", "m", "mobile", "web", "en", "de", "fr", "es", "old", "new", "l", "touch",
                "us", "uk", "music", "open", "chat", "studio", "np"}  # fmt: skip
        new = [x if x.lower() in kept else self._word(x, frozenset()) for x in labels]
        return ".".join(new) + host[len(before) - 1 :]

    def _other_host(self, host: str) -> str | None:
        bare = host.strip("[]")
        try:
            ipaddress.ip_address(bare)
        except ValueError:
            pass
        else:
            address = Mention(bare, 0, len(bare), "IP_ADDRESS")
            new = IpSurrogate()(address, self.entity, self.context, self.draw)
            return None if new is None else host.replace(bare, new)
        if "." not in bare.strip("."):
            return self._word(bare, frozenset())
        new = domains.fictional(bare, self.context, self.draw, self.owner, self.identity)
        return new.upper() if host.isupper() else new

    def _segments(self, path: str, words: frozenset[str], must: bool) -> str:
        """A path with every segment rewritten that is none of the words."""
        dated = _DATED.search(path)
        if dated:  # the day of an entry, which would be none with other digits
            before, behind = path[: dated.start()], path[dated.end() :]
            rest = self._segments(before, words, must), self._segments(behind, words, must)
            return dated[0].join(rest)
        parts = path.split("/")
        named = any(p and p.lower() not in words for p in parts)
        free = words if named or not must else frozenset()
        return "/".join(self._segment(part, free) for part in parts)

    def _segment(self, segment: str, words: frozenset[str]) -> str:
        ending = _FILE_ENDING.search(segment)
        if ending:
            name, tail = segment[: ending.start()], segment[ending.start() :]
            return segment if segment.lower() in words else self._segment(name, words) + tail
        plain = unquote(segment)
        pieces = _SPLIT.split(plain)
        new = "".join(p if _SPLIT.fullmatch(p) else self._word(p, words) for p in pieces)
        return quote(new, safe="@:!$&'()*+,;=~-._", errors="replace") if "%" in segment else new

    def _query(self, query: str) -> str:
        if not query:
            return ""
        out = []
        for pair in re.split(r"([&;])", query[1:]):
            if pair in ("&", ";"):
                out.append(pair)
                continue
            name, equals, value = pair.partition("=")
            if not equals:
                out.append(self._segment(name, frozenset()))
                continue
            name = name if name.lower() in _PARAMETERS else self._segment(name, _PARAMETERS)
            time = re.fullmatch(r"\d{1,5}[hms]?(?:\d{1,2}[ms])?", value) and name in ("t", "start")
            safe = value.lower() in _SAFE_VALUES or bool(time)
            out.append(f"{name}={value if safe else self._value(value)}")
        return "?" + "".join(out)

    def _value(self, value: str) -> str:
        """The value of a parameter: letter by letter where a digit or a capital stands in it."""
        plain = set(value) <= _TOKEN_CHARS | {"="}
        if plain and not self._named(value) and re.search(r"\d|[a-z][A-Z]", value):
            return self._changed(value)
        return self._segment(value, frozenset())

    def _fragment(self, fragment: str, words: frozenset[str]) -> str:
        if not fragment:
            return ""
        if "=" in fragment:
            return "#" + self._query("?" + fragment[1:])[1:]
        return "#" + "/".join(self._segment(p, words) for p in fragment[1:].split("/"))

    def _word(self, word: str, words: frozenset[str]) -> str:
        """A segment, or a stretch of one: a handle, an id, or words of a title."""
        if not any(c.isalnum() for c in word) or word.lower() in words:
            return word
        head = word[0] if word[0] in "@~" else ""
        word = word[len(head) :]
        if self._named(word):
            return head + self._rewritten(word, frozenset())
        parts = re.split(r"([-_])", word)
        if word.lower() in PAGES:
            return head + self._page(word)
        if len(parts) > 1 and any(p.lower() in PAGES for p in parts):
            return head + "".join(self._word(p, words | KEPT_WORDS) for p in parts)
        if not _is_token(word):
            return head + self._rewritten(word, KEPT_WORDS - {flat(word)})
        if any(len(p) > 2 and p.isalpha() and (p.islower() or p.istitle()) for p in parts):
            return head + "".join(p if p in "-_" else self._word(p, words) for p in parts)
        return head + self._changed(word)

    def _page(self, word: str) -> str:
        """Another page's name."""
        shared = shared_draw(self.draw, self.context)
        dice = Dice(shared, f"page:{word.lower()}", self.dice.attempt)
        return like_case(dice.pick(sorted(PAGES - {word.lower()})), word)

    def _rewritten(self, word: str, kept: frozenset[str]) -> str:
        shared = shared_draw(self.draw, self.context)
        return rewrite(
            word, self.owner, self.identity, shared, self.dice.attempt,
            kept=kept, plausible=is_plausible(self.context),
        )  # fmt: skip

    def _named(self, word: str) -> bool:
        """Whether a whole part of the owner's name stands in the word."""
        runs = re.findall(r"[^\W\d_]+", word)
        return any(p.part and len(p.text) > 2 for run in runs for p in explain(run, self.parts))

    def _changed(self, word: str) -> str:
        for _ in range(16):
            new = reshaped(word, self.dice)
            if new != word:
                return new
        return word


def _is_token(word: str) -> bool:
    """Whether a segment is an id of a machine: letters of both cases or digits in a jumble."""
    if not set(word) <= _TOKEN_CHARS:
        return False
    if any(c.isdigit() for c in word) and not any(c.isalpha() for c in word):
        return True
    if len(word) < 5:
        return False
    digits = len(re.findall(r"\d+", word))
    jumbled = bool(re.search(r"[a-z][A-Z]{2}|[A-Z]{2}[a-z]", word)) and not word.istitle()
    return digits > 1 or jumbled or bool(re.search(r"[A-Za-z]\d+[A-Za-z]", word))


def make_url_surrogate(realism: str | None = None) -> SurrogateMaker:
    """Make web addresses of other people and places; see `UrlSurrogate`."""
    return UrlSurrogate(checked(realism))
