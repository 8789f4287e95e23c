"""How numbers are written in eight bits, by torch (int8.py) and by onnxruntime (onnx_graph.py)."""

# Steps on either side of zero. Where the processor adds up pairs of products in 16 bits, inputs of
# eight bits overflow without a word, and they get one bit less.
STEPS, FEWER_STEPS = 127, 63
# A row that is all zero is divided by this.
SMALLEST = 1e-12
