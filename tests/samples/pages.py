"""The pages of the project, read by their headings, tables and blocks."""

import re
from pathlib import Path

import pytest

from tichu_sim.cli.main import run

ROOT = Path(__file__).parents[2]
PAGES = (
    "README.md",
    "data/README.md",
    *(f"docs/{path.name}" for path in sorted((ROOT / "docs").glob("*.md"))),
)
Capture = pytest.CaptureFixture[str]


def text_of(page: str) -> str:
    return (ROOT / page).read_text(encoding="utf-8")


def section(page: str, title: str) -> str:
    """What stands under a heading, up to the next one of its level or above."""
    text = text_of(page)
    heading = re.search(rf"^(#+) {re.escape(title)}\n", text, re.M)
    assert heading, f"{page} has no heading {title!r}"
    rest = text[heading.end() :]
    end = re.search(rf"^#{{1,{len(heading[1])}}} ", rest, re.M)
    return rest[: end.start()] if end else rest


def tables(text: str) -> list[list[list[str]]]:
    """The rows of each table, as cells, without the head."""
    found = re.findall(r"(?:^\|.*\n)+", text, re.M)
    return [
        [[cell.strip() for cell in line.strip("|").split("|")] for line in table.splitlines()[2:]]
        for table in found
    ]


def quoted(text: str) -> list[str]:
    """What stands between backticks."""
    return re.findall(r"`([^`\n]+)`", re.sub(r"^```.*?^```$", "", text, flags=re.M | re.S))


def blocks(text: str, kind: str) -> list[str]:
    return re.findall(rf"^```{re.escape(kind)}\n(.*?)^```$", text, re.M | re.S)


def lines_with(text: str, start: str) -> list[str]:
    return [line for line in text.splitlines() if line.startswith(start)]


def printed(capsys: Capture, *arguments: str, code: int = 0) -> str:
    capsys.readouterr()
    assert run(list(arguments)) == code
    return capsys.readouterr().out
