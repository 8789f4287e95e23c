"""E-mails and web pages: what is read, what stays, what goes, and what is refused."""

from __future__ import annotations

from base64 import b64encode
from contextlib import suppress
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default

import pytest

from spacy_hips.desk.files.file_formats import PEOPLE
from spacy_hips.desk.files.formats.content import Unreadable
from spacy_hips.desk.files.formats.kinds import KINDS

from .made import replaced

NEW = {"Ana Ruiz": "Eva Sol", "Ana": "Eva", "Ruiz": "Sol", "ana.ruiz@uni.org": "eva@sky.edu",
       "Älva Öst": "Ülle Ärm"}  # fmt: skip
HEAD = b"From: Ana Ruiz <ana.ruiz@uni.org>\n"


def read(kind: str, data: bytes | str, **settings):
    return KINDS[kind].read(data if isinstance(data, bytes) else data.encode(), **settings)


def rewritten(data: bytes) -> bytes:
    content = read("eml", data)
    people = "\n".join(content.people)
    cells = {"text": replaced(content.text, NEW), PEOPLE: replaced(people, NEW)}
    return KINDS["eml"].rewrite(data, cells, content.text)


@pytest.mark.parametrize(
    ("page", "kept", "kinds"),
    [
        ("<p>Hi <!-- Ana -->you", "<p>Hi you", "comment"),
        ("<p>Hi <!-- Ana", "<p>Hi ", "comment"),
        ("<!-->seen<!-- Ana --!> too", "seen too", "comment comment"),
        ("<![if mso]>a<![endif]>", "a", "comment comment"),
        ("a<script>say('Ana')</script >b", "ab", "script"),
        ("a<SCRIPT src='ana.js'>Ana", "a", "script"),
        ("<p ONCLICK='a(\"Ana\")' id=x>", "<p id=x>", "script"),
        ('<a href="java&#115;cript:ana()">x', '<a href="">x', "script"),
        ('<img src="data:image/png;base64,AAAA" alt="Ana">', '<img src="" alt="Ana">',
         "embedded file image"),
        ("<style><!-- /* Ana */ p{} --></style>", "<style>  p{} </style>", ""),
        ("<style>p:before{content:'Ana; B';color:red}b{background:url(ana.png)}</style>",
         "<style>p:before{;color:red}b{background:}</style>", ""),
        ('<p style="color:red;background:url(ana.png)">', '<p style="color:red;background:">', ""),
        ("<p>Ana<o:p></o:p>", "<p>Ana", ""),
        ('<a title="<!-- Ana -->">x', '<a title="<!-- Ana -->">x', ""),
        ("<meta charset=latin-1><p>\u00e4", "<meta charset=utf-8><p>\u00e4", ""),
        ("Tom &amp; Jerry &lt;3 <ana@uni.org>", "Tom &amp; Jerry &lt;3 <ana@uni.org>", ""),
    ],
)  # fmt: skip
def test_of_a_page_scripts_and_comments_go_and_all_else_stays(page, kept, kinds):
    encoding = "latin-1" if "latin" in page else "utf8"
    content = read("html", page.encode(encoding))
    assert content.text == kept
    found = [kind for kind, count in content.unsearched.items() for _ in range(count)]
    assert " ".join(kind.removesuffix(" (dropped)") for kind in found) == kinds
    assert read("html", kept).text == kept


@pytest.mark.parametrize("name", ["author", "DC.creator", "changedby"])
def test_who_wrote_a_page_is_of_its_people(name):
    assert read("html", f'<meta content="Ana &amp; Ruiz" name={name}>').people == ("Ana & Ruiz",)


