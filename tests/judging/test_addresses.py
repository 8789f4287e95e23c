"""Public web addresses stay, also where the text holds nothing else."""

import pytest

from spacy_hips.core.spans import PiiSpan
from spacy_hips.text.lexicon.public_figures import public_lists
from spacy_hips.who.judging.judge import Judge
from spacy_hips.who.judging.people import People


def kept(text, address, **settings):
    start = text.index(address)
    url = PiiSpan(start, start + len(address), "URL_PERSONAL", 0.9)
    people = People.of(text, 0, [url], public_lists())
    (verdict,) = Judge(**settings)(people, [url], {}).verdicts
    return verdict.kept


@pytest.mark.parametrize(
    ("before", "address"),
    [
        ("Retrieved March 3, 2021, from ", "https://www.cam.ac.uk/colleges"),
        ("", "https://www.cam.ac.uk/colleges"),
        ("See ", "https://www.bbc.com/news/education-1234"),
        ("(Sato, 2019) available at: ", "https://www.researchgate.net/publication/123"),
        ("Source: ", "http://www.tradingeconomics.com/kenya/gdp"),
        ("Kotter, J. (1996). Leading Change. ", "https://www.kotterinc.com/8-steps/"),
        ("The page of the school is ", "https://www.stmarys.edu.gh/news"),
        ("The company (", "www.safaricom.co.ke"),
        ("I used ", "Socket.io"),
        ("Watch ", "https://www.youtube.com/watch?v=abc123"),
    ],
)
def test_a_public_address_is_kept(before, address):
    assert kept(before + address, address)


@pytest.mark.parametrize(
    ("before", "address"),
    [
        ("My blog is at ", "https://annasadventures.wordpress.com/about"),
        ("My portfolio: ", "www.ana-ruiz.com"),
        ("", "https://docs.google.com/document/d/1abcd/edit"),
        ("Here is my video: ", "https://www.youtube.com/watch?v=abc123"),
        ("I uploaded it to ", "https://youtu.be/abc123"),
        ("", "http://jonas-berg.com/list.html"),
    ],
)
def test_somebodys_own_is_hidden(before, address):
    assert not kept(before + address, address)


def test_addresses_have_a_threshold_of_their_own():
    text = "Kotter, J. (1996). Leading Change. https://www.kotterinc.com/8-steps/"
    address = text.split()[-1]
    assert kept(text, address, threshold_public=0.99)
    assert not kept(text, address, threshold_address=0.95)
