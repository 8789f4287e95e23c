"""What tests share: the folder of outside data where it is there, and inline-tagged texts."""

from __future__ import annotations

import functools
import gc
import importlib.util
import os
import re
import sys
import time
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from types import MappingProxyType, ModuleType

import catalogue
import pytest
from hypothesis import HealthCheck, settings

from spacy_hips.core import labels, passphrases
from spacy_hips.core.light_imports import import_spacy

# A machine that does other work, too, is no reason to fail. A few texts are drawn in the quick run,
# and many in the nightly one.
settings.register_profile(
    "tests",
    deadline=None,
    max_examples=int(os.environ.get("HIPS_EXAMPLES", "25")),
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("tests")

SLOW_ROOMS = frozenset(("scripts",))
"""Folders all of whose tests are slow: what they test is run once in a while, by hand."""
_TAG = re.compile(r"\[([^\[\]|]+)\|([A-Z_]+)\]")


def tagged(string: str) -> tuple[str, list[tuple[int, int, str]]]:
    """Read "write to [ana@x.org|EMAIL]" into its text and its spans."""
    text, spans, last = "", [], 0
    for match in _TAG.finditer(string):
        text += string[last : match.start()]
        spans.append((len(text), len(text) + len(match[1]), match[2]))
        text += match[1]
        last = match.end()
    return text + string[last:], spans


@pytest.fixture(name="tagged")
def _tagged():
    return tagged


def linear(work: Callable[[int], object], size: int) -> None:
    """Fail where four times the size takes more than eight times as long: linear time takes four
    times as long, quadratic time sixteen times. The two are timed in turn and the best of a few
    pairs counts, for a machine may slow down or speed up between one and the next. A quarter of
    the size will do where it takes long enough to tell."""

    def seconds(length: int) -> float:
        start = time.process_time()
        work(length)
        return time.process_time() - start

    if 0.1 < seconds(size) < 8 * seconds(size // 4):
        return
    growth = []
    for _ in range(6):
        once, four_times = seconds(size), seconds(4 * size)
        if four_times < max(8 * once, 0.05):
            return
        growth.append(four_times / once)
    pytest.fail(f"four times the size takes {min(growth):.1f} times as long")


@pytest.fixture(name="linear")
def _linear():
    return linear


@pytest.fixture
def shared() -> Path:
    """The folder of outside data; tests that use it say so when it is not there."""
    root = Path(os.environ.get("HIPS_SHARED", Path(__file__).parents[2] / "shared"))
    if not (root / "data").is_dir():
        pytest.skip("uses the outside data folder, which is not here (HIPS_SHARED)")
    return root


@pytest.fixture(scope="session")
def load_script() -> Iterator[Callable[[Path], ModuleType]]:
    """Loads a file of scripts/ or benchmarks/ as a module, which is let go of at the end."""
    names = []

    def load(path: Path) -> ModuleType:
        spec = importlib.util.spec_from_file_location(f"loaded_{path.stem}", path)
        module = importlib.util.module_from_spec(spec)
        sys.modules[spec.name] = module
        names.append(spec.name)
        spec.loader.exec_module(module)
        return module

    yield load
    for name in names:
        del sys.modules[name]


@pytest.fixture(scope="session")
def tiny_encoder(tmp_path_factory) -> str:
    """A folder with a tiny BERT of random weights that knows letters only; nothing is fetched."""
    transformers = pytest.importorskip("transformers", reason="needs the extra trf")
    torch = pytest.importorskip("torch", reason="needs the extra trf")
    pytest.importorskip("spacy_transformers", reason="needs the extra trf")
    folder = tmp_path_factory.mktemp("encoder")
    letters = list("abcdefghijklmnopqrstuvwxyz.,:")
    vocab = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", *letters, *(f"##{c}" for c in letters)]
    (folder / "vocab.txt").write_text("\n".join(vocab))
    transformers.BertTokenizerFast(str(folder / "vocab.txt")).save_pretrained(str(folder))
    config = transformers.BertConfig(
        vocab_size=len(vocab),
        hidden_size=16,
        num_hidden_layers=1,
        num_attention_heads=2,
        intermediate_size=32,
    )
    with torch.random.fork_rng():
        torch.manual_seed(1)
        transformers.BertModel(config).save_pretrained(str(folder))
    return str(folder)


@pytest.hookimpl(wrapper=True)
def pytest_collection(session: pytest.Session) -> Generator[None, object, object]:
    """Prepare the process before the first module is imported: many make their pipeline then.
    Ten thousand tests stay till the end: the garbage collector need not look at them."""
    worker = hasattr(session.config, "workerinput")
    if worker or not session.config.getoption("numprocesses", None):  # who hands out runs none
        patch = pytest.MonkeyPatch()
        session.config.add_cleanup(patch.undo)
        import_spacy()
        _sort_entry_points_once(patch)
        _read_signatures_once(patch)
        _share_tokenizers(patch)
    gc.disable()
    done = yield
    gc.freeze()
    gc.enable()
    return done


def _sort_entry_points_once(patch: pytest.MonkeyPatch) -> None:
    """Each look into a registry goes through all entry points; a pipeline takes hundreds."""
    points = catalogue.AVAILABLE_ENTRY_POINTS
    groups = {group: points.select(group=group) for group in points.groups}
    patch.setattr(catalogue, "AVAILABLE_ENTRY_POINTS", groups)


def _read_signatures_once(patch: pytest.MonkeyPatch) -> None:
    """A pipeline that is made from a config reads the type hints of a hundred makers."""
    try:
        from confection import validation  # older ones have none

        read = validation.resolve_type_hints
    except (ImportError, AttributeError):
        return
    hints = functools.cache(read)
    patch.setattr(validation, "resolve_type_hints", lambda f: hints(f) if f.__hash__ else read(f))


def _share_tokenizers(patch: pytest.MonkeyPatch) -> None:
    """Blank pipelines share a tokenizer and its vocabulary: to build one takes longer than most
    tests. Those that change it use the fixture `unshared`."""
    import spacy

    from spacy_hips.components import tokenizer

    real, shared = spacy.blank, {}
    split = {"nlp": {"tokenizer": {"@tokenizers": "spacy_hips.Tokenizer.v1"}}}
    kinds = {"": {}, "_plain": tokenizer.BOUNDED, "build_tokenizer": split}

    @functools.wraps(real)
    def blank(name, *, config=MappingProxyType({}), **more):
        kind = next((kind for kind, its in kinds.items() if config == its), None)
        if more or kind is None:
            return real(name, config=config, **more)
        key = name, kind
        if key not in shared:
            shared[key] = real(name, config=config).tokenizer
        with pytest.MonkeyPatch.context() as here:
            if kind:  # an entry point comes before what is registered: what it gives is patched
                here.setattr(tokenizer, kind, lambda nlp: shared[key])
            else:
                place = ("spacy", "tokenizers", tokenizer.SPACYS_OWN)
                here.setitem(catalogue.REGISTRY, place, lambda: lambda nlp: shared[key])
            return real(name, vocab=shared[key].vocab, config=config)

    patch.setattr(spacy, "blank", blank)


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """The quick run need not import the modules of a slow room."""
    quick = config.option.markexpr == "not slow"
    return True if quick and collection_path.parent.name in SLOW_ROOMS else None


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark as slow what a room or a test marked `few` says; before `-m` chooses."""
    tables: dict[str, list[pytest.Item]] = {}
    for item in items:
        if item.path.parent.name in SLOW_ROOMS:
            item.add_marker(pytest.mark.slow)
        if item.get_closest_marker("few"):
            tables.setdefault(item.nodeid.partition("[")[0], []).append(item)
    for cases in tables.values():
        (quick,) = cases[0].get_closest_marker("few").args
        kept = {n * len(cases) // quick for n in range(quick)}
        for n, case in enumerate(cases):
            if n not in kept:
                case.add_marker(pytest.mark.slow)


@pytest.fixture(scope="session", autouse=True)
def work_factors() -> Iterator[dict[str, int]]:
    """Keys made of passphrases cost next to nothing here; returns what they cost elsewhere."""
    real = dict(passphrases.SCRYPT)
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(passphrases.SCRYPT, "n", 2)
        yield real


@pytest.fixture(scope="module")
def real_work_factors(work_factors) -> Iterator[None]:
    """For tests that pin what a certain passphrase draws."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(passphrases.SCRYPT, "n", work_factors["n"])
        passphrases.stretch.cache_clear()
        yield
    passphrases.stretch.cache_clear()


@pytest.fixture
def unshared(monkeypatch) -> None:
    """Blank pipelines have each a tokenizer of their own."""
    import spacy

    monkeypatch.setattr(spacy, "blank", spacy.blank.__wrapped__)


@pytest.fixture(autouse=True)
def _no_trained_pipeline(monkeypatch, request):
    """No trained pipeline is found by the line in somebody's pipeline: what happens to be installed
    is no part of a test. One that wants it has the mark `installed`."""
    if not request.node.get_closest_marker("installed"):
        monkeypatch.setattr("spacy_hips.components.front_door.installed", lambda: "")


@pytest.fixture(autouse=True)
def _labels_of_ones_own_end_with_the_test():
    """A pipeline with labels of its own adds them for the whole process."""
    before = set(labels.LABELS)
    yield
    for name in set(labels.LABELS) - before:
        del labels._ROWS[name]
