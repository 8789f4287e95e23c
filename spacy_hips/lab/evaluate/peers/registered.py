"""The peers that come with the package, by name."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ...errors import Errors
from ..registered import registered
from .peer import Peer
from .process import OwnProcess

TOOLS = Path(__file__).with_name("tools")
PEERS = ("ours", "presidio", "scrubadub", "vicary", "edshield", "maskpipe", "piilo", "rampart",
         "spacy_pipeline")  # fmt: skip


def peer(name: str, python: str = "", **settings: Any) -> Peer:
    """A peer by its name.

    name (str): The name of a registered one, such as "vicary", or the path of an adapter.
    python (str): The interpreter that has the tool; "" is this one.
    **settings (Any): What else its maker, or the adapter, takes.
    RETURNS (Peer): The peer.
    RAISES (HipsError): E878 where there is none of that name, E875 for a file that is no adapter.
    """
    if name.endswith(".py"):
        return OwnProcess(name, python, settings)
    make = registered("Peer", name, PEERS, Errors.E878)
    return make(python, **settings)  # type: ignore[no-any-return]


def make_ours(python: str = "", model: str = "en_hips_student", public: bool = False) -> OwnProcess:
    """Make the peer that is this package.

    python (str): An interpreter that has it; "" is this one.
    model (str): The pipeline, with hips_anonymizer; "" is rules alone.
    public (bool): Also tell the public persons that are found and kept.
    """
    return OwnProcess(TOOLS / "ours.py", python, {"model": model, "public": public})


def make_presidio(
    python: str = "", model: str = "en_core_web_sm", threshold: float = 0.0
) -> OwnProcess:
    """Make presidio-analyzer.

    python (str): An interpreter that has it; "" is this one.
    model (str): The spaCy pipeline that finds its names; "" leaves names out.
    threshold (float): Spans below this score are dropped; its own default is 0.
    """
    return OwnProcess(TOOLS / "presidio.py", python, {"model": model, "threshold": threshold})


def make_scrubadub(python: str = "") -> OwnProcess:
    """Make scrubadub with the detectors that it loads by itself, which find no names.

    python (str): An interpreter that has it; "" is this one.
    """
    return OwnProcess(TOOLS / "scrubadub.py", python)


def make_vicary(python: str = "", names: str = "") -> OwnProcess:
    """Make vicary in its mode "local".

    python (str): An interpreter that has it; "" is this one.
    names (str): How hard it looks for names (its VICARY_NAME_DETECTION); "" is its default.
    """
    return OwnProcess(TOOLS / "vicary.py", python, {"names": names})


def make_edshield(python: str = "", model: str = "rules") -> OwnProcess:
    """Make edshield.

    python (str): An interpreter that has it; "" is this one.
    model (str): Its model, by the path of a folder; "rules" is none.
    """
    return OwnProcess(TOOLS / "edshield.py", python, {"model": model})


def make_maskpipe(python: str = "", model: str = "en_core_web_sm") -> OwnProcess:
    """Make maskpipe with all the entities that it has for any country and for the US and the UK.

    python (str): An interpreter that has it; "" is this one.
    model (str): The spaCy pipeline that makes lemmas for it.
    """
    return OwnProcess(TOOLS / "maskpipe.py", python, {"model": model})


def make_piilo(python: str = "", model: str = "en_core_web_sm") -> OwnProcess:
    """Make piilo-anonymizer, with all that its analyzer finds.

    python (str): An interpreter that has it; "" is this one.
    model (str): The spaCy pipeline that it builds on.
    """
    return OwnProcess(TOOLS / "piilo.py", python, {"model": model})


def make_rampart(python: str = "") -> OwnProcess:
    """Make arcjet's Rampart, with its model and its patterns.

    python (str): An interpreter that has it; "" is this one.
    """
    return OwnProcess(TOOLS / "rampart.py", python)


def make_spacy_pipeline(python: str = "", model: str = "en_core_web_sm") -> OwnProcess:
    """Make a peer of the entities (`doc.ents`) of any spaCy pipeline.

    python (str): An interpreter that has it; "" is this one.
    model (str): The name of an installed pipeline, or its folder.
    """
    return OwnProcess(TOOLS / "spacy_pipeline.py", python, {"model": model})
