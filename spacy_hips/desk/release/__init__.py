"""Finished releases: labelled texts, and taking a person out of one."""
