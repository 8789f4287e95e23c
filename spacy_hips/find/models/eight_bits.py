"""How numbers are written in eight bits (onnx_graph.py)."""

# Steps on either side of zero. Where the processor adds up pairs of products in 16 bits, inputs of
# eight bits overflow without a word, and they get one bit less.
STEPS, FEWER_STEPS = 127, 63
# A row that is all zero is divided by this.
SMALLEST = 1e-12
# Behind GELU no number is below -.17, so an eighth of the range is enough for those below zero.
BELOW = 8


def step_and_zero(steps: int, behind_gelu: bool = False) -> tuple[float, int]:
    """The step of a row whose largest number is 1, and which of the eight bits' numbers is zero.

    steps (int): STEPS or FEWER_STEPS.
    behind_gelu (bool): Rows that GELU gave.
    RETURNS (tuple[float, int]): Step and zero.

        >>> step_and_zero(STEPS)
        (0.007874015748031496, 128)
    """
    if not behind_gelu:
        return 1 / steps, steps + 1
    zero = 2 * (steps + 1) // BELOW
    return 1 / (2 * steps + 1 - zero), zero
