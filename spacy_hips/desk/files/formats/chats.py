"""Conversations as chats are exported: objects that hold their messages in a list, or in a tree.

Each message is a row, so that a conversation is searched as any other. The sink makes objects of
the same form of what is released of the rows, and of nothing else: what has no role is not written.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ....core.errors import HipsError
from ..columns import OBVIOUS
from ..decoding import DEFAULT_ENCODING, Decoder
from ..documents import names_nobody
from ..file_formats import format_by_name
from ..json_items import json_items
from ..readers import PEEKED, JsonlSource, JsonSource, ObjectSource, Source, as_text, open_source
from ..rows import BadRow, Row
from ..sinks import Change, Place, Sink
from ..writers import JsonFormat, JsonlFormat

if TYPE_CHECKING:
    from ..output import FileTarget, StreamTarget

LISTS: tuple[str, ...] = (
    "messages", "chat_messages", "conversation", "conversations", "dialogue", "dialog", "turns",
    "utterances", "chat",
)  # fmt: skip
"""Fields of a conversation that hold its messages."""
TREE, CURRENT = "mapping", "current_node"
"""The same where each knows the one that it answers: ChatGPT's export."""
IDS: tuple[str, ...] = (
    "id", "conversation_id", "uuid", "dialogue_id", "dialog_id", "chat_id", "session_id"
)  # fmt: skip
TITLES: tuple[str, ...] = ("title", "name", "summary")
"""Fields of a conversation that say what it is about, and often who is in it."""
NAMES: tuple[str, ...] = (
    "speaker", "speaker_name", "nickname", "display_name", "real_name", "name", "author", "from",
    "sender", "username", "user",
)  # fmt: skip
"""Fields of a message, or of its author, that say who speaks; the one to read as a name first."""
TEXTS: tuple[str, ...] = ("content", "text", "value", "message", "utterance", "body")
ROLE = "role"
MENTIONS = "mentions"
FILES: frozenset[str] = frozenset(
    ("attachments", "embeds", "stickers", "files", "media", "photo", "image", "images")
)
_TOOLS = frozenset(("tool", "function"))
"""Their name is that of a program."""
CONVERSATION, SPEAKER, TEXT = "conversation", "speaker", "text"
COLUMNS: Mapping[str, str] = {
    CONVERSATION: "doc",
    **dict.fromkeys(TITLES, "context"),
    ROLE: "keep",
    SPEAKER: "speaker",
    TEXT: "text",
}
FILE, TELLING_ROLE = "attachment (dropped)", "role that may be a name (dropped)"
_PARAGRAPH = "\n\n"

Keys = tuple[str, ...]
"""The way to a field of a message."""


@dataclass(frozen=True)
class Head:
    """How a conversation was held.

    number (int): Which of the file it is.
    keys (tuple[str, ...]): Its fields, in their order.
    id, messages (str): Those that are its id ("" for none) and its messages.
    current (int): Of a tree the message that was shown last.
    """

    number: int
    keys: Keys
    id: str
    messages: str
    current: int = 0


@dataclass(frozen=True)
class Spot:
    """How a message was held.

    head (Head): Its conversation.
    names (tuple): Where it says who speaks.
    role (tuple): Where the role stands, if that is not what tells the speaker.
    text (tuple): Where the text stands.
    form (str): What holds it: "" for the text alone, "blocks" or "parts".
    node, parent (int): In a tree: its number, and that of the one before it.
    empty (bool): It stands for a conversation without messages.
    """

    head: Head
    names: tuple[Keys, ...] = ()
    role: Keys = ()
    text: Keys = ()
    form: str = ""
    node: int = 0
    parent: int = 0
    empty: bool = False


def holds(path: str, format: str, encoding: str = DEFAULT_ENCODING) -> bool:
    """Does a file of json hold conversations?

    path (str): The file.
    format (str): "json" or "jsonl".
    encoding (str): Of its text.
    """
    try:
        with open_source(path, format, encoding=encoding) as source:
            rows = [row for row in islice(source, PEEKED) if isinstance(row, Row)]
    except HipsError:
        return False  # told by who reads it
    return any(_is_conversation(row.fields) for row in rows)


def chat_source(path: str, encoding: str = DEFAULT_ENCODING, delimiter: str = "") -> Source:
    """Open conversations: a list of objects, one alone, or one a line.

    path, encoding, delimiter: As `Source`.
    """
    make = ChatLines if format_by_name(path) == "jsonl" else ChatList
    return make(path, encoding, delimiter)


