"""What `make install` would do: `python3 -m unittest discover Tests/Runner`."""
import os
import subprocess
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def plan(prefix):
    """The commands of `make install`, none of them run."""
    environment = {**os.environ, "HOME": "/home/reader"}
    for name in ("MAKEFLAGS", "MAKELEVEL", "MFLAGS", "DESTDIR"): environment.pop(name, None)
    run = subprocess.run(["make", "--dry-run", "--no-print-directory", "install", f"PREFIX={prefix}"], cwd=ROOT, env=environment, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    return run.stdout


class Install(unittest.TestCase):
    def test_a_tilde_is_the_home(self):
        self.assertIn('"/home/reader/.local"', plan("~/.local").splitlines()[-1])
        self.assertIn('"/opt/paging"', plan("/opt/paging").splitlines()[-1])

    def test_the_page_and_the_documentation_are_built_before_and_what_it_takes_is_said_first(self):
        steps = plan("/opt/paging")
        places = [steps.index(one) for one in ("the first time takes", "--product paging", "Scripts/build-web", "Scripts/build-docs", "Scripts/install-files")]
        self.assertEqual(places, sorted(places))

    def test_what_is_built_is_copied_and_what_is_not_is_said(self):
        with tempfile.TemporaryDirectory() as folder:
            project, to = Path(folder) / "project", Path(folder) / "to"
            (project / "Scripts").mkdir(parents=True)
            (project / "Scripts" / "install-files").write_bytes((ROOT / "Scripts" / "install-files").read_bytes())
            tool = Path(folder) / "paging"
            tool.write_text("#!/bin/sh\necho \"$@\"\n")
            tool.chmod(0o755)
            install = ["bash", str(project / "Scripts" / "install-files"), str(tool), str(to)]
            self.assertIn("make docs", subprocess.run(install, check=True, capture_output=True, text=True).stderr)
            for name in ("web", "docs"):
                (project / ".build" / name).mkdir(parents=True)
                (project / ".build" / name / "index.html").write_text(name)
            self.assertEqual(subprocess.run(install, check=True, capture_output=True, text=True).stderr, "")
            self.assertEqual([(to / "share/paging" / name / "index.html").read_text() for name in ("web", "docs")], ["web", "docs"])


if __name__ == "__main__":
    unittest.main()
