"""Names of HTML: what is a tag, what begins a new line, which attributes hold no text."""

from __future__ import annotations


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


INLINE: frozenset[str] = _words(
    """a abbr acronym applet area audio b base basefont bdi bdo big button canvas cite code col
    colgroup data datalist del dfn dir em embed font frame frameset i iframe img input ins kbd
    label link map mark math meta meter noframes noscript object optgroup output param path picture
    progress q rb rp rt rtc ruby s samp script select slot small source span strike strong style
    sub sup svg template textarea time track tt u var video wbr"""
)
"""Elements within a line."""

BLOCK: frozenset[str] = _words(
    """address article aside blockquote body br caption center dd details dialog div dl dt fieldset
    figcaption figure footer form h1 h2 h3 h4 h5 h6 head header hgroup hr html legend li main menu
    nav ol option p pre search section summary table tbody tfoot thead title tr ul"""
)
"""Elements that begin and end a line."""

CELL: frozenset[str] = frozenset(("td", "th"))
"""Elements that are parted by a tabulator."""

ELEMENTS: frozenset[str] = INLINE | BLOCK | CELL

SWITCHES: frozenset[str] = _words(
    """allowfullscreen async autofocus autoplay checked compact controls default defer disabled
    download hidden inert ismap itemscope loop multiple muted nohref noresize noshade novalidate
    nowrap open playsinline readonly required reversed selected"""
)
"""Attributes that stand without a value."""

WITHOUT_TEXT: frozenset[str] = _words(
    """align bgcolor border cellpadding cellspacing charset class color colspan dir enctype face
    frame frameborder height hspace lang loading maxlength media method nowrap rel role rowspan
    rules scope shape size sizes span style tabindex target type valign vspace width
    xml:lang xmlns"""
)
"""Attributes whose value says how something looks, never who it is about."""
