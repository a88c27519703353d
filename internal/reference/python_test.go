package reference

import (
	"bytes"
	"flag"
	"os"
	"testing"
)

var update = flag.Bool("update", false, "write the options of the Python package anew")

// TestPythonOptions: the Python package knows the keys that there are.
func TestPythonOptions(t *testing.T) {
	const path = "../../train/pytorch/src/axiomine/_options.py"
	var made bytes.Buffer
	if err := WritePython(&made); err != nil {
		t.Fatal(err)
	}
	if *update {
		if err := os.WriteFile(path, made.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	there, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(there, made.Bytes()) {
		t.Errorf("%s is not that of the table of keys: go test ./internal/reference -run TestPythonOptions -update", path)
	}
}
