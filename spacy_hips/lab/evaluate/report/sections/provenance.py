"""What the report rests on: programs, texts, keys, and who has looked at it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from .....core.ids import Manifest
from .....desk.found.audit import audit_of
from .....desk.found.decisions import Decisions
from ..asked import Asked


@dataclass(frozen=True, kw_only=True)
class Release:
    """What is told of the release that the report is about.

    manifest (str): The manifest of its run; "" for none.
    decisions (Sequence[str]): Files of what reviewers decided.
    register, key_file (str): Where they are kept; "" where there is none.
    originals (bool): Do the originals still exist?
    kanon (Mapping): The report of the table beside the texts; empty without one.
    """

    manifest: str = ""
    decisions: Sequence[str] = ()
    register: str = ""
    key_file: str = ""
    originals: bool = True
    kanon: Mapping[str, Any] = field(default_factory=dict)


def provenance(
    asked: Asked, versions: Mapping[str, str], gold: Mapping[str, str], release: Release
) -> dict[str, Any]:
    """The section.

    asked (Asked): What was asked for.
    versions (Mapping): Of programs and model.
    gold (Mapping): SHA-256 of each set by its name.
    release (Release): What is told of the release.
    RETURNS (dict): Plain data. Names of reviewers are those they gave themselves.
    """
    manifest = Manifest.read(release.manifest) if release.manifest else None
    review, audit = review_of(release.decisions)
    kept = {
        "register": bool(release.register) and Path(release.register).exists(),
        "key_file": bool(release.key_file) and Path(release.key_file).exists(),
        "originals": release.originals,
    }
    return {
        "settings": asked.to_json(),
        "versions": dict(versions),
        "gold": dict(gold),
        "manifest": None if manifest is None else _told(manifest),
        "kept": kept,
        "status": "pseudonymised" if any(kept.values()) else "no way back is kept",
        "review": review,
        "audit": audit,
        "kanon": _table(release.kanon),
    }


def review_of(files: Sequence[str]) -> tuple[dict[str, Any], dict[str, Any] | None]:
    """How much people have decided, and what came of the sample that they read.

    files (Sequence[str]): What they decided.
    """
    decisions = Decisions.read(files)
    audit = audit_of(decisions) if files else None
    review = {
        "files": len(files),
        "decisions": len(decisions.all),
        "reviewers": sorted({d.reviewer for d in decisions.all if d.reviewer}),
    }
    return review, None if audit is None else audit.to_json()


def _told(manifest: Manifest) -> dict[str, Any]:
    """A manifest without what lets a secret be guessed."""
    return {
        "versions": manifest.versions,
        "config_hash": manifest.config_hash,
        "scope": manifest.scope,
        "not_searched": manifest.not_searched,
    }


def _table(report: Mapping[str, Any]) -> dict[str, Any] | None:
    """k, and the largest risk, of the table beside the texts."""
    measured = report.get("measured", report)
    if not isinstance(measured, Mapping) or "k" not in measured:
        return None
    return {name: measured[name] for name in ("k", "classes", "units") if name in measured}
