"""Fields of machine text: values that name somebody, keys that stay, text that still parses."""

from __future__ import annotations

import csv
import io
import json
import re
import xml.etree.ElementTree as ElementTree

import pytest
import spacy

from spacy_hips.find.rules.fields import make_field_rule
from spacy_hips.text.page.fields import fixed

RULE = make_field_rule()
LABELS = {"P": "PERSON", "U": "USERNAME", "I": "ID_NUM"}

CASES = {
    "JSON": r"""
        {"username":"U[noorh7]","name":"P[Noor Haddad]","age":12}
        {"user": {"login": "U[sione.t]", "id": 77}, "score": 3}
        {"firstName":"P[Sione]","lastName":"P[Taufa]","city":"Apia"}
        [{"user":"U[U77KQ]","real_name":"P[Freya Holm]","text":"hi"}]
        {"context": {"user_id": I[447120], "course_id": "course-v1:A+2"}}
        {"authors": ["P[Noor Haddad]", "P[Freya Holm]"], "year": 2020}
        {"student_number": "I[2019-44812]", "grade": "B"}
        {\"display_name\": \"P[Freya Holm]\"}
        {"submitted_by": "somebody", "reviewer": "P[Sione Taufa]"}
        {"name": "Mind map", "type": "task", "owner": null, "user": "admin"}
        {"memberId":"I[K-77120]","teacherName":"P[Noor Haddad]"}""",
    "dictionaries": """
        'user_name': 'U[noorh7]'
        {'name': 'P[Freya Holm]', 'n': 3}
        user = {'login' : 'U[sione_t]'}
        {'student' => 'P[Sione Taufa]', 'mark' => 7}
        dict(username="U[noorh7]", n=3)
        author="P[Noor Haddad]"
        person = Person(first_name='P[Freya]', last_name='P[Holm]')
        ("handle": "U[@freya_h]")
        'full name' : 'P[Freya Holm]'
        config["x"] = 3; {'id': 12}""",
    "XML": """
        <student><name>P[Noor Haddad]</name><grade>A</grade></student>
        <author>P[Sione Taufa]</author><reviewer>P[Freya Holm]</reviewer>
        <user>U[noorh7]</user>
        <user id="7"><login>U[sione.t]</login></user>
        <user name="P[Freya Holm]" login="U[freyah]"/>
        <dc:creator>P[Noor Haddad]</dc:creator>
        <studentId>I[20194481]</studentId>
        <first-name>P[Sione]</first-name><last-name>P[Taufa]</last-name>
        <name>Mind map</name><b>Freya</b>
        <participant>P[Noor]</participant>""",
    "settings, one a line": """
        user: U[noorh7]
        - login: U[sione.t]
        username: "U[freya_h]"
        author: U[staufa]
        owner: U[nhaddad]   # the group's
        // author: U[staufa]
        # @author U[noorh7]
        /* owner: U[freya_h] */
        # author: the whole group
        user: hello
        assistant: noorh7
        author: Freya
        user: admin
        user: what do you mean by n7?
        title: mind_map_2""",
    "query strings, logs, settings": """
        user=U[noorh7]&name=P[Noor+Haddad]&page=2
        ?username=U[sione_t]&x=1
        2021-03-01 10:00:01 INFO login user=U[freyah] ip=192.0.2.1
        level=warn userid=I[447120] msg="no such file"
        student_id=I[20194481];course=7
        GIT_AUTHOR_NAME="P[Noor Haddad]"
        export LOGIN=U[sione_t]
        git_user=U[freya.h]
        first_name=P[Noor]
        user=admin role=none""",
    "LaTeX": r"""
        \author{P[Noor Haddad] \and P[Freya Holm]\thanks{x}}
        \author{P[Sione Taufa]\\ Dept. of CS \and P[Freya Holm]\footnote{Corresponding}}
        \author[1]{P[Jos\'{e} Garc\'ia], P[Freya Holm]}
        \title{Maps} \author{P[Noor Haddad]} \maketitle
        \lhead{P[Noor Haddad]} \rhead{Mind Maps}
        \newcommand{\me}{P[Sione Taufa]}
        P[Ole S{\o}rensen] and P[Ole S\o ndergaard] came.
        \student{P[Noor Haddad]} \supervisor{P[Bj\"orn Holm]}
        Thanks to P[Andr\'e M\"uller] and P[Jos\'{e} Garc\'ia] for help.
        P[M\"uller] is my tutor.
        Our friend P[Fran\c{c}ois Lef\`evre] came.
        The caf\'e is na\"ive, says nobody.
        \textbf{x} \section{Authors} \emph{so}""",
    "SQL": """
        INSERT INTO students VALUES (1,'P[Sione Taufa]','x');
        INSERT INTO users (id, name, login) VALUES (1, 'P[Freya Holm]', 'U[freyah]');
        insert into people (`first_name`,`last_name`) values ('P[Noor]','P[Haddad]'),('P[I]','P[H]')
        INSERT INTO products VALUES (1,'Noor Lamp','x');
        INSERT INTO members(member_id, full_name) VALUES ('I[K77120]', 'P[Sione Taufa]');
        INSERT INTO authors VALUES ('P[Noor Haddad]', 1999), ('P[Freya Holm]', 2001);
        INSERT INTO t (student_name) VALUES ('P[Freya Holm]');
        insert into user(username) values('U[noorh7]');
        UPDATE users SET username='U[sione_t]' WHERE id=3;
        SELECT * FROM users WHERE login = 3 AND name='P[Freya Holm]';""",
}


