"""What a text says by itself: how it looks, what its words may be, what its values are."""
