"""From persons to new text: surrogates, and the register of wide scopes."""
