"""What may stand around a thing. The phrase that holds it stands at the "@@"."""

from __future__ import annotations

ALONE, NEUTRAL = "alone", "paragraph"
_LONG = (
    "The second week of the course was about planning. We read two chapters, talked about what a "
    "plan is for, and wrote one for a small project at home. I found that most of the work is in "
    "the first steps, since nobody knows yet what the result will look like. "
) * 5

SURROUNDINGS: dict[str, str] = {
    ALONE: "@@",
    NEUTRAL: (
        "This week was about tools that help us to plan. I did the exercise twice. @@. "
        "After that I read the chapter again and wrote down what was still open."
    ),
    "reflection": (
        "Challenge\n\nI wanted to learn how to tell a story.\n\nSelection\n\n@@\n\nInsight\n\n"
        "I learnt that a good story is short."
    ),
    "chat": "10:02 hi all\n10:03 @@\n10:04 ok thx see you",
    "form": "Course: Design\nWeek: 2\n@@\nTopic: planning",
    "references": (
        "Smith, J. (2010). Planning. London: Sage.\n\n@@\n\n"
        "Jones, P., & Lee, K. (2015). Telling stories. Journal of Ideas, 12(3), 45-67."
    ),
    "German": "Ich habe in dieser Woche viel gelernt. @@. Danach war alles klar und ich ging heim.",
    "Spanish": "Esta semana aprendí muchas cosas nuevas. @@. Después escribí mi plan en casa.",
    "long text": f"{_LONG}\n\n@@. {_LONG}",
}
# Where a thing of these kinds may become another one: the author of a work is no private person.
NOT_FOR: dict[str, frozenset[str]] = {"references": frozenset(("name", "page"))}
