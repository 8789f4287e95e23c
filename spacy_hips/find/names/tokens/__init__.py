"""Steps of decoding: where a name begins and ends among the tokens."""
