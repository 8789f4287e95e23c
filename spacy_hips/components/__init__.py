"""The spaCy components: one file each, with its config, its factory and its class."""