@pytest.mark.parametrize(
    ("kind", "data", "code"),
    [
        ("html", b"<scr<script></script>ipt>ana()</script>", "E789"),
        ("html", "<p>\u00e4".encode("latin-1"), "E789"),
        ("html", b"%PDF-1.4 " + b"x" * 20, "E738"),
        ("html", "<p>".encode("utf-16-le") * 20, "E738"),
        ("html", b"<p>" * 2_100_000, "E796"),
        ("eml", b"no mail", "E789"),
        ("eml", b"", "E789"),
        ("eml", HEAD + b"Content-Type: application/pkcs7-mime\n\nAAAA", "E788"),
        ("eml", HEAD + b"Content-Type: multipart/encrypted; boundary=b\n\n--b\n\nx\n--b--", "E788"),
        ("eml", HEAD + b"Content-Type: text/plain; charset=utf-8\n\n\xff", "E789"),
        ("eml", HEAD + b"Content-Type: message/rfc822\n\n" * 5000, "E789"),
        ("eml", HEAD + b"Content-Type: multipart/mixed; boundary=b\n\n" * 300, "E796"),
        ("eml", b"To: " + b"(" * 50_000, "E789"),
    ],
)  # fmt: skip
def test_what_cannot_be_read_is_refused(kind, data, code):
    with pytest.raises(Unreadable, match=code):
        read(kind, data)


def test_a_page_in_a_mail_may_tell_its_encoding():
    page = "<meta charset=latin-1><p>\u00c4lva \u00d6st".encode("latin-1")
    assert read("eml", HEAD + b"Content-Type: text/html\n\n" + page).text.endswith(
        "\u00c4lva \u00d6st"
    )


@pytest.mark.parametrize("told", ["utf-16", "utf-32", "cp037", "rot13", "klingon", "utf-8-sig"])
def test_an_encoding_that_cannot_be_meant_is_not_believed(told):
    assert "Ana Ruiz" in read("html", f"<meta charset={told}><p>Ana Ruiz.").text
    mail = HEAD + f"Content-Type: text/plain; charset={told}\n\nAna Ruiz.".encode()
    assert read("eml", mail).text.endswith("Ana Ruiz.")


def test_the_user_may_name_the_encoding_and_a_mark_tells_it():
    assert read("html", "<p>\u00e4".encode("utf-16")).text == "<p>\u00e4"
    assert read("html", "<p>\u00e4".encode("utf-8-sig")).text == "<p>\u00e4"
    assert read("html", "<p>\u00e4".encode("cp1252"), encoding="cp1252").text == "<p>\u00e4"
    mail = HEAD + "\n\u00e4".encode("cp1252")
    assert read("eml", mail, encoding="cp1252").text.endswith("\u00e4")


def letter() -> bytes:
    made = EmailMessage()
    for name, value in {
        "Received": "from ana-laptop", "Message-ID": "<ana@uni.org>", "X-Mailer": "Ana's",
        "From": "\u00c4lva \u00d6st <ana.ruiz@uni.org>", "To": '"Ruiz, Ben" <ben@x.org>',
        "Subject": "Hello from \u00c4lva \u00d6st", "Date": "Sat, 28 Nov 2026 22:14:59 +0000",
    }.items():  # fmt: skip
        made[name] = value
    made.set_content("I am Ana Ruiz.\n" + "x" * 100 + "\nSee you.\n")
    page = "<p class='ana-ruiz'><b>Ana</b>&nbsp;Ruiz<!-- Ana --> &lt;3 "
    page += "<img alt='Ana Ruiz' src='cid:1'>"
    made.add_alternative(page, subtype="html")
    made.add_attachment(b"x", maintype="application", subtype="pdf", filename="Ana Ruiz.pdf")
    made.add_attachment(b"x", maintype="image", subtype="png", filename="Ana.png")
    inner = EmailMessage()
    inner["From"] = "Ana Ruiz <a@b.org>"
    inner.set_content("Inside.")
    made.add_attachment(inner, disposition="inline")
    return made.as_bytes()


