"""Runs notebooks in memory and holds their outputs to the committed ones: see notebooks/check."""

import argparse
import asyncio
import os
import pathlib
import re
import sys
import tempfile

FOLDER = pathlib.Path(__file__).parent
HERE = str(FOLDER.resolve().parent)
# How far a coordinate of a drawing may move, in points: rounding differs between machines.
DRIFT = 0.05
BYTES_MAX = 300_000
COLUMNS_MAX = 100
ENDING = "## What this cannot tell"


def main():
    parser = argparse.ArgumentParser(prog="notebooks/check", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--write", action="store_true", help="write the outputs as they are now")
    arguments = parser.parse_args()
    paths = [FOLDER / pathlib.Path(name).name for name in arguments.names] or sorted(
        FOLDER.glob("*.ipynb")
    )
    with tempfile.TemporaryDirectory() as scratch:
        settle(scratch)
        executed = asyncio.run(execute_all(paths))
    if arguments.write:
        for path, notebook in zip(paths, executed):
            write(notebook, path)
    faults = [fault for path, now in zip(paths, executed) for fault in faults_of(path, now)]
    for fault in faults:
        print(fault)
    if faults and not arguments.write:
        print("To write the outputs as they are now: notebooks/check --write")
    sys.exit(1 if faults else 0)


def settle(scratch):
    """Keeps the kernels from writing to the user's folders, and from remarks of their own."""
    os.environ.update(
        IPYTHONDIR=scratch,
        JUPYTER_RUNTIME_DIR=scratch,
        MPLBACKEND="agg",
        MPLCONFIGDIR=os.path.join(sys.prefix, "matplotlib"),
        PYDEVD_DISABLE_FILE_VALIDATION="1",
        PYTHONDONTWRITEBYTECODE="1",
    )
    # Whoever imports this first looks through all fonts, and says so.
    import matplotlib.font_manager  # noqa: F401


async def execute_all(paths):
    return await asyncio.gather(*map(execute, paths))


async def execute(path):
    """The notebook at `path` as its code makes it now."""
    import nbclient.exceptions
    import nbformat
    import traitlets.config

    notebook = nbformat.read(path, as_version=4)
    for cell in notebook.cells:
        if cell.cell_type == "code":
            cell.outputs, cell.execution_count = [], None
    # Sockets in a folder: no ports, and no warning about them.
    sockets = {"transport": "ipc", "ip": os.path.join(os.environ["JUPYTER_RUNTIME_DIR"], path.stem)}
    client = nbclient.NotebookClient(
        notebook,
        kernel_name="python3",
        record_timing=False,
        timeout=120,
        config=traitlets.config.Config(KernelManager=sockets),
        resources={"metadata": {"path": str(path.parent)}},
    )
    try:
        await client.async_execute()
    except nbclient.exceptions.CellExecutionError as error:
        sys.exit(f"notebooks/{path.name} stops:\n{error}")
    return tidied(notebook)


def tidied(notebook):
    """The notebook without what differs from run to run and from machine to machine."""
    notebook.metadata = {
        "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
        "language_info": {"name": "python"},
    }
    for number, cell in enumerate(notebook.cells, 1):
        cell.id = f"cell-{number}"
        cell.metadata = {}
        for output in cell.get("outputs", []):
            output.pop("metadata", None)
            if output.output_type in ("display_data", "execute_result"):
                output.metadata = {}
    return notebook


def write(notebook, path):
    import nbformat

    nbformat.validate(notebook)
    path.write_text(nbformat.writes(notebook) + "\n", encoding="utf-8")


def faults_of(path, now):
    """What is wrong with the committed notebook at `path`, which comes to `now`."""
    import nbformat

    committed = nbformat.read(path, as_version=4)
    faults = [difference(committed, now), *habits(committed)]
    if path.stat().st_size > BYTES_MAX:
        faults.append(f"is larger than {BYTES_MAX:,} bytes")
    return [f"notebooks/{path.name} {fault}" for fault in faults if fault]


def habits(notebook):
    """Where a notebook does not keep to the ways of this folder."""
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    if [cell.execution_count for cell in code] != list(range(1, len(code) + 1)):
        yield "was not run from its first cell to its last"
    if notebook.metadata.get("kernelspec", {}).get("name") != "python3":
        yield "asks for another kernel than python3"
    if not notebook.cells[-1].source.startswith(ENDING):
        yield f"does not end with `{ENDING}`"
    for number, cell in enumerate(notebook.cells, 1):
        for line in cell.source.splitlines() if cell in code else []:
            if len(line) > COLUMNS_MAX:
                yield f"cell {number} has a line of {len(line)} columns"
        for output in cell.get("outputs", []):
            if output.get("name") == "stderr":
                yield f"cell {number} prints a warning: {output.text.splitlines()[0]}"
            if re.search(r"/(home|Users|tmp|private)/", str(output)) or HERE in str(output):
                yield f"cell {number} shows a path of this machine"


def difference(committed, now):
    """The first output that is another now, in words; None where all are the same."""
    if len(committed.cells) != len(now.cells):
        return f"has {len(committed.cells)} cells, and {len(now.cells)} now"
    for number, (one, other) in enumerate(zip(committed.cells, now.cells), 1):
        found = first_apart(parts(one), parts(other))
        if found:
            return f"differs in cell {number}, {found}"
    return None


def parts(cell):
    """The outputs of a cell as pairs of what it is and its text."""
    found = []
    for output in cell.get("outputs", []):
        if "data" in output:
            found += [(kind, joined(text)) for kind, text in sorted(output.data.items())]
        elif output.output_type == "stream":
            found.append((output.name, joined(output.text)))
        else:
            found.append((output.output_type, output.get("evalue", "")))
    return found


def joined(text):
    return text if isinstance(text, str) else "".join(text)


def first_apart(committed, now):
    for (kind, one), (other_kind, other) in zip(committed, now):
        if kind != other_kind:
            return f"which has {kind} where there is {other_kind} now"
        found = apart_drawings(one, other) if kind == "image/svg+xml" else apart_texts(one, other)
        if found:
            return f"{kind}, {found}"
    if len(committed) != len(now):
        return f"which has {len(committed)} parts, and {len(now)} now"
    return None


def apart_texts(committed, now):
    ones, others = committed.splitlines(), now.splitlines()
    for number in range(max(len(ones), len(others))):
        one, other = (lines[number] if number < len(lines) else None for lines in (ones, others))
        if one != other:
            return f"line {number + 1}:\n  committed: {one}\n  now:       {other}"
    return None


# Numbers of a drawing, which may drift, and everything between them, which may not.
TOKENS = re.compile(r"(-?\d+\.\d+|-?\d+)")
# Ids that matplotlib makes from contents, where the last digit of a coordinate counts.
HASHED_IDS = re.compile(r"\b[a-z][0-9a-f]{10}\b")


def apart_drawings(committed, now):
    ones, others = (TOKENS.split(named_in_order(drawing)) for drawing in (committed, now))
    for number, (one, other) in enumerate(zip(ones, others)):
        if number % 2 and abs(float(one) - float(other)) <= DRIFT:
            continue
        if one != other:
            before = "".join(ones[max(0, number - 4) : number])[-60:]
            there, here = ("".join(parts[number : number + 4])[:60] for parts in (ones, others))
            return f"after `{before}`:\n  committed: {there}\n  now:       {here}"
    return None if len(ones) == len(others) else "one drawing goes on where the other ends"


def named_in_order(drawing):
    names = {}
    return HASHED_IDS.sub(lambda id: names.setdefault(id[0], f"id-{len(names)}-"), drawing)


if __name__ == "__main__":
    main()