def cases():
    for name, block in CASES.items():
        lines = [line.strip() for line in block.strip().split("\n")]
        assert len(lines) >= 10, "a class needs ten cases"
        for number, line in enumerate(lines):
            yield pytest.param(line, id=f"{name}-{number}")


@pytest.mark.parametrize("marked", list(cases()))
def test_the_value_of_a_field_is_found(marked):
    text = re.sub(r"(?<!\w)([PUI])\[([^\]]+)\]", r"\2", marked)
    wanted = [(LABELS[k], v) for k, v in re.findall(r"(?<!\w)([PUI])\[([^\]]+)\]", marked)]
    assert [(s.label, text[s.start : s.end]) for s in RULE(text)] == wanted


@pytest.mark.parametrize(
    "text",
    [
        "The user=friendly way, x=3 and name == other",
        "She said: 'name': nobody",
        "https://x.org/?user=tmoyo&name=Ana",
        '{"name": "", "user": {}, "author": 3}',
        "<b>Ana</b> <i>Ben</i> <name></name>",
        '{"name": {"user": [[[[[[',
        "<name><name><name>",
        "INSERT INTO students VALUES (((",
        "INSERT INTO students VALUES",
        "Note: important",
    ],
)
def test_prose_and_broken_text_raise_nothing(text):
    found = [text[s.start : s.end] for s in RULE(text)]
    assert found in ([], ["friendly"])
    fixed(text)


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ('{"name": "Ana"}', ['"name"']),
        ("<name>Ana</name>", ["<name>", "</name>"]),
        ("<v.loud Ana Ruiz>Hi</v>", ["<v.loud", "</v>"]),
        ("<p>By <Ana Ruiz></p>", ["<p>", "</p>"]),
        ("@article{lind2021, year = 2}", ["@article{lind2021,"]),
        ("<br /><b>x</b>", ["<br />", "<b>", "</b>"]),
        ("user=ana", ["user="]),
        ("ROLL NO. 44102 NAME. Noor  Branch. CSE", ["ROLL NO.", "NAME.", "Branch."]),
        ("Pin No: 44102, Pin Un:44103", ["Pin No:", "Pin Un:"]),
        ("Noor: 44102, Ana Lopez: 44103", []),
        ("an 18-year-old and a 9-yr-old", ["-year-old", "-yr-old"]),
        (r"\author{Ana \and Ben\footnote{no}}", [r"\author", r"\and", r"\footnote"]),
        (r"C:\Users\ana\mara", []),
        (
            r"see \cite[p. 3]{kolb1984} and \ref{fig:ana}",
            [r"\cite", r"\cite[p. 3]{kolb1984}", r"\ref", r"\ref{fig:ana}"],
        ),
        ("BEGIN:VCARD\nFN:Ana\nEND:VCARD", ["BEGIN:VCARD", "END:VCARD"]),
        ("Name: Ana  MI: C", ["Name:", "MI:"]),
        ("it's a 'name' and \"so\"", []),
    ],
)
def test_keys_tags_and_commands_are_known(text, kept):
    assert [text[a:b] for a, b in fixed(text)] == kept