def originals(path: str, encoding: str, rows: Iterable[Row]) -> Iterator[dict[str, Any]]:
    """The conversations of some messages, as they stand in their file.

    path, encoding (str): The file.
    rows (Iterable[Row]): The messages.
    """
    wanted = {row.place.head.number for row in rows}
    with open_source(path, format_by_name(path) or "json", encoding=encoding) as source:
        for number, item in enumerate(source, 1):
            if number in wanted and isinstance(item, Row):
                yield item.fields


class ChatSource(ObjectSource):
    """The messages of conversations, a row each, with what stands beside them.

    listed (bool): Is the whole file one list?
    """

    listed = True

    def _start(self) -> None:
        self._made = self._messages()
        super()._start()
        self.fields = sorted(self.fields, key=lambda name: name not in COLUMNS)
        self.roles = {name: role for name, role in COLUMNS.items() if name in self.fields}

    def _rows(self, number: int) -> Iterator[Row | BadRow]:
        # One for all who read on, and none ends it: no message is passed over.
        while (row := next(self._made, None)) is not None:
            yield row

    def _messages(self) -> Iterator[Row | BadRow]:
        number = 0
        for count, item in enumerate(super()._rows(0), 1):
            rows: Iterator[Row | BadRow] = iter((item,))
            if isinstance(item, Row):
                rows = self._of(item.fields, count)
            for row in rows:
                number += 1
                if isinstance(row, BadRow):
                    yield BadRow(number, row.reason, row.raw)
                else:
                    yield Row(number, row.fields, None, row.unsearched, row.people, place=row.place)

    def _of(self, record: Mapping[str, Any], count: int) -> Iterator[Row | BadRow]:
        """The messages of one conversation; their numbers are still open."""
        held = _held(record)
        if not held:
            yield BadRow(0, f"item {count} holds no list of messages")
            return
        own = next((k for k in IDS if (as_text(record.get(k)) or "").strip()), "")
        id = as_text(record.get(own)) or f"{Path(self.path).name} {count}"
        used = (own, held, *((CURRENT,) if held == TREE else ()))
        beside = {
            key if key in TITLES else _apart(key, CONVERSATION): value
            for key, value in record.items()
            if key not in used
        }
        nodes = list(_in_order(record[held])) if held == TREE else [
            _Node(message) for message in record[held]
        ]  # fmt: skip
        shown = {node.id: node.number for node in nodes}.get(str(record.get(CURRENT)), 0)
        head = Head(count, tuple(record), own, held, shown)
        empty = True
        for node in nodes:
            if node.message is None:
                continue
            empty = False
            if isinstance(node.message, Mapping):
                yield _row(node, head, id, beside)
            else:
                yield BadRow(0, f"item {count} has a message that is no object")
        if empty:
            yield Row(
                0, {CONVERSATION: id, SPEAKER: "", TEXT: "", **beside}, place=Spot(head, empty=True)
            )


class ChatList(ChatSource, JsonSource):
    """Those of a list, or of objects one behind the other."""

    def _begin(self, decoder: Decoder) -> None:
        chunks = decoder.chunks()
        first = next(chunks, "")
        self.listed = first.lstrip().startswith("[")
        self._items = json_items(chain((first,), chunks))


class ChatLines(ChatSource, JsonlSource):
    """Those of a file with an object a line."""


@dataclass
class _Node:
    """A message in its place."""

    message: Any
    id: str = ""
    number: int = 0
    parent: int = 0


@dataclass
class _Said:
    """What a message says, and where it says it.

    names (dict): Who speaks, by the fields that tell it, the name first.
    role, text (tuple): As in `Spot`; `form` too.
    words (str): Its text.
    lost (list[str]): What of it cannot be searched, by kind.
    """

    names: dict[Keys, str]
    role: Keys = ()
    text: Keys = ()
    form: str = ""
    words: str = ""
    lost: list[str] = field(default_factory=list)


def _held(record: Mapping[str, Any]) -> str:
    """The field that holds the messages; "" where none does."""
    tree = record.get(TREE)
    if isinstance(tree, Mapping) and all(isinstance(node, Mapping) for node in tree.values()):
        return TREE
    return next((key for key in LISTS if _is_list(record.get(key))), "")


def _is_list(value: Any) -> bool:
    if not isinstance(value, list):
        return False
    first = [one for one in value[:PEEKED] if isinstance(one, Mapping)]
    return not value or any(name in one for one in first for name in TEXTS)


