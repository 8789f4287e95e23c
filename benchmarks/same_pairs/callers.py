"""Callers: Python, data frames, the server and clusters give what a run over a file does."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import nullcontext
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from spacy_hips import JobOptions, read_hypertext, set_ids
from spacy_hips.core.ids import Secret

from . import SCOPES, NotHere, Outcome, World, by_number, compared, pair, texts_of
from .carriers import CARRIERS
from .rows import Row

PARTS = 3
FEW = 300


def text_alone(world: World, most: int = 0) -> list[Row]:
    """Rows of which Python is given what a run takes out of a file: no tags, no half characters."""
    rows = [row for row in world.rows if _is_plain(row.text)]
    return rows[:most] if most else rows


def _is_plain(text: str) -> bool:
    half = any("\ud800" <= char <= "\udfff" for char in text)
    return not half and read_hypertext(text) is None


def loaded(world: World) -> Any:
    """A pipeline as a user has it."""
    import spacy

    from spacy_hips.components.tokenizer import blank

    nlp = spacy.load(world.model) if world.model else blank("en")
    if "hips_anonymizer" not in nlp.pipe_names:
        nlp.add_pipe("hips_anonymizer", config={"finder": "ents"})  # as --rules-only
    nlp.get_pipe("hips_anonymizer").set_secret(Secret.load())
    return nlp


def _docs(nlp: Any, rows: Sequence[Row]) -> Iterator[Any]:
    return (set_ids(nlp.make_doc(row.text), doc=row.id) for row in rows)


def _plain(world: World, rows: Iterable[Row]) -> dict[str, str]:
    return {row.n: world.plain[row.n] for row in rows if row.n in world.plain}


@pair("a file against nlp, text by text")
def one_by_one(world: World) -> Outcome:
    rows, nlp = text_alone(world, FEW), loaded(world)
    made = {row.n: nlp(doc)._.anonymized for row, doc in zip(rows, _docs(nlp, rows), strict=True)}
    return compared(_plain(world, rows), made, f"{len(rows)} rows")


@pair("a file against nlp.pipe, in a memory zone and without")
def piped(world: World) -> Outcome:
    rows, made = text_alone(world), []
    for zone in (True, False):
        nlp = loaded(world)
        with nlp.memory_zone() if zone else nullcontext():
            docs = nlp.pipe(_docs(nlp, rows), batch_size=17)
            made.append([doc._.anonymized for doc in docs])
    base = _plain(world, rows)
    texts = made[0] if made[0] != list(base.values()) else made[1]
    return compared(base, dict(zip(base, texts, strict=True)), f"{len(rows)} rows")


@pair("a file against nlp.pipe in two processes", models="trained")
def piped_beside(world: World) -> Outcome:
    rows, nlp = text_alone(world, FEW), loaded(world)
    docs = nlp.pipe(_docs(nlp, rows), batch_size=17, n_process=2)
    made = {row.n: doc._.anonymized for row, doc in zip(rows, docs, strict=True)}
    return compared(_plain(world, rows), made, f"{len(rows)} rows")


@pair("a file without ids against spacy_hips.anonymize", models="trained")
def in_one_call(world: World) -> Outcome:
    import spacy_hips

    rows = text_alone(world, FEW)
    one = texts_of(world.job(rows, columns={"n": "keep", "text": "text"}))
    return compared(
        one, {row.n: spacy_hips.anonymize(row.text) for row in rows}, f"{len(rows)} rows"
    )


@pair("a file against the server")
def served(world: World) -> Outcome:
    _needs("starlette", "httpx")
    from starlette.testclient import TestClient

    from spacy_hips.desk.serve.app import Service, make_app

    rows = [row for row in world.rows if CARRIERS[".csv"].carries(row.text)][:FEW]
    service = Service(JobOptions(model=world.model, rules_only=not world.model, scope="document"))
    client = TestClient(make_app(service), base_url="http://localhost")
    made = {}
    for row in rows:
        answer = client.post("/anonymize", json={"text": row.text, "id": row.id}).json()
        made[row.n] = answer.get("text", answer.get("error"))
    return compared(_plain(world, rows), made, f"{len(rows)} rows")


@pair("a file against a data frame of pandas", scopes=("document", "corpus"))
def pandas_frame(world: World) -> Outcome:
    _needs("pandas")
    import pandas

    return _framed(world, pandas.DataFrame, lambda frame: frame.to_dict("records"))


@pair("a file against a data frame of Polars", models="rules")
def polars_frame(world: World) -> Outcome:
    _needs("polars")
    import polars

    return _framed(world, polars.DataFrame, lambda frame: frame.to_dicts())


@pair("a file against an Arrow table in chunks of 1,000 rows", models="rules")
def arrow_table(world: World) -> Outcome:
    _needs("pyarrow")
    import pyarrow

    def table(rows: list[dict[str, str]]) -> Any:
        parts = [rows[at : at + 1000] for at in range(0, len(rows), 1000)]
        return pyarrow.concat_tables(pyarrow.Table.from_pylist(part) for part in parts)

    return _framed(world, table, lambda frame: frame.to_pylist())


def _framed(world: World, make: Any, back: Any) -> Outcome:
    from spacy_hips.desk.frames import anonymize

    rows = _encodable(world.rows)
    frame = make(_fields(world, rows))
    made = anonymize(frame, world.roles, **_options(world, world.new_folder()))
    one = world.having(rows) if world.scope == "document" else world.job(rows)
    return compared(one, by_number(back(made)))


@pair("a file against parts on two processes", scopes=SCOPES, most=2200)
def parts_on_processes(world: World) -> Outcome:
    return _in_parts(world, "processes", world.rows)


@pair("a file against parts on two actors of Ray", scopes=("corpus",), models="rules")
def parts_on_ray(world: World) -> Outcome:
    _needs("ray")
    return _in_parts(world, "ray", _ends(world))


@pair("a file against parts on two tasks of Spark", scopes=("corpus",), models="rules")
def parts_on_spark(world: World) -> Outcome:
    _needs("pyspark")
    return _in_parts(world, "spark", _ends(world))


@pair("a file against a data set of Ray", models="rules")
def ray_data(world: World) -> Outcome:
    _needs("ray")
    import ray

    from spacy_hips.desk.frames import anonymize_ray
    from spacy_hips.desk.frames.engines import ready_ray

    rows = _encodable(_ends(world))
    ready_ray(2)
    data = ray.data.from_items(_fields(world, rows)).repartition(PARTS)
    made = anonymize_ray(data, world.roles, workers=2, **_options(world, None))
    one = world.having(rows)
    return compared(one, by_number(made.take_all()), f"{len(rows)} rows", ordered=False)


@pair("a file against a data frame of Spark", models="rules")
def spark_frame(world: World) -> Outcome:
    _needs("pyspark")
    from pyspark import sql

    from spacy_hips.desk.frames import anonymize_spark
    from spacy_hips.desk.frames.engines import session

    rows = _encodable(_ends(world))
    spark = session(sql, 2)
    frame = spark.createDataFrame(_fields(world, rows)).repartition(PARTS)
    made = anonymize_spark(frame, world.roles, **_options(world, None))
    found = by_number(row.asDict() for row in made.collect())
    one = {number: _in_order(text) for number, text in world.having(rows).items()}
    other = {number: _in_order(text) for number, text in found.items()}
    return compared(one, other, f"{len(rows)} rows", ordered=False)


def _in_order(row: str) -> str:
    """A row with its cells by name: Spark sorts the columns of what it is given."""
    import json

    return json.dumps(dict(sorted(json.loads(row).items())), ensure_ascii=False)


def _in_parts(world: World, engine: str, rows: Sequence[Row]) -> Outcome:
    _needs("pyarrow")
    from spacy_hips.desk.frames.folder import anonymize_folder

    rows = _encodable(rows)
    folder = world.new_folder()
    (folder / "in").mkdir()
    size = -(-len(rows) // PARTS)
    for part in range(PARTS):
        fields = _fields(world, rows[part * size : (part + 1) * size])
        if fields:
            CARRIERS[".parquet"].write(folder / "in" / f"{part}.parquet", fields)
    options = world.options(folder / "in", folder / "out", n_process=2)
    anonymize_folder(options, engine)
    one = world.having(rows) if world.scope == "document" else world.job(rows)
    return compared(one, by_number(_read_parts(folder / "out")), f"{len(rows)} rows")


def _read_parts(folder: Path) -> Iterator[Any]:
    for file in sorted(folder.glob("*.parquet")):
        yield from CARRIERS[".parquet"].read(file)


def _options(world: World, folder: Path | None) -> dict[str, Any]:
    own: dict[str, Any] = {"scope": world.scope, "rules_only": not world.model}
    if world.model:
        own |= {"nlp": world.model}
    if folder is not None:
        own |= {"report": _quiet}
    if world.scope != "document" and folder is not None:
        own |= {"register": str(folder / "names.register")}
    return own


def _quiet(summary: Any) -> None:
    pass


def _fields(world: World, rows: Sequence[Row]) -> list[dict[str, str]]:
    return [{name: row.fields[name] for name in world.roles} for row in rows]


def _encodable(rows: Sequence[Row]) -> list[Row]:
    return [row for row in rows if CARRIERS[".parquet"].carries(row.text)]


def _ends(world: World) -> list[Row]:
    """Some rows from either end: an engine of a cluster takes long to start."""
    return [*world.rows[:FEW], *world.rows[FEW:][-FEW:]]


def _needs(*packages: str) -> None:
    missing = [name for name in packages if find_spec(name) is None]
    if missing:
        raise NotHere(f"not installed: {', '.join(missing)}")
