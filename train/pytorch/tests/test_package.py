"""The page of the package, and its wheel where nothing else is installed."""

import doctest
import pathlib
import subprocess
import sys
import sysconfig
import venv

import pytest

import axiomine

ROOT = pathlib.Path(__file__).resolve().parents[3]


def test_every_example_of_the_page(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYTHONPATH", str(pathlib.Path(axiomine.__file__).parents[1]))
    page = pathlib.Path(__file__).resolve().parents[1] / "README.md"
    done = doctest.testfile(str(page), module_relative=False)
    assert done.failed == 0 and done.attempted > 30


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="asks for the wheel of Linux")
def test_a_wheel_alone(tmp_path):
    """pip checks the wheel's tags, names and checksums; a clean environment runs the program and the package."""
    processor = sysconfig.get_platform().rpartition("-")[2]
    install = "make wheel\npip install dist/axiomine-*.whl\n"
    assert install in (ROOT / "train" / "pytorch" / "README.md").read_text("utf-8")
    subprocess.run(["make", "wheel"], cwd=ROOT, check=True, capture_output=True)
    (wheel,) = (ROOT / "dist").glob(f"axiomine-*-manylinux*{processor}*.whl")
    venv.create(tmp_path / "v", with_pip=True)
    python = tmp_path / "v" / "bin" / "python"
    subprocess.run([python, "-m", "pip", "install", "-q", "--no-index", wheel], check=True)
    clean = {"PATH": "/nowhere"}
    said = subprocess.run([tmp_path / "v" / "bin" / "axiomine", "--version"], env=clean, check=True, capture_output=True, text=True).stdout
    assert said.startswith("axiomine version ")
    documents = {"a": "a blue whale", "b": "a whale at sea", "c": "blue paint"}
    script = f"import axiomine; print(len(axiomine.mine({documents}, {{'q': 'blue whale'}})))"
    run = subprocess.run([python, "-c", script], env=clean, cwd=tmp_path, check=True, capture_output=True, text=True)
    assert run.stdout == "2\n"
    listed = subprocess.run([python, "-m", "pip", "show", "-f", "axiomine"], check=True, capture_output=True, text=True).stdout
    assert "py.typed" in listed and "THIRD-PARTY.txt" in listed
    assert subprocess.run([python, "-m", "pip", "check"], capture_output=True).returncode == 0