class TestMail:
    def test_headers_bodies_and_mails_within_are_one_text(self):
        content = read("eml", letter())
        head, plain, *_, inner, inside = [t for t in content.text.split("\n\n") if t.strip()]
        assert head.splitlines() == [
            "From: \u00c4lva \u00d6st <ana.ruiz@uni.org>", 'To: "Ruiz, Ben" <ben@x.org>',
            "Subject: Hello from \u00c4lva \u00d6st", "Date: Sat, 28 Nov 2026 22:14:59 +0000",
        ]  # fmt: skip
        assert plain.startswith("I am Ana Ruiz.")
        assert (inner, inside) == ("From: Ana Ruiz <a@b.org>", "Inside.\n")
        assert content.people == ("\u00c4lva \u00d6st", "Ruiz, Ben", "Ana Ruiz")
        assert content.unsearched == {
            "attachment (.pdf, dropped)": 1, "comment (dropped)": 1, "image": 1,
            "image (dropped)": 1,
        }  # fmt: skip

    @pytest.mark.parametrize("end", [b"\n", b"\r\n"])
    def test_it_keeps_its_form(self, end):
        data = rewritten(letter().replace(b"\n", end))
        assert data.count(end) == data.count(b"\n")
        made = message_from_bytes(data, policy=default)
        assert made["From"] == "\u00dclle \u00c4rm <eva@sky.edu>"
        assert made["To"] == '"Sol, Ben" <ben@x.org>'
        assert made["Subject"] == "Hello from \u00dclle \u00c4rm"
        assert made["Date"] == "Sat, 28 Nov 2026 22:14:59 +0000"
        kinds = [part.get_content_type() for part in made.walk()]
        assert kinds == ["multipart/mixed", "multipart/alternative", "text/plain", "text/html",
                         "message/rfc822", "text/plain"]  # fmt: skip
        plain = made.get_body(("plain",)).get_content().replace("\r\n", "\n")
        assert plain == "I am Eva Sol.\n" + "x" * 100 + "\nSee you.\n"
        page = made.get_body(("html",)).get_content()
        assert "<b>Eva Sol</b> &lt;3 <img alt='Eva Sol' src='cid:1'>" in page
        for word in ("ruiz", "ana", "\u00d6st", "laptop", "mailer", "message-id"):
            assert word not in data.decode().lower() + page.lower() + plain.lower()

    @pytest.mark.parametrize(
        "body",
        [
            "", "\n", "plain", "long " * 400, "\u00e4\u0142\u4f60", "a\rb", "a\0b",
            "trailing  \n\t\n",
            "--=_1_\n--=_1_--\n", "From me\nFrom you", ".\n..", "=41=?utf-8?q?a?=", "\ufeffx",
        ],
    )  # fmt: skip
    def test_a_body_comes_out_as_it_was(self, body):
        made = EmailMessage()
        made["Subject"] = "x"
        made["Content-Type"] = 'text/plain; charset="utf-8"'
        made["Content-Transfer-Encoding"] = "base64"
        made.set_payload(b64encode(body.encode()).decode())
        content = read("eml", made.as_bytes())
        again = KINDS["eml"].rewrite(made.as_bytes(), {}, content.text)
        assert read("eml", again).text == content.text == "Subject: x\n\n" + body.lstrip("\ufeff")

    def test_a_new_value_makes_no_header_of_its_own(self):
        data = b"Subject: Ana Ruiz\n\nx"
        text = read("eml", data).text
        done = replaced(text, {"Ana Ruiz": "Eva\nBcc: eve@x.org"})
        assert b"Subject: Eva Bcc: eve@x.org\n" in KINDS["eml"].rewrite(data, {"text": done}, text)

    def test_a_file_that_was_changed_is_refused(self):
        with pytest.raises(Unreadable, match="E795"):
            KINDS["eml"].rewrite(HEAD + b"\nx", {}, "other")


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["html", "eml"])
def test_hostile_files_take_a_time_that_grows_with_their_length(kind, linear):
    heads = {"html": b"", "eml": HEAD + b"Content-Type: text/html\n\n"}
    for piece in (
        b"<!",
        b"<!--",
        b"<script",
        b"</script",
        b"<style>",
        b'<a b="',
        b"&amp;",
        b"<p x=y>",
    ):
        linear(lambda n, piece=piece: _tried(kind, heads[kind] + piece * n), 3000)
    if kind == "eml":
        for piece in (b"=?utf-8?q?a?= ", b"a <b@c>, ", b'a="b"; '):
            linear(lambda n, piece=piece: _tried(kind, b"Subject: x\nTo: " + piece * n), 3000)


def _tried(kind: str, data: bytes) -> None:
    with suppress(Unreadable):
        read(kind, data)