def _is_conversation(record: Mapping[str, Any]) -> bool:
    """Is it one? Where a text stands beside the messages, that is what was meant so far."""
    texts = (v for k, v in record.items() if OBVIOUS.get(k.strip().lower()) == "text")
    return bool(_held(record)) and not any(isinstance(text, str) for text in texts)


def _in_order(nodes: Mapping[str, Mapping[str, Any]]) -> Iterator[_Node]:
    """The messages of a tree, each behind the one that it answers."""
    number = 0
    numbers: dict[str, int] = {}
    above = {key: as_text(node.get("parent")) or "" for key, node in nodes.items()}
    roots = [key for key, parent in above.items() if parent not in nodes]
    for root in (*roots, *nodes):  # what hangs in no tree comes last
        waiting = [(root, numbers.get(above[root], 0))]
        while waiting:
            key, parent = waiting.pop()
            if key in numbers or key not in nodes:
                continue
            message = nodes[key].get("message")
            number += message is not None
            own = numbers[key] = number if message is not None else parent
            yield _Node(message, key, own, parent)
            below = nodes[key].get("children")
            keys = below if isinstance(below, list) else []
            waiting += [(child, own) for child in reversed(keys) if isinstance(child, str)]


def _row(node: _Node, head: Head, id: str, beside: Mapping[str, Any]) -> Row:
    raw: Mapping[str, Any] = node.message
    said = _said(raw)
    paths, names = tuple(said.names), [name for name in said.names.values() if name.strip()]
    speaker = names[0] if names else ""
    fields = {CONVERSATION: id}
    fields |= {ROLE: _at(raw, said.role)} if said.role else {}
    fields |= {SPEAKER: speaker, TEXT: said.words}
    used = {*paths, said.role, said.text}
    further = {_apart(path[-1], "message"): value for path, value in _flat(raw) if path not in used}
    place = Spot(head, paths, said.role, said.text, said.form, node.number, node.parent)
    lost = {kind: said.lost.count(kind) for kind in sorted(set(said.lost))}
    people = _people([names, *map(_names_of, _mappings(raw.get(MENTIONS)))])
    return Row(0, {**further, **beside, **fields}, None, lost, people, place=place)


def _apart(key: str, whose: str) -> str:
    """The name of a field as that of a column; ours hold what they hold."""
    return f"{whose} {key}" if key in COLUMNS else key


def _flat(raw: Mapping[str, Any]) -> Iterator[tuple[Keys, Any]]:
    """The fields of a message and of its author; a list or an object tells its name only."""
    for key, value in raw.items():
        inner = value if key in NAMES and isinstance(value, Mapping) else None
        found = [((key, k), v) for k, v in inner.items()] if inner else [((key,), value)]
        for path, own in found:
            if own not in (None, "", [], {}):
                yield path, own if as_text(own) is not None else None


def _people(named: Sequence[Sequence[str]]) -> dict[str, tuple[str, ...]]:
    """Who speaks or is mentioned, with other names."""
    known = ([name for name in names if not names_nobody(name)] for names in named)
    return {names[0]: tuple(dict.fromkeys(names[1:])) for names in known if names}


def _names_of(raw: Mapping[str, Any]) -> list[str]:
    names = (raw.get(key) for key in NAMES)
    return list(dict.fromkeys(name for name in names if isinstance(name, str) and name.strip()))


def _mappings(value: Any) -> list[Mapping[str, Any]]:
    return [one for one in value if isinstance(one, Mapping)] if isinstance(value, list) else []


def _at(raw: Mapping[str, Any], path: Keys) -> str:
    value: Any = raw
    for key in path:
        value = value.get(key) if isinstance(value, Mapping) else None
    return as_text(value) or ""


def _said(raw: Mapping[str, Any]) -> _Said:
    within = next((key for key in NAMES if isinstance(raw.get(key), Mapping)), "")
    ways = [*([(within, key) for key in NAMES] if within else ()), *((key,) for key in NAMES)]
    said = _Said({way: name for way in ways if (name := _at(raw, way)).strip()})
    roles = [way for way in ((within, ROLE), (ROLE,)) if _at(raw, way).strip()]
    if roles and (not said.names or _at(raw, roles[0]) in _TOOLS):
        said.names = {roles[0]: _at(raw, roles[0])}
    elif roles and names_nobody(_at(raw, roles[0])):
        said.role = roles[0]
    elif roles:
        said.lost.append(TELLING_ROLE)
    said.lost += [FILE for key in FILES if raw.get(key)]
    texts = [(key, *_text(raw[key])) for key in TEXTS if key in raw and (key,) not in said.names]
    if texts:
        key, said.words, said.form, files = next((t for t in texts if t[1].strip()), texts[0])
        said.text = (key,)
        said.lost += [FILE] * files
    return said


