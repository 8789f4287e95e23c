"""Time and memory of `spacy_hips.lab.curate` on generated essays.

    python benchmarks/curate.py 2000 4000 8000

Each size runs in a process of its own. Processor seconds are split into what grows with the number
of texts (reading, language, characters, trigrams) and what grows with its square (cosines), so that
both can be carried on to 25,000 essays. Needs the extra [curate].
"""

from __future__ import annotations

import random
import resource
import subprocess
import sys
import time

from spacy_hips.lab.corpus.generate import generate

WORDS = 700


def essays(count: int) -> list[str]:
    """Essays of sentences of generated documents, mixed anew for each, and a few copies."""
    rng = random.Random(0)
    sentences = [s for text in _texts(400) for s in text.replace("\n", " ").split(". ") if s]
    out = []
    for number in range(count):
        if number % 50 == 49:
            out.append(out[rng.randrange(number)] + " This is a copy.")
            continue
        words: list[str] = []
        while len(words) < WORDS:
            chosen = rng.choice(sentences).split()
            rng.shuffle(chosen)
            words += chosen
        out.append(" ".join(words))
    return out


def _texts(count: int) -> list[str]:
    return [str(record["text"]) for record in generate(count, 0, "train")]


def measure(count: int) -> None:
    """Print figures of one size."""
    from spacy_hips.lab.curate import Settings, curate

    texts = essays(count)
    began = time.process_time()
    curate(texts, Settings(similarity=0))
    linear = time.process_time() - began
    began = time.process_time()
    curated = curate(texts, Settings(languages=(), contamination=0))
    pairs = time.process_time() - began
    dropped = {step.name: step.dropped for step in curated.steps}
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6
    print(f"{count},{linear:.1f},{pairs:.1f},{memory:.2f},{dropped['near-duplicates']}")


def main() -> None:
    """Measure every size."""
    if len(sys.argv) == 3 and sys.argv[1] == "--one":
        measure(int(sys.argv[2]))
        return
    print("essays,linear steps s,near-duplicates s,memory GB,near-duplicates", flush=True)
    for count in map(int, sys.argv[1:] or ("2000", "4000", "8000")):
        subprocess.run([sys.executable, __file__, "--one", str(count)], check=True)


if __name__ == "__main__":
    main()
