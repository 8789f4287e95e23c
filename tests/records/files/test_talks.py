"""Who speaks in transcripts and saved chats, and that nobody speaks in other texts."""

from __future__ import annotations

import pytest

from spacy_hips import Job, JobOptions
from spacy_hips.desk.files.formats.talks import named, speakers

VTT = """WEBVTT

1
00:00:01.000 --> 00:00:04.000
<v Grace>Hello xX_Drago, is faith here?</v>

2
00:00:05.000 --> 00:00:09.500 align:start
<v.loud Speaker 2>No grace.</v>
<v.loud xX_Drago>Me.</v>
"""
SRT = """1
00:00:01,000 --> 00:00:04,000
GRACE: Hello

2
00:00:05,000 --> 00:00:09,500
- <i>Ana Ruiz:</i> no, remember: at ten

3
00:00:15,000 --> 00:00:19,500
[Ben] yes

4
00:00:25,000 --> 00:00:29,500
Remember: no
"""


@pytest.mark.parametrize(
    ("text", "people"),
    [
        (VTT, ["Grace", "xX_Drago"]),
        ("WEBVTT\n\n00:03.120 --> 00:05.000\n<v Ruiz, Ana (Student)>So</v>", ["Ruiz, Ana"]),
        (SRT, ["GRACE", "Ana Ruiz", "Ben"]),
        ("10:02:13 From Ana Ruiz to Everyone: hi", ["Ana Ruiz"]),
        ("10:02:13\t From  Ana  to  Ben Li(Direct Message) : hi", ["Ana", "Ben Li"]),
        ("2024-03-01 10:02:13 From Ana (she/her) to Hosts and panelists : hi", ["Ana"]),
        (
            "10:02:13 Von 王小明 an Alle: hi\n10:02:13 De Hope's iPad à Tous :\n\thi",
            ["王小明", "Hope"],
        ),
        ("10:02:13 From Rabbit to Me: a\n10:02:14 From Me to mOm(Privately): b", ["Rabbit", "mOm"]),
        ("[Ana Ruiz] 10:02:13\nhi\n\n[Ben] 10:02:14 AM\nho", ["Ana Ruiz", "Ben"]),
        ("[10:02] Ana Ruiz: hi\n[10:03:01] ben_li : ho", ["Ana Ruiz", "ben_li"]),
        ("12/03/24, 10:02 - Ana 🌸: hi\n[3/12/24, 10:02:13\u202fPM] Ben: ho", ["Ana 🌸", "Ben"]),
        ("[10:02] Tutor: hi\n[10:02] Student 1: hi\n[10:03] B: ho", []),
        ("[10:02:13] ERROR: a\n[10:02:14] INFO: b\n[10:02:15] WARNING: c", []),
        ("Note: we met at 10:02. [1] See: Ruiz 2003: 4\n10:02 From the start: all went well", []),
        ("[10:02] Ana: alone, it may be anything", []),
        ("", []),
    ],
)
def test_speakers(text, people):
    assert list(named(text, speakers(text))) == people


@pytest.mark.filterwarnings("ignore::spacy_hips.core.errors.HipsWarning")
@pytest.mark.parametrize("inside", [False, True])
def test_speakers_are_hidden_and_the_file_stays_valid(inside, tmp_path, monkeypatch):
    """By rules alone, which find no names: alone, and in a folder."""
    monkeypatch.setenv("HIPS_SECRET", "a secret of the tests of talks")
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.vtt").write_text(VTT)
    given, out = (tmp_path / "in", tmp_path / "out") if inside else (
        tmp_path / "in" / "a.vtt", tmp_path / "out.vtt"
    )  # fmt: skip
    Job(JobOptions(input=str(given), output=str(out), rules_only=True)).run()
    (path,) = out.iterdir() if inside else [out]
    text = path.read_text("utf8")
    assert path.suffix == ".vtt" and "Grace" not in text and "Drago" not in text
    assert "is faith here?</v>" in text and "No grace." in text  # words that are no names
    new, old = text.splitlines(), VTT.splitlines()
    assert [n for n, o in zip(new, old, strict=True) if n != o] == [new[4], new[9]]
    assert new[4].startswith("<v ") and new[9].startswith("<v.loud ")


@pytest.mark.filterwarnings("ignore::spacy_hips.core.errors.HipsWarning")
def test_tags_and_handles_do_not_hide_a_speaker(tmp_path, monkeypatch):
    """Offsets are those of the file, what is searched is what a reader of its tags sees."""
    monkeypatch.setenv("HIPS_SECRET", "a secret of the tests of talks")
    text = VTT.replace("No grace.", "<i>No</i> kk99 &amp; grace.").replace("Speaker 2", "kk99")
    (tmp_path / "a.vtt").write_text(text)
    options = {"input": str(tmp_path / "a.vtt"), "output": str(tmp_path / "b.vtt")}
    Job(JobOptions(**options, rules_only=True)).run()
    new = (tmp_path / "b.vtt").read_text("utf8").splitlines()
    handle = new[8].removeprefix("<v.loud ").partition(">")[0]
    assert new[8] == f"<v.loud {handle}><i>No</i> {handle} &amp; grace.</v>" and handle != "kk99"


@pytest.mark.slow  # times long transcripts; tests/odd/test_linear.py times less
def test_transcripts_are_read_in_linear_time(linear):
    line = "10:02:13 From Ana\n<v A\n--> [10:02] Ana Ruiz to 10:02 - "
    linear(lambda size: speakers(line * size), 20_000)
