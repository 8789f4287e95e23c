"""The corpus generator: labelled documents to train and to measure on, from templates.

Start with `spacy_hips.lab.corpus.generate.generate`.
"""
