"""Pages in HTML that show what a run did."""
