"""Fail unless the installed package is the given wheel's files, byte for byte, and not the tree."""

import hashlib
import importlib.metadata
import sys
import zipfile
from pathlib import Path

wheel = zipfile.ZipFile(sys.argv[1])
site = Path(str(importlib.metadata.distribution("spacy-hips").locate_file("")))
names = [name for name in wheel.namelist() if name.startswith("spacy_hips/")]
different = [
    name
    for name in names
    if hashlib.sha256(wheel.read(name)).digest()
    != hashlib.sha256((site / name).read_bytes() if (site / name).is_file() else b"-").digest()
]
if different or not names:
    sys.exit(f"not as in the wheel: {different[:5]}")
sys.stdout.write(f"{len(names)} files as in the wheel\n")
