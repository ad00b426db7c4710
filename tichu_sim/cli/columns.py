"""Lines for the eye in columns."""

from collections.abc import Collection, Iterator, Sequence

from rich.text import Text


def padded(line: Text, width: int) -> Text:
    """Return a line filled up with spaces to a width.

    Examples
    --------
    >>> padded(Text("Dog"), 5).plain
    'Dog  '
    """
    filled = line.copy()
    filled.pad_right(max(0, width - line.cell_len))
    return filled


def columns(
    head: Sequence[str], rows: Sequence[Sequence[Text]], left: Collection[str]
) -> Iterator[Text]:
    """Yield an empty line, a head and rows, in columns as wide as needed.

    Parameters
    ----------
    head : sequence of str
    rows : sequence of sequence of Text
        As many cells in each.
    left : collection of str
        The heads of columns of words; those of numbers end at one place.

    Examples
    --------
    >>> rows = [[Text("greedy"), Text("+5.00")]]
    >>> [line.plain for line in columns(["bot", "points"], rows, ["bot"])]
    ['', 'bot     points', 'greedy   +5.00']
    """
    yield Text()
    whole = [[Text(cell, "bold") for cell in head], *rows]
    widths = [max(row[column].cell_len for row in whole) for column in range(len(head))]
    for row in whole:
        line = Text("  ").join(
            padded(cell, width) if name in left else _pushed(cell, width)
            for cell, width, name in zip(row, widths, head, strict=True)
        )
        line.rstrip()
        yield line


def _pushed(cell: Text, width: int) -> Text:
    line = cell.copy()
    line.pad_left(width - cell.cell_len)
    return line
