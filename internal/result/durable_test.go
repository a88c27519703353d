package result

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/axiomine/axiomine/internal/result/filesys"
	"github.com/axiomine/axiomine/internal/testkit/filesystest"
	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/axiomine/axiomine/internal/testkit/nightly"
)

// run is what a command does with a directory: it keeps finished stages, and leaves a folder that is filled as one, a directory below,
// files of two stages, and none of a checkpoint. Its content and some of its names are the version's.
func run(root filesys.FS, mode Mode, version string) (err error) {
	d, err := ClaimOn(root, root.Path("."), mode)
	if err != nil {
		root.Close()
		return err
	}
	defer func() { err = errors.Join(err, d.Close()) }()
	text := func(w io.Writer) error { _, err := io.WriteString(w, "version "+version); return err }
	stage := func(of *Dir, name string, write func() ([]File, error)) error {
		if _, ok := of.FinishedFiles(name, version); ok {
			return nil
		}
		files, err := write()
		if err != nil {
			return err
		}
		return of.Finish(name, version, files)
	}
	one := func(of *Dir, name string) func() ([]File, error) {
		return func() ([]File, error) {
			f, err := of.WriteFile(name, text)
			return []File{f}, err
		}
	}
	err = stage(d, "index", func() ([]File, error) {
		return d.Fill("index", "header", func(folder filesys.FS) error {
			for _, name := range []string{"docs", "terms", "header"} {
				if err := filesys.WriteFile(folder, name, text); err != nil {
					return err
				}
			}
			return nil
		})
	})
	if err != nil {
		return err
	}
	if err := stage(d, "checkpoint", one(d, "checkpoints/c")); err != nil {
		return err
	}
	below, err := d.Subdir("cells/" + version)
	if err != nil {
		return err
	}
	if err := stage(below, "train", one(below, "models/m")); err != nil {
		return err
	}
	if err := below.Settle(); err != nil {
		return err
	}
	if err := d.Retire(func(stage string) bool { return stage == "checkpoint" }); err != nil {
		return err
	}
	if err := stage(d, "report", one(d, "report."+version)); err != nil {
		return err
	}
	return d.Settle()
}

// left is what run leaves in a folder that held start, and what it did.
func left(t *testing.T, start filesystest.Tree, mode Mode, version string) (filesystest.Tree, []filesystest.Op) {
	t.Helper()
	dir := t.TempDir()
	root, err := filesys.Open(dir)
	must.Do(t, errors.Join(err, start.Write(dir)))
	disk := filesystest.NewDisk(root, nil)
	must.Do(t, run(disk, mode, version))
	tree := must.Get(filesystest.ReadTree(dir))(t)
	return tree, disk.Ops()
}

// goesOn says what is not as whole when a run goes on from a tree.
func goesOn(t *testing.T, from filesystest.Tree, mode Mode, version string, whole filesystest.Tree) error {
	t.Helper()
	dir := t.TempDir()
	root, err := filesys.Open(dir)
	must.Do(t, errors.Join(err, from.Write(dir)))
	if err := run(filesystest.NewDisk(root, nil), mode, version); err != nil {
		return fmt.Errorf("it does not go on: %w", err)
	}
	got, err := filesystest.ReadTree(dir)
	if err == nil && got.Sum() != whole.Sum() {
		err = fmt.Errorf("it leaves %s, not %s", named(got), named(whole))
	}
	return err
}

// isOld reports whether a tree has all files of the first version.
func isOld(tree, first filesystest.Tree) bool {
	for name, raw := range first {
		if !bytes.Equal(tree[name], raw) {
			return false
		}
	}
	return true
}

// isNew reports whether a tree says that the new result is whole.
func isNew(tree, whole filesystest.Tree) bool {
	_, isWhole := tree[wholeFolder]
	return isWhole || bytes.Equal(tree[journalName], whole[journalName])
}

func named(t filesystest.Tree) string {
	var all []string
	for name, raw := range t {
		all = append(all, fmt.Sprintf("%s (%d)", name, len(raw)))
	}
	slices.Sort(all)
	return strings.Join(all, " ")
}

