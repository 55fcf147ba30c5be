"""Replacements for `saut`, each broken in its own way."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Callable

import pytest

Broken = Callable[[str], str]


@pytest.fixture
def broken(tmp_path: Path) -> Broken:
    """Makes a program from Python code."""

    def make(body: str) -> str:
        path = tmp_path / "broken-saut"
        path.write_text(f"#!{sys.executable}\nimport json, os, signal, sys, time\n{body}\n", encoding="utf-8")
        path.chmod(0o755)
        return str(path)

    return make
