"""The README's code blocks run as they are printed."""

import re
from pathlib import Path

import pytest

README = Path(__file__).parents[1] / "README.md"
BLOCKS = re.findall(r"```python\n(.*?)```", README.read_text("utf8"), re.S)


@pytest.mark.parametrize("number", range(len(BLOCKS)))
@pytest.mark.installed
def test_a_block_runs(number, capsys):
    exec(compile(BLOCKS[number], f"README block {number + 1}", "exec"), {})
    printed = capsys.readouterr().out.lower()
    assert "amara" not in printed and "okafor" not in printed and "youssef" not in printed
    assert "newton's method" in printed


def test_the_first_bash_block_holds_two_commands():
    first = re.search(r"```bash\n(.*?)```", README.read_text("utf8"), re.S)[1]
    assert len(first.strip().splitlines()) == 2
