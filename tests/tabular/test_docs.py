"""The examples of docs/kanonymity.md run as they stand there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[2] / "docs" / "kanonymity.md"


@pytest.mark.skipif(not PAGE.exists(), reason="the docs are not beside the tests")
@pytest.mark.filterwarnings("ignore:.*W603")
def test_the_examples_run(tmp_path, monkeypatch, capsys):
    pytest.importorskip("matplotlib")
    monkeypatch.chdir(tmp_path)
    blocks = re.findall(r"```python\n(.*?)```", PAGE.read_text("utf8"), re.S)
    names: dict = {}
    for block in blocks:
        exec(block, names)
    assert (tmp_path / "kanonymity.png").exists()
    assert "masked EMPLOYER 1" in capsys.readouterr().out
    assert len(names["together"].rows) == 60