def _text(value: Any) -> tuple[str, str, int]:
    """The text of a field, what holds it, and how many of its pieces are none."""
    form, gap = "", ""
    if isinstance(value, Mapping):
        form, gap = "parts", _PARAGRAPH
        parts = value.get("parts")
        pieces = parts if isinstance(parts, list) else [value]
    elif isinstance(value, list):
        pieces = value
        if value and all(isinstance(one, Mapping) for one in value):
            form, gap = "blocks", _PARAGRAPH
    else:
        return as_text(value) or "", "", 0
    texts = [one.get("text") if isinstance(one, Mapping) else one for one in pieces]
    words = [text for text in texts if isinstance(text, str)]
    return gap.join(words), form, len(texts) - len(words)


class ChatSink(Sink):
    """Conversations in the form that they were read in.

    place (Place): Where; its source is a `ChatSource`.
    """

    def __init__(self, place: Place) -> None:
        assert isinstance(place.source, ChatSource)
        named = format_by_name(place.output)
        listed = place.source.listed if named != "jsonl" else False
        self._form = JsonFormat() if listed else JsonlFormat()
        self._id = place.doc
        self._rows: list[tuple[Mapping[str, Any], Spot]] = []
        self._file: FileTarget | StreamTarget = place.open()
        super().__init__(self._file)

    def start(self) -> None:
        self._file.write(self._form.head())

    def put(self, values: Mapping[str, Any], name: str, change: Change | None = None) -> None:
        assert change is not None
        spot: Spot = change.row.place
        if self._rows and self._rows[0][1].head.number != spot.head.number:
            self._close()
        self._rows.append((values, spot))

    def finish(self) -> None:
        self._close()
        self._file.write(self._form.tail())
        super().finish()

    def _close(self) -> None:
        """Write the conversation that is whole."""
        if self._rows:
            self._file.write(self._form.row(_conversation(self._rows, self._id)))
        self._rows = []


def _conversation(rows: Sequence[tuple[Mapping[str, Any], Spot]], id: str) -> dict[str, Any]:
    values, first = rows[0]
    head = first.head
    own = [(_message(values, spot), spot) for values, spot in rows if not spot.empty]
    messages = _tree(own) if head.messages == TREE else [message for message, _ in own]
    out: dict[str, Any] = {}
    for key in head.keys:
        if key == head.messages:
            out[key] = messages
        elif key == CURRENT and head.messages == TREE:
            out[key] = str(head.current)
        elif key == head.id and id in values:
            out[key] = values[id]
        elif key in values and key not in (SPEAKER, TEXT, ROLE, id):
            out[key] = values[key]
    return out


def _message(values: Mapping[str, Any], spot: Spot) -> dict[str, Any]:
    """What is released of a message, where it stood."""
    out: dict[str, Any] = {}
    if ROLE in values:
        _put(out, spot.role, values[ROLE])
    for path in spot.names if SPEAKER in values else ():
        _put(out, path, values[SPEAKER])
    text = values.get(TEXT, "")
    held = {
        "": text,
        "parts": {"content_type": "text", "parts": [text]},
        "blocks": [{"type": "text", "text": text}],
    }
    _put(out, spot.text, held[spot.form])
    known = {*spot.head.keys, *COLUMNS}
    return {**out, **{key: value for key, value in values.items() if key not in known}}


def _put(out: dict[str, Any], path: Keys, value: Any) -> None:
    for key in path[:-1]:
        out = out.setdefault(key, {})
    for key in path[-1:]:
        out[key] = value


def _tree(messages: Sequence[tuple[dict[str, Any], Spot]]) -> dict[str, Any]:
    """Messages with new ids, below a root that says nothing."""
    root: dict[str, Any] = {"id": "0", "message": None, "parent": None, "children": []}
    nodes: dict[str, Any] = {"0": root}
    for message, spot in messages:
        # One before it may have been left out.
        parent = str(spot.parent) if str(spot.parent) in nodes else "0"
        own = str(spot.node)
        nodes[own] = {"id": own, "message": message, "parent": parent, "children": []}
        nodes[parent]["children"].append(own)
    return nodes