// Whatever a crash after any operation leaves, a run goes on to the same bytes; and so does one that is to overwrite what another
// version left when it was stopped.
func TestCrashAtEveryOperation(t *testing.T) {
	if testing.Short() {
		t.Skip("long, and its threads are those of other tests")
	}
	stride := nightly.Stride(t, "states", 16)
	first, _ := left(t, filesystest.Tree{}, Fresh, "1")
	second, _ := left(t, filesystest.Tree{}, Fresh, "2")
	resumed, _ := left(t, first, Resume, "2") // where nothing was overwritten yet
	few := []filesystest.Loss{filesystest.Nothing, filesystest.Both, filesystest.Some}
	for _, c := range []struct {
		name    string
		start   filesystest.Tree
		mode    Mode
		version string
		losses  []filesystest.Loss
		then    Mode
	}{
		{"fresh", filesystest.Tree{}, Fresh, "2", filesystest.Losses, Resume},
		{"fresh, of another version", filesystest.Tree{}, Fresh, "1", few, Overwrite},
		{"overwrite", first, Overwrite, "2", few, Overwrite},
		{"overwrite and go on", first, Overwrite, "2", few[:1], Resume},
	} {
		whole, ops := left(t, c.start, c.mode, c.version)
		if c.version == "2" && whole.Sum() != second.Sum() {
			t.Fatalf("%s leaves %s, not %s", c.name, named(whole), named(second))
		}
		states := 0
		err := filesystest.Crashes(c.start, ops, c.losses, func(after int, loss filesystest.Loss, tree filesystest.Tree) error {
			if states++; states%stride != 0 {
				return nil
			}
			if c.mode == Overwrite && !isNew(tree, second) && !isOld(tree, first) {
				return fmt.Errorf("%s, crash after operation %d, lost: %s: the old result is not as it was: %s", c.name, after, loss, named(tree))
			}
			want := second
			if _, begun := tree[unfinishedFolder]; c.mode == Overwrite && c.then == Resume && !begun && !isNew(tree, second) {
				want = resumed
			}
			if err := goesOn(t, tree, c.then, "2", want); err != nil {
				op := ops[after-1]
				return fmt.Errorf("%s, crash after operation %d (%s %s %s), lost: %s: %w", c.name, after, op.Kind, op.Name, op.Target, loss, err)
			}
			return nil
		})
		if err != nil {
			t.Error(err)
		}
		if states < len(ops)/4 {
			t.Errorf("%s: %d operations, but %d states", c.name, len(ops), states)
		}
	}
}

// An error at any operation ends a run with one that names its file, or is of no consequence; no half file has a final name, and the
// run goes on to the same bytes.
func TestErrorAtEveryOperation(t *testing.T) {
	if testing.Short() {
		t.Skip("long, and its threads are those of other tests")
	}
	stride := nightly.Stride(t, "operations", 12)
	first, _ := left(t, filesystest.Tree{}, Fresh, "1")
	for _, c := range []struct {
		start filesystest.Tree
		mode  Mode
	}{{filesystest.Tree{}, Fresh}, {first, Overwrite}, {first, Resume}} {
		whole, ops := left(t, c.start, c.mode, "2")
		for n := 0; n < len(ops); n += stride {
			dir := t.TempDir()
			root, err := filesys.Open(dir)
			must.Do(t, errors.Join(err, c.start.Write(dir)))
			var at filesystest.Op
			err = run(filesystest.NewDisk(root, func(number int, op filesystest.Op) error {
				if number != n+1 {
					return nil
				}
				at = op
				return syscall.ENOSPC
			}), c.mode, "2")
			where := fmt.Sprintf("mode %d, error at operation %d (%s %s %s)", c.mode, n+1, at.Kind, at.Name, at.Target)
			tree, treeErr := filesystest.ReadTree(dir)
			if treeErr != nil {
				t.Fatal(treeErr)
			}
			switch {
			case err == nil && tree.Sum() != whole.Sum():
				t.Errorf("%s: no error, but it leaves %s", where, named(tree))
			case err != nil && (!errors.Is(err, syscall.ENOSPC) || strings.Contains(err.Error(), temporaryPrefix)):
				t.Errorf("%s: %v", where, err)
			}
			if c.mode == Overwrite && !isNew(tree, whole) && !isOld(tree, c.start) {
				t.Errorf("%s: the old result is not as it was: %s", where, named(tree))
			}
			for name, raw := range tree {
				name = strings.TrimPrefix(name, unfinishedFolder+"/")
				final := !strings.HasPrefix(name, temporaryPrefix) && !strings.HasPrefix(path.Base(name), ".")
				if final && !bytes.Equal(raw, whole[name]) && !bytes.Equal(raw, c.start[name]) && !bytes.Equal(raw, []byte("version 2")) {
					t.Errorf("%s: half written: %s", where, name)
				}
			}
			mode := c.mode
			if mode == Fresh {
				mode = Resume
			}
			if err := goesOn(t, tree, mode, "2", whole); err != nil {
				t.Errorf("%s: %v", where, err)
			}
		}
	}
}
