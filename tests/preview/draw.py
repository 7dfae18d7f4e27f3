"""`python -m tests.preview.draw FOLDER`: pictures of what readers see in Slack and Discord, as preview-*.png.

The payloads are those that our renderers make; the looks are other people's npm packages, bundled here without a
network; Debian's Chromium takes the picture.
"""

from __future__ import annotations

import html
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import quote

from bot.domain.form import Form
from bot.renderers import block_kit, components_v2
from bot.renderers.block_kit_form import view
from bot.renderers.components_v2_form import modal
from tests.peers.node import installed
from tests.preview.png import cut
from tests.preview.scenes import NOW, Scene, scenes

HERE = Path(__file__).parent
WIDTH = 760
FRAME = 120
"""Lines of the window that Chromium does not draw the page into; cut off again."""
SECONDS = 90.0
LOGO = "data:image/svg+xml," + quote(
    '<svg xmlns="http://www.w3.org/2000/svg" width="36" height="36"><rect width="36" height="36" fill="#4a154b"/>'
    '<text x="18" y="25" font-size="20" font-family="sans-serif" fill="#fff" text-anchor="middle">w</text></svg>',
    safe="#",
).replace("#", "%23")

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--hide-scrollbars",
    "--host-resolver-rules=MAP * ~NOTFOUND",
    "--virtual-time-budget=5000",
)
PAGE = """<!doctype html><html lang="en"><meta charset="utf-8"><link rel="stylesheet" href="{bundle}.css">
<div id="root"></div><script>window.scene = {scene}</script><script src="{bundle}.js"></script><script>
document.body.dataset.height = Math.ceil(document.querySelector("#root").getBoundingClientRect().height)</script>
"""


def main(folder: Path) -> None:
    """Draws all scenes in both looks."""
    folder.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as temporary:
        work = Path(temporary)
        _bundle(work)
        for scene in scenes():
            for platform, shown in (("slack", _in_slack(scene)), ("discord", _in_discord(scene))):
                picture = folder / f"preview-{platform}-{scene.name}.png"
                _draw(
                    work,
                    platform,
                    {"typed": f"/{scene.typed}", "logo": LOGO, "time": f"{NOW:%Y-%m-%dT%H:%M}", **shown},
                    picture,
                )
                print(picture)


def _in_slack(scene: Scene) -> dict[str, Any]:
    if isinstance(scene.shown, Form):
        return {"messages": [], "modal": view(scene.shown, "{}")}
    return {"messages": [list(message.blocks) for message in block_kit.render(scene.shown)]}


def _in_discord(scene: Scene) -> dict[str, Any]:
    if isinstance(scene.shown, Form):
        return {"messages": [], "modal": modal(scene.shown, "form")}
    return {"messages": [list(message.components) for message in components_v2.render(scene.shown)]}


def _bundle(work: Path) -> None:
    """slack.js, slack.css, discord.js and discord.css, with everything that they need."""
    esbuild = next((installed(HERE) / "@esbuild").glob("*/bin/esbuild"))
    entries = [str(HERE / "slack.mjs"), str(HERE / "discord.mjs")]
    options = [
        "--bundle",
        "--minify",
        "--format=iife",
        "--log-level=error",
        '--define:process.env.NODE_ENV="production"',
    ]
    subprocess.run([str(esbuild), *entries, *options, f"--outdir={work}"], check=True, timeout=SECONDS)


def _draw(work: Path, bundle: str, scene: dict[str, Any], picture: Path) -> None:
    page = work / f"{picture.stem}.html"
    page.write_text(PAGE.format(bundle=bundle, scene=json.dumps(scene).replace("<", "\\u003c")), encoding="utf-8")
    seen = _chromium(work, "--dump-dom", page)
    height = re.search(r'data-height="(\d+)"', seen)
    if height is None:
        raise RuntimeError(f"{page.name} was not drawn: {html.unescape(seen)[-500:]}")
    whole = work / picture.name
    _chromium(work, f"--screenshot={whole}", page, height=int(height[1]) + FRAME)
    picture.write_bytes(cut(whole.read_bytes(), int(height[1])))


def _chromium(work: Path, action: str, page: Path, height: int = 600) -> str:
    browser = next(filter(None, map(shutil.which, BROWSERS)), None)
    if browser is None:
        raise RuntimeError("Chromium is missing (Debian: apt-get install chromium)")
    with TemporaryDirectory(dir=work) as profile:
        command = [
            browser,
            *FLAGS,
            f"--user-data-dir={profile}",
            f"--window-size={WIDTH},{height}",
            action,
            page.as_uri(),
        ]
        done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=SECONDS)
    return done.stdout


if __name__ == "__main__":
    main(Path(sys.argv[1]))
