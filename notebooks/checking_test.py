"""That notebooks/check notices what it is there to notice."""

import asyncio
import copy
import pathlib
import re
import tempfile
import unittest

import nbformat

import checking

FOLDER = pathlib.Path(__file__).parent
FIRST = """import matplotlib.pyplot as plt
from reel_notebook import Table, say, show
say(f"There are {6 * 7}.")
Table(["key"], [("weather",)])"""
SECOND = """figure, axes = plt.subplots()
axes.plot([1, 2], [3, 4])
show(figure, "a line")"""


def small_notebook(*sources):
    cells = [nbformat.v4.new_code_cell(source) for source in sources]
    return nbformat.v4.new_notebook(
        cells=cells + [nbformat.v4.new_markdown_cell(checking.ENDING + "\n\nAnything.")]
    )


class ANotebookTest(unittest.TestCase):
    """A small one, run once for all tests."""

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        scratch = pathlib.Path(cls.folder.name)
        (scratch / "reel_notebook.py").symlink_to(FOLDER / "reel_notebook.py")
        cls.path = scratch / "small.ipynb"
        nbformat.write(small_notebook(FIRST, SECOND), cls.path)
        checking.settle(cls.folder.name)
        cls.now = asyncio.run(checking.execute(cls.path))

    def faults(self, change=lambda notebook: None):
        """What is found where the committed notebook has the outputs of now, but for `change`."""
        committed = copy.deepcopy(self.now)
        change(committed)
        checking.write(committed, self.path)
        return checking.faults_of(self.path, self.now)

    def test_passes_as_it_was_written(self):
        self.assertEqual(self.faults(), [])

    def test_runs_the_same_twice(self):
        again = asyncio.run(checking.execute(self.path))
        self.assertEqual(nbformat.writes(again), nbformat.writes(self.now))

    def test_fails_for_another_number_in_a_sentence(self):
        def change(notebook):
            data = notebook.cells[0].outputs[0].data
            data["text/markdown"] = data["text/markdown"].replace("42", "43")

        (fault,) = self.faults(change)
        self.assertIn("cell 1, text/markdown, line 1:\n  committed: There are 43.", fault)
        self.assertIn("  now:       There are 42.", fault)

    def test_fails_for_another_cell_of_a_table(self):
        def change(notebook):
            data = notebook.cells[0].outputs[1].data
            data["text/html"] = data["text/html"].replace("weather", "whether")

        (fault,) = self.faults(change)
        self.assertIn("text/html, line 4:", fault)

    def test_fails_for_a_line_that_is_drawn_elsewhere_and_not_for_a_rounding(self):
        committed = self.now.cells[1].outputs[0].data["image/svg+xml"]
        point = re.findall(r"L (\d+\.\d+) ", committed)[0]
        for by, is_fault in (0.001, False), (0.2, True):
            moved = committed.replace(point, str(float(point) + by))
            found = checking.apart_drawings(committed, moved)
            self.assertEqual(found is not None, is_fault, found)

    def test_fails_for_another_word_in_a_drawing(self):
        one = '<g id="m0123456789"><text>kB</text><use href="#m0123456789"/></g>'
        self.assertIsNone(checking.apart_drawings(one, one.replace("m0123456789", "p9876543210")))
        self.assertIn("kB", checking.apart_drawings(one, one.replace("kB", "MB")))
        self.assertIsNotNone(checking.apart_drawings(one, one + "<g/>"))
        mixed = one.replace('href="#m0123456789"', 'href="#m9999999999"')
        self.assertIsNotNone(checking.apart_drawings(one, mixed))

    def test_fails_where_an_output_is_missing_or_one_too_many(self):
        for change in (
            lambda notebook: notebook.cells[0].outputs.pop(),
            lambda notebook: notebook.cells[1].outputs.append(notebook.cells[0].outputs[0]),
            lambda notebook: notebook.cells.pop(0),
        ):
            self.assertNotEqual(self.faults(change), [])

    def test_fails_for_cells_run_out_of_order_and_for_warnings(self):
        def change(notebook):
            notebook.cells[0].execution_count = 7
            warning = nbformat.v4.new_output("stream", name="stderr", text="UserWarning: so\n")
            notebook.cells[0].outputs.append(warning)

        faults = "\n".join(self.faults(change))
        self.assertIn("was not run from its first cell to its last", faults)
        self.assertIn("cell 1 prints a warning: UserWarning: so", faults)

    def test_fails_for_a_path_of_the_machine_and_a_missing_last_word(self):
        def change(notebook):
            notebook.cells[0].outputs[0].data["text/plain"] = "read /home/me/a.jsonl.zst"
            notebook.cells[-1].source = "The end."

        faults = "\n".join(self.faults(change))
        self.assertIn("cell 1 shows a path of this machine", faults)
        self.assertIn("does not end with", faults)

    def test_fails_for_a_file_that_is_too_large(self):
        def change(notebook):
            notebook.cells[-1].source += "x" * checking.BYTES_MAX

        self.assertIn("is larger than 300,000 bytes", "\n".join(self.faults(change)))


if __name__ == "__main__":
    unittest.main()
