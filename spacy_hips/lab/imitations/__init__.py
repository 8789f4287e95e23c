"""Published systems, imitated to be measured beside ours."""
