// Package golden finds golden vectors for tests: answers of tools that people trust on given inputs. The whole vectors and the
// collections lie in a folder ../shared beside the module. What a bare clone proves its claims by lies in the module, in testdata
// of the package that it tests: slices of the whole vectors, or vectors of the module's own that what lies beside them made.
package golden

import (
	"bytes"
	"compress/gzip"
	"io"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

const sharedFolder = "shared" // beside the module: golden/, data/ and notes/

// slices maps a folder of the golden vectors to the module's folder with slices of it.
var slices = map[string]string{
	"axioms":       "axioms/testdata/golden",
	"drmm":         "train/drmm/testdata/golden",
	"significance": "train/eval/testdata/significance",
}

// moduleFolders names the folder of the module that holds vectors of its own, because those of ../shared quote a collection.
var moduleFolders = map[string]string{
	"similarity": "gen/similarity/testdata/golden",
	"stem":       "gen/analysis/testdata/golden",
	"treceval":   "train/eval/testdata/treceval",
	"wordpiece":  "tokenize/testdata/golden",
}

// SharedPath returns the path of a file or folder below ../shared, and skips the test where there is none.
func SharedPath(t testing.TB, elements ...string) string {
	t.Helper()
	name := filepath.Join(elements...)
	full := filepath.Join(root(t), "..", sharedFolder, name)
	if !exists(full) {
		t.Skipf("needs ../%s", filepath.ToSlash(filepath.Join(sharedFolder, name)))
	}
	return full
}

// Folders returns the folders of golden vectors, such as "stem": the module's own ones and, where there is ../shared, its ones too.
func Folders(t testing.TB, kind string) []string {
	t.Helper()
	module := root(t)
	folders := []string{filepath.Join(module, filepath.FromSlash(moduleFolders[kind]))}
	if whole := filepath.Join(module, "..", sharedFolder, "golden", kind); exists(whole) {
		folders = append(folders, whole)
	}
	return folders
}

// File returns the path of golden vectors, such as "drmm/torch.json": of the whole file where ../shared has it, else of the
// module's slice; it skips the test where there is neither.
func File(t testing.TB, name string) (file string, whole bool) {
	t.Helper()
	if folder, ok := slices[path.Dir(name)]; ok {
		module := root(t)
		slice := filepath.Join(module, filepath.FromSlash(folder), path.Base(name))
		if !exists(filepath.Join(module, "..", sharedFolder, "golden", filepath.FromSlash(name))) && exists(slice) {
			return slice, false
		}
	}
	return SharedPath(t, "golden", filepath.FromSlash(name)), true
}

// Read returns the contents of what File finds, unpacked. The vectors' m-tdc/klose is the reading that is now called
// m-tdc/bondarenko.
func Read(t testing.TB, name string) (contents []byte, whole bool) {
	t.Helper()
	file, whole := File(t, name)
	return bytes.ReplaceAll(Contents(t, file), []byte(`"m-tdc/klose"`), []byte(`"m-tdc/bondarenko"`)), whole
}

// Contents returns the contents of a file of vectors, unpacked.
func Contents(t testing.TB, file ...string) []byte {
	t.Helper()
	contents, err := unpack(filepath.Join(file...))
	if err != nil {
		t.Fatal(err)
	}
	return contents
}

// Text returns the contents of a file, such as a page or what a study printed.
func Text(t testing.TB, file ...string) string {
	t.Helper()
	return string(Contents(t, file...))
}

// Number returns the number that a text spells, with or without commas between thousands.
func Number(t testing.TB, text string) float64 {
	t.Helper()
	n, err := strconv.ParseFloat(strings.ReplaceAll(text, ",", ""), 64)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// unpack reads a file, which may be one of gzip.
func unpack(file string) ([]byte, error) {
	contents, err := os.ReadFile(file)
	if err != nil || filepath.Ext(file) != ".gz" {
		return contents, err
	}
	zip, err := gzip.NewReader(bytes.NewReader(contents))
	if err != nil {
		return nil, err
	}
	return io.ReadAll(zip)
}

func exists(name string) bool {
	_, err := os.Stat(name)
	return err == nil
}

// root returns the folder of the main module, from a folder of it or of a module within.
func root(t testing.TB) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for {
		text, err := os.ReadFile(filepath.Join(dir, "go.mod"))
		if err == nil && bytes.HasPrefix(text, []byte("module github.com/axiomine/axiomine\n")) {
			return dir
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			t.Fatal("no folder above the test's is the module's")
		}
		dir = parent
	}
}
