"""Wrong usage: one line says what is wrong, the next where to look."""

from __future__ import annotations

import pytest

from .conftest import main

WRONG = {
    "a verb spelt otherwise": (["anonymise", "in.csv"], "'anonymise'. Do you mean anonymize?"),
    "a file for a verb": (["in.csv"], "For a file: spacy-hips anonymize FILE"),
    "no verb at all": (["nothing"], "there is no verb 'nothing'.\n"),
    "an option spelt otherwise": (
        ["anonymize", "in.csv", "--know-people", "r.csv"], "Do you mean --known-people?",
    ),
    "an option that is none": (["anonymize", "in.csv", "--zorb=3"], "cannot use '--zorb=3'.\n"),
    "blanks without quotes": (
        ["anonymize", "in.csv", "--columns", "Essay", "text=text"], "in quotes",
    ),
    "an option left out": (["restore", "in.csv"], "required: --key-file"),
    "a value that is none": (["anonymize", "in.csv", "--scope", "all"], "choose from"),
}  # fmt: skip


@pytest.mark.parametrize(("arguments", "said"), list(WRONG.values()), ids=list(WRONG))
def test_wrong_usage_is_told_in_two_lines(folder, capsys, arguments, said):
    (folder / "in.csv").write_text("Essay text\nHello.\n", "utf8")
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    told = capsys.readouterr().err
    assert ended.value.code == 2
    assert said in told
    assert told.count("\n") == 2
    assert "--help` tells how it is used" in told
