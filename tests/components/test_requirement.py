"""A pipeline that was made for another version of the package is refused, by a coded error."""

import pytest
import spacy

import spacy_hips
from spacy_hips.components.requirement import (
    CALLBACK,
    compatible_versions,
    fits,
    requirement_config,
)
from spacy_hips.core.errors import HipsError


def saved(folder, version):
    before = {"@callbacks": CALLBACK, "version": version}
    nlp = spacy.blank("en", config={"nlp": {"before_creation": {**before, "version": ">=0"}}})
    nlp.add_pipe("hips_rules")
    nlp.to_disk(folder)
    config = folder / "config.cfg"
    config.write_text(config.read_text().replace('">=0"', f'"{version}"'))
    return folder


@pytest.mark.few(1)
@pytest.mark.parametrize("version", [">=99.0,<99.1", "<0.0.1", "what"])
def test_another_version_is_refused_before_anything_is_built(tmp_path, version):
    with pytest.raises(HipsError, match="E445") as error:
        spacy.load(saved(tmp_path / "nlp", version))
    assert spacy_hips.__version__ in str(error.value)


@pytest.mark.slow  # saves and loads a pipeline twice
def test_a_version_that_fits_loads_and_is_kept(tmp_path):
    nlp = spacy.load(saved(tmp_path / "nlp", compatible_versions()))
    nlp.to_disk(tmp_path / "again")
    again = spacy.load(tmp_path / "again")
    assert again.config["nlp"]["before_creation"] == requirement_config()


@pytest.mark.slow  # saves and loads a pipeline once more
def test_the_check_can_be_switched_off(tmp_path):
    folder = saved(tmp_path / "nlp", ">=99.0")
    assert spacy.load(folder, config={"nlp": {"before_creation": None}}).pipe_names


def test_the_range_ends_with_the_next_major_version(monkeypatch):
    monkeypatch.setattr("spacy_hips.components.requirement.__version__", "1.4.2")
    assert compatible_versions() == ">=1.4.2,<2"
    assert fits(">=1.4.2,<2")
    assert not fits(">=2.0.0,<3")


def test_the_command_line_says_the_same(tmp_path, capsys):
    from spacy_hips.cli._app import main

    assert main(["tune", str(saved(tmp_path / "nlp", "<0.0.1")), "gold.jsonl"]) == 2
    assert "[E445]" in capsys.readouterr().err
