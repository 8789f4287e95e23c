"""Annotation formats: a file each, which reads records from it and writes records to it."""
