"""Has Lighthouse measure the first screen and the conversation, on a phone and on a desktop.

    .venv/bin/python -m tools.lighthouse [OUT]

The program runs in a folder that is thrown away, with a short interview in it. OUT is a folder for Lighthouse's own
reports, as HTML and JSON.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from playwright.sync_api import BrowserContext, sync_playwright

from tools.program import begin, browser_flags, chromium, come_in, give, launch, make_link, running, someone, tell_all

CATEGORIES: Final = ("performance", "accessibility", "best-practices")
AIM: Final = 95
PLACE: Final = "LIGHTHOUSE"
"""The variable that names a folder which `npm install --prefix` has put Lighthouse into."""


def program() -> list[str]:
    """Return the command that runs Lighthouse, or end with a sentence on how to get it."""
    if folder := os.environ.get(PLACE):
        return [str(Path(folder) / "node_modules" / ".bin" / "lighthouse")]
    if found := shutil.which("lighthouse"):
        return [found]
    npx = shutil.which("npx")
    command = [npx or "", "--no-install", "lighthouse"]
    if npx and subprocess.run([*command, "--version"], capture_output=True, check=False).returncode == 0:
        return command
    sys.exit("Lighthouse is not installed; with Node.js: npm install --global lighthouse")


def measure(command: list[str], address: str, cookies: str, *, desktop: bool, out: Path) -> dict[str, Any]:
    """Run Lighthouse on a page as its owner sees it, and return the report. It is written to OUT.report.html too."""
    found = subprocess.run(
        [
            *command,
            address,
            "--quiet",
            "--output=json",
            "--output=html",
            f"--output-path={out}",
            f"--only-categories={','.join(CATEGORIES)}",
            f"--extra-headers={json.dumps({'Cookie': cookies})}",
            f"--chrome-flags={' '.join(['--headless=new', *browser_flags()])}",
            *(["--preset=desktop"] if desktop else []),
        ],
        env=os.environ | {"CHROME_PATH": chromium()},
        check=False,
    )
    if found.returncode != 0:
        sys.exit(f"Lighthouse could not measure {address}.")
    report: dict[str, Any] = json.loads(Path(f"{out}.report.json").read_text(encoding="utf-8"))
    return report


def _cookies(context: BrowserContext) -> str:
    return "; ".join(f"{each.get('name')}={each.get('value')}" for each in context.cookies())


def _told(report: Mapping[str, Any]) -> list[str]:
    """Return what keeps a report from full marks, a line for each."""
    lines = []
    for name in CATEGORIES:
        for each in report["categories"][name]["auditRefs"]:
            audit = report["audits"][each["id"]]
            score = audit.get("score")
            if score is not None and score < 0.9 and (each["weight"] or name == "performance"):
                lines.append(f"    {audit['title']} {audit.get('displayValue', '')}".rstrip())
    return lines


def main() -> None:
    command, least = program(), 100
    with TemporaryDirectory() as place, running() as link, sync_playwright() as playwright:
        out = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(place)
        out.mkdir(parents=True, exist_ok=True)
        browser, origin = launch(playwright), link.partition("/in/")[0]
        owner, guest = someone(browser), someone(browser)
        anna, mum = owner.new_page(), guest.new_page()
        come_in(anna, link)
        give(anna, origin)
        mum.goto(f"{origin}{make_link(anna)}")
        begin(mum)
        tell_all(mum)
        pages = {"first screen": _cookies(owner), "conversation": _cookies(guest)}
        browser.close()
        print(f"| {'page':<12} | {'device':<7} | {' | '.join(CATEGORIES)} | first paint |")
        print("| --- | --- | --- | --- | --- | --- |")
        for name, cookies in pages.items():
            for device in ("phone", "desktop"):
                path = out / f"{name.replace(' ', '-')}-{device}"
                report = measure(command, f"{origin}/", cookies, desktop=device == "desktop", out=path)
                scores = [round(100 * report["categories"][each]["score"]) for each in CATEGORIES]
                paint = report["audits"]["first-contentful-paint"]["displayValue"]
                print(f"| {name:<12} | {device:<7} | {' | '.join(map(str, scores))} | {paint} |", flush=True)
                print("\n".join(_told(report)), file=sys.stderr, flush=True)
                least = min(least, *scores)
    sys.exit(0 if least >= AIM else f"Not all reach {AIM}.")


if __name__ == "__main__":
    main()
