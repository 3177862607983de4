"""Where things are, and how they come there: our own programs, and those of others."""

import os
import shutil
import subprocess
import sys
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
SCRATCH = ROOT / ".build" / "bench"
PRODUCTS = ROOT / ".build" / "release"
HARNESS = Path(__file__).resolve().parent
REQUIREMENTS = HARNESS.parent / "requirements.txt"
PROGRAMS = ("reel", "bench-corpus", "bench-peers")


def build() -> None:
    """Builds our programs in release; says nothing where nothing has changed."""
    run([str(ROOT / "tools" / "set-up")])
    for program in PROGRAMS:
        run(["swift", "build", "--package-path", str(ROOT), "-c", "release", "--product", program])
    SCRATCH.mkdir(parents=True, exist_ok=True)


def product(name: str) -> str:
    return str(PRODUCTS / name)


def run(command: list[str]) -> None:
    """Runs a preparing step; its output is shown only where it fails."""
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    if done.returncode != 0:
        sys.stderr.write(done.stdout.decode(errors="replace"))
        sys.exit(f"tools/bench: {' '.join(command)} ended with {done.returncode}")


class Peers:
    """The programs of others, installed when they are first asked for."""

    def __init__(self) -> None:
        self._python: str | None = None

    def system(self, name: str) -> str:
        """A program of the system, such as zstd; installed by apt-get or brew where missing."""
        if not shutil.which(name):
            print(f"bench: installing {name}", file=sys.stderr)
            run(self._installer() + [name])
        return shutil.which(name) or name

    def script(self, name: str) -> list[str]:
        """The command of one of the Python peers, in the environment that has their packages."""
        return [self._environment(), str(HARNESS / "scripts" / f"{name}.py")]

    def _environment(self) -> str:
        if self._python is None:
            folder = SCRATCH / "python"
            python = folder / "bin" / "python"
            installed = folder / "installed.txt"
            wanted = REQUIREMENTS.read_text()
            if not installed.exists() or installed.read_text() != wanted:
                print("bench: installing duckdb and mcap under .build", file=sys.stderr)
                venv.create(folder, with_pip=True, clear=True)
                run([str(python), "-m", "pip", "install", "--quiet", "-r", str(REQUIREMENTS)])
                installed.write_text(wanted)
            self._python = str(python)
        return self._python

    @staticmethod
    def _installer() -> list[str]:
        if shutil.which("brew"):
            return ["brew", "install"]
        sudo = [] if os.getuid() == 0 else ["sudo"]
        return sudo + ["apt-get", "install", "-y", "-qq"]
