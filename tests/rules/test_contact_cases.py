"""The cases of tests/cases: what each contact rule finds at the default threshold."""

import json
from pathlib import Path

import pytest

from spacy_hips.find.rules.emails import EmailRule
from spacy_hips.find.rules.ip_addresses import IpAddressRule
from spacy_hips.find.rules.url_privacy import judge
from spacy_hips.find.rules.urls import UrlRule
from spacy_hips.find.rules.usernames import UsernameRule

CASES = Path(__file__).parents[1] / "cases"
RULES = {
    "emails": EmailRule(),
    "urls": UrlRule(),
    "usernames": UsernameRule(),
    "ip_addresses": IpAddressRule(),
}
THRESHOLD = 0.5


def _cases(*names):
    for name in names:
        for line in (CASES / f"{name}.jsonl").read_text("utf8").splitlines():
            case = json.loads(line)
            reason = case.get("known_failure")
            marks = [pytest.mark.xfail(reason=reason, strict=True)] if reason else []
            yield pytest.param(
                name, case, marks=marks, id=f"{name}: {case.get('text', case.get('url'))}"
            )


@pytest.mark.few(58)
@pytest.mark.parametrize("name, case", list(_cases(*RULES)))
def test_finds_exactly(name, case):
    text = case["text"]
    spans = [s for s in RULES[name](text) if s.score >= THRESHOLD]
    assert [[text[s.start : s.end], s.label] for s in spans] == case["found"]


@pytest.mark.parametrize("name, case", list(_cases("url_privacy")))
def test_judges(name, case):
    assert judge(case["url"], case["before"], case["after"]).public is case["public"]