PARSERS = {
    "JSON": (json.loads, '{"login": "noorh7", "name": "Noor Haddad", "user_id": 447120, "n": [1]}'),
    "XML": (ElementTree.fromstring, "<s><name id='7'>Noor Haddad</name><user>noorh7</user></s>"),
    "CSV": (lambda t: list(csv.reader(io.StringIO(t))), 'id,name\n40918273,"Haddad, Noor"\n'),
}


@pytest.mark.filterwarnings("ignore:.*W10[14]")
@pytest.mark.parametrize(("parse", "text"), list(PARSERS.values()), ids=list(PARSERS))
def test_what_comes_out_still_parses(parse, text):
    nlp = spacy.blank("en")
    nlp.add_pipe("hips_anonymizer")
    for number in range(8):  # other surrogates
        new = nlp(text.replace("noorh7", f"noorh{number}"))._.anonymized
        old, out = parse(text), parse(new)
        if isinstance(old, dict):
            assert list(old) == list(out)
            assert "Haddad" not in new
        elif isinstance(old, list):
            assert [len(row) for row in old] == [len(row) for row in out]
        else:
            assert [e.tag for e in old.iter()] == [e.tag for e in out.iter()]


@pytest.mark.few(4)
@pytest.mark.parametrize(
    "unit",
    [
        '"name": "',
        '{"user":[',
        "<name>",
        "user=",
        "\\author{",
        "'",
        "insert into t values (",
        '"',
        "\\author{A ",
        "A\\'e ",
        "<v Ana>x</v>",
        "<a b></c>",
    ],
)
def test_time_grows_with_the_length(unit, linear):
    linear(
        lambda length: (
            list(RULE(unit * (length // len(unit)))),
            fixed(unit * (length // len(unit))),
        ),
        10_000,
    )


@pytest.mark.parametrize(
    ("table", "found"),
    [
        ("user_id,username,score\n17,noorh7,3\n18,staufa,4", ["noorh7", "staufa"]),
        ("login;mark\nsione.t;3\nfreya_h;4", ["sione.t", "freya_h"]),
        ("| user | points |\n|---|---|\n| noorh7 | 3 |", ["noorh7"]),
        ("Handle\tWeek\n@sione\t3", ["@sione"]),
        ("day,account,n\n1,nhaddad,2\n2,admin,9\n3,guest,1", ["nhaddad"]),
        ("author,year\nFreya,2020\nthemselves,2021", []),
        ("word,count\nnoorh7,3", []),
        ("Enter your username, then log in.\nThe page7, then opens.", []),
    ],
)
def test_columns_of_accounts(table, found):
    spans = [s for s in RULE(table) if s.label == "USERNAME"]
    assert [table[s.start : s.end] for s in spans] == found


@pytest.mark.parametrize(
    "text",
    [
        '"Ana": I know.\n"Ben": No.',
        "Moderator: why?\n'Crina': Because.",
        'They wrote: it rains. "Zanele": yes',
    ],
)
def test_who_speaks_in_quotes_is_no_key(text):
    assert fixed(text) == []
