"""The engines in the global environment, and replacements for `saut`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Callable

import pytest
import up_saut
from unified_planning.shortcuts import get_environment

up_saut.register()
get_environment().credits_stream = None


@pytest.fixture
def broken(tmp_path: Path) -> Callable[[str], str]:
    """Makes a program from Python code."""

    def make(body: str) -> str:
        path = tmp_path / "broken-saut"
        path.write_text(f"#!{sys.executable}\nimport json, os, signal, sys, time\n{body}\n", encoding="utf-8")
        path.chmod(0o755)
        return str(path)

    return make
