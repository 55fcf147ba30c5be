"""The package for planutils: planutils itself checks its manifest, and its script writes the plans that a manifest names.

    python planutils.py SAUT DOMAIN PROBLEM     in an environment with planutils
"""

import fnmatch
import json
import os
import pathlib
import subprocess
import sys
import tempfile

PACKAGE = pathlib.Path(__file__).parents[2] / "packaging/planutils/saut"


def main() -> None:
    # The settings of planutils are in the home folder of the user.
    os.environ["HOME"] = tempfile.mkdtemp()
    # This file has the same name as the library, so its folder must not be searched.
    sys.path.pop(0)
    from planutils import package_installation

    saut, domain, problem = (str(pathlib.Path(word).resolve()) for word in sys.argv[1:])
    manifest = PACKAGE / "manifest.json"
    package_installation.check_package("saut", str(manifest))
    service = json.loads(manifest.read_text())["endpoint"]["services"]["solve"]
    # As planutils starts a service: its script replaces the name, and files replace the words in braces.
    call = service["call"].split()[1:]
    words = [word.format(domain=domain, problem=problem) for word in call]
    with tempfile.TemporaryDirectory() as folder:
        for old in ("plan", "plan.1", "plan.2"):
            (pathlib.Path(folder) / old).write_text("(old)\n")
        done = subprocess.run(
            [str(PACKAGE / "run"), *words],
            cwd=folder,
            env={**os.environ, "SAUT_PROGRAM": saut},
            capture_output=True,
            text=True,
            check=True,
        )
        plans = fnmatch.filter(os.listdir(folder), service["return"]["files"])
        assert plans, done.stderr
        for plan in plans:
            subprocess.run([saut, "validate", domain, problem, plan], cwd=folder, check=True, capture_output=True)
        assert "; cost: " in done.stdout, done.stdout


main()
