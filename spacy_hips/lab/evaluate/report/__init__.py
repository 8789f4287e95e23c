"""The report: what was missed, for whom, who could find it, and what the texts are still good for.

`gather` runs a pipeline over gold and keeps numbers of each document, `sections/` make figures of
them, `build` puts these into one JSON, and page, summary and card are drawn from that JSON alone.
"""
