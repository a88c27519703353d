package main

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/testkit/nightly"
)

const root = "../.."

// copied makes a folder with the files that an axis changes.
func copied(t *testing.T, a axis) string {
	t.Helper()
	dir := t.TempDir()
	for _, p := range a.places {
		if p.in == "" {
			continue
		}
		text, err := os.ReadFile(p.file(root, "any"))
		if err != nil {
			t.Fatal(err)
		}
		to := p.file(dir, "any")
		if err := errors.Join(os.MkdirAll(filepath.Dir(to), 0o777), os.WriteFile(to, text, 0o666)); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// overlay names the folder's files to the go command in the place of the tree's.
func overlay(t *testing.T, dir string) string {
	t.Helper()
	replace := map[string]string{}
	err := filepath.WalkDir(dir, func(name string, item fs.DirEntry, err error) error {
		if err != nil || item.IsDir() {
			return err
		}
		rel, err := filepath.Rel(dir, name)
		if err != nil {
			return err
		}
		absolute, err := filepath.Abs(filepath.Join(root, rel))
		replace[absolute] = name
		return err
	})
	text, fault := json.Marshal(map[string]any{"Replace": replace})
	file := filepath.Join(t.TempDir(), "overlay.json")
	if err := errors.Join(err, fault, os.WriteFile(file, text, 0o666)); err != nil {
		t.Fatal(err)
	}
	return file
}

// TestWhatIsBegunCompilesAndFails: the suite of each axis meets what the scaffold writes and says what is not yet defined.
func TestWhatIsBegunCompilesAndFails(t *testing.T) {
	stride := nightly.Stride(t, "extensions", 3)
	for i, a := range axes {
		if i%stride != 0 {
			continue
		}
		t.Run(a.kind, func(t *testing.T) {
			dir := copied(t, a)
			if err := a.add(dir, "made-up"); err != nil {
				t.Fatal(err)
			}
			files := map[string]bool{}
			for _, p := range a.places {
				files[p.path] = true
			}
			if len(files) > 3 {
				t.Errorf("one more touches %d files", len(files))
			}
			words := strings.Fields(strings.ReplaceAll(fillName(a.next, "made-up"), "'", ""))
			cmd := exec.Command(words[0], append([]string{words[1], "-vet=off", "-overlay", overlay(t, dir)}, words[2:]...)...)
			cmd.Dir = root
			out, err := cmd.CombinedOutput()
			if _, failed := errors.AsType[*exec.ExitError](err); !failed {
				t.Fatalf("%v fails to fail: %v\n%s", cmd.Args, err, out)
			}
			for _, want := range []string{"--- FAIL", "made-up", "not yet defined"} {
				if !strings.Contains(string(out), want) {
					t.Errorf("%v does not say %q:\n%.2000s", cmd.Args, want, out)
				}
			}
		})
	}
}

// TestRefusals: a wrong name, and one that is taken, leave every file as it was.
func TestRefusals(t *testing.T) {
	for _, a := range axes {
		for _, name := range []string{"", "-x", "a b", "x/y", "../x", "range"} {
			err := a.add(t.TempDir(), name)
			if f, ok := errors.AsType[*errs.Error](err); !ok || f.Kind != errs.Usage {
				t.Errorf("%s %q: %v", a.kind, name, err)
			}
		}
		dir := copied(t, a)
		if err := a.add(dir, "made-up"); err != nil {
			t.Fatal(err)
		}
		before := overlaid(t, dir)
		if err := a.add(dir, "made-up"); err == nil || !strings.Contains(err.Error(), "there already") {
			t.Errorf("%s: a second one of the name: %v", a.kind, err)
		}
		if after := overlaid(t, dir); after != before {
			t.Errorf("%s: a refused name changed files", a.kind)
		}
	}
	for _, args := range [][]string{{}, {"axiom"}, {"axium", "x"}} {
		if f, ok := errors.AsType[*errs.Error](run(args)); !ok || f.Kind != errs.Usage {
			t.Errorf("%q is taken", args)
		}
	}
}

// overlaid is all text below a folder.
func overlaid(t *testing.T, dir string) string {
	t.Helper()
	var all strings.Builder
	err := filepath.WalkDir(dir, func(name string, item fs.DirEntry, err error) error {
		if err != nil || item.IsDir() {
			return err
		}
		text, err := os.ReadFile(name)
		all.Write(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all.String()
}

func TestInserted(t *testing.T) {
	const table = "var a = []T{\n\t{1,\n\t},\n}\n\nvar b = []T{\n}\n"
	got, err := insert("x.go", table, "var a = ", "\t{2},\n")
	if want := "var a = []T{\n\t{1,\n\t},\n\t{2},\n}\n\nvar b = []T{\n}\n"; err != nil || got != want {
		t.Errorf("%q, %v", got, err)
	}
	for _, opening := range []string{"var c = ", "[]T{"} {
		if got, err := insert("x.go", table, opening, "x"); err == nil {
			t.Errorf("%s: %q", opening, got)
		}
	}
	if got, err := insert("x.go", "var a = []T{\n\t{1},\n", "var a", "x"); err == nil {
		t.Errorf("an open table: %q", got)
	}
}
