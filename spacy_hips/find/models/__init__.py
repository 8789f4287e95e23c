"""Trainable parts: span getters for the encoder, surface features, architectures, decoding."""
