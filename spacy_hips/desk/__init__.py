"""The desk: files, runs, review, release and servers around the pipeline."""
