package result

import (
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/result/filesys"
	"github.com/axiomine/axiomine/internal/testkit/budgettest"
	"github.com/axiomine/axiomine/internal/testkit/must"
)

// tree is what a directory holds, but for the lock: names and contents.
func tree(t *testing.T, path string) []string {
	t.Helper()
	var all []string
	must.Do(t, filepath.WalkDir(path, func(name string, item os.DirEntry, err error) error {
		if err != nil || item.IsDir() {
			return err
		}
		raw, err := os.ReadFile(name)
		rel, _ := filepath.Rel(path, name)
		all = append(all, rel+"="+string(raw))
		return err
	}))
	return all
}

// result leaves a finished directory.
func result(t *testing.T, files ...string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "out")
	d := must.Get(Claim(path, Fresh))(t)
	for _, name := range files {
		must.Do(t, d.Finish(name, "k", []File{write(t, d, name, "old")}))
	}
	must.Do(t, errors.Join(d.Settle(), d.Close()))
	return path
}

// Whatever fails before the first file is whole leaves the old result byte by byte, also a file that breaks half-way.
func TestOverwriteRemovesNothingBeforeAFileIsWhole(t *testing.T) {
	path := result(t, "a", "sub/b")
	before := tree(t, path)
	d := must.Get(Claim(path, Overwrite))(t)
	if _, ok := d.FinishedFiles("a", "k"); ok {
		t.Error("what is to be overwritten counts as finished")
	}
	broken := errors.New("broken")
	if _, err := d.WriteFile("a", func(w io.Writer) error { io.WriteString(w, "new"); return broken }); !errors.Is(err, broken) {
		t.Errorf("%v", err)
	}
	if _, err := d.Fill("sub", "b", func(filesys.FS) error { return broken }); !errors.Is(err, broken) {
		t.Errorf("%v", err)
	}
	must.Do(t, d.Close())
	if after := tree(t, path); !slices.Equal(before, after) {
		t.Errorf("was %q, is %q", before, after)
	}
	d = must.Get(Claim(path, Overwrite))(t)
	write(t, d, "c", "new")
	must.Do(t, errors.Join(d.Settle(), d.Close()))
	if after := tree(t, path); !slices.Equal(after, []string{".journal=", "c=new"}) {
		t.Errorf("after the first new file: %q", after)
	}
}

// A journal may have been written by anybody.
func TestJournalsThatLeadOut(t *testing.T) {
	for _, line := range []string{
		`{"stage":"s","key":"k","files":[{"path":"../victim"}]}`,
		`{"stage":"s","key":"k","files":[{"path":"VICTIM"}]}`,
		`{"stage":"s","key":"k","files":[{"path":"a/../../victim"}]}`,
		`{"stage":"s","key":"k","files":[{"path":"ours"},{"path":"link/victim"}]}`,
		`{"stage":"s","key":"k","files":[{"path":"."}]}`,
		`{"stage":"below","key":"k","below":".."}`,
		`{"stage":"below","key":"k","below":"."}`,
		`{"stage":"below","key":"k","below":"link"}`,
		`{"stage":"below","key":"k","below":"down"}`, // whose own journal leads out
	} {
		for _, mode := range []Mode{Resume, Overwrite} {
			if mode == Resume && strings.Contains(line, "down") {
				continue // it is read when the directory below is opened
			}
			path := result(t, "ours", "down/x")
			victim := filepath.Join(filepath.Dir(path), "victim")
			os.WriteFile(victim, []byte("precious"), 0o666)
			os.Symlink("..", filepath.Join(path, "link"))
			os.WriteFile(filepath.Join(path, "down", journalName), []byte(`{"stage":"s","key":"k","files":[{"path":"../../victim"}]}`+"\n"), 0o666)
			line := strings.ReplaceAll(line, "VICTIM", filepath.ToSlash(victim))
			os.WriteFile(filepath.Join(path, journalName), []byte(line+"\n"), 0o666)
			d, err := Claim(path, mode)
			var f *errs.Error
			if !errors.As(err, &f) || f.Kind != errs.Input {
				t.Errorf("mode %d, %s: %v", mode, line, err)
			}
			if err == nil {
				d.Begin()
				d.Close()
			}
			for _, kept := range []string{victim, filepath.Join(path, "ours"), filepath.Join(path, "down/x")} {
				if _, err := os.Stat(kept); err != nil {
					t.Errorf("mode %d, %s: removed %s", mode, line, kept)
				}
			}
			if _, err := os.Lstat(filepath.Join(path, lockName)); err == nil {
				t.Errorf("mode %d, %s: a refused directory keeps the lock", mode, line)
			}
		}
	}
}

// FuzzJournal claims a directory with any journal: nobody is brought down, and nothing outside of it goes.
func FuzzJournal(f *testing.F) {
	f.Add([]byte(`{"stage":"s","key":"k","files":[{"path":"../victim"}]}`), true)
	f.Add([]byte(`{"stage":"s","key":"k","files":[{"path":"ours","bytes":-1,"sha256":"x"},{"path":"ours"}]}`+"\n{"), false)
	f.Add([]byte(`{"stage":"below","key":"k","below":"down"}`+"\n"+`{"stage":"","files":null}`), true)
	f.Add([]byte(`{"files":[{"path":"ours/x"},{"path":"\u0000"},{"path":"down"}]}`), true)
	budgettest.Fuzz(f, func(t *testing.T, journal []byte, overwrite bool) {
		path := result(t, "ours", "down/x")
		victim := filepath.Join(filepath.Dir(path), "victim")
		os.WriteFile(victim, []byte("precious"), 0o666)
		os.WriteFile(filepath.Join(path, journalName), journal, 0o666)
		Verify(t.Context(), path)
		mode := Resume
		if overwrite {
			mode = Overwrite
		}
		d, err := Claim(path, mode)
		if err == nil {
			d.FinishedFiles("s", "k")
			d.Settle()
			d.Close()
		}
		if raw, err := os.ReadFile(victim); err != nil || string(raw) != "precious" {
			t.Errorf("the victim outside: %q, %v", raw, err)
		}
	})
}

// Neither what is written nor what is read goes through a link that leads out.
func TestLinksAreNotFollowedOut(t *testing.T) {
	outside := t.TempDir()
	os.WriteFile(filepath.Join(outside, "x"), []byte("theirs"), 0o666)
	path := result(t, "ours")
	os.Symlink(outside, filepath.Join(path, "link"))
	os.Symlink(filepath.Join(outside, "x"), filepath.Join(path, "leaf"))
	if f, err := Checksum(path, "leaf"); err == nil {
		t.Errorf("read through a link: %v", f)
	}
	if _, err := Checksum(path, "../out/ours"); err == nil {
		t.Error("read through ..")
	}
	d := must.Get(Claim(path, Resume))(t)
	defer d.Close()
	if _, err := d.WriteFile("link/x", func(io.Writer) error { return nil }); err == nil || !strings.Contains(err.Error(), "link") {
		t.Errorf("written through a link: %v", err)
	}
	if _, err := d.Subdir("link"); err == nil {
		t.Error("a directory below behind a link")
	}
	write(t, d, "leaf", "new") // takes the link's place
	if got := tree(t, outside); !slices.Equal(got, []string{"x=theirs"}) {
		t.Errorf("outside is now %q", got)
	}
}

// What is not finished lies in a folder of its own; nothing else is a remainder, whatever it is called.
func TestOnlyOwnTemporaryFilesGo(t *testing.T) {
	path := result(t, "ours")
	for _, name := range []string{"keep/x.part", "x.part", "ours.part", "index.part/y", ".part-mine/z"} {
		os.MkdirAll(filepath.Dir(filepath.Join(path, name)), 0o777)
		os.WriteFile(filepath.Join(path, name), []byte("theirs"), 0o666)
	}
	killed := filepath.Join(path, ".part-0123456789abcdef")
	os.MkdirAll(filepath.Join(killed, "1"), 0o777)
	os.WriteFile(filepath.Join(killed, "1", "half"), nil, 0o666)
	other := filepath.Join(path, ".part-ffffffffffffffff") // nobody's that we know
	os.MkdirAll(other, 0o777)
	os.WriteFile(filepath.Join(other, "half"), nil, 0o666)
	lock := `{"lock_of":"axiomine","pid":1,"host":"elsewhere","command":"axiomine gen","temporary":".part-0123456789abcdef"}`
	os.WriteFile(filepath.Join(path, lockName), []byte(lock), 0o666)
	for _, mode := range []Mode{Resume, Overwrite} {
		d := must.Get(Claim(path, mode))(t)
		if told := d.State().TakenOver; (mode == Resume) != (told == "process 1 on elsewhere (axiomine gen)") {
			t.Errorf("taken over from %q", told)
		}
		write(t, d, "ours", "new")
		must.Do(t, errors.Join(d.Settle(), d.Close()))
		for _, name := range []string{"keep/x.part", "x.part", "ours.part", "index.part/y", ".part-mine/z", ".part-ffffffffffffffff/half"} {
			if _, err := os.Stat(filepath.Join(path, name)); err != nil {
				t.Errorf("mode %d: %v", mode, err)
			}
		}
		for _, gone := range []string{killed, filepath.Join(path, lockName)} {
			if _, err := os.Stat(gone); err == nil {
				t.Errorf("mode %d: %s is still there", mode, gone)
			}
		}
	}
}

// A hostile lock clears away nothing but a folder with a name of ours.
func TestHostileLocks(t *testing.T) {
	for _, folder := range []string{"../victim", "keep", ".", "", ".part-0123456789abcdef/../keep"} {
		path := result(t, "keep/a")
		victim := filepath.Join(filepath.Dir(path), "victim")
		os.WriteFile(victim, nil, 0o666)
		os.WriteFile(filepath.Join(path, lockName), []byte(`{"lock_of":"axiomine","temporary":"`+folder+`"}`), 0o666)
		d := must.Get(Claim(path, Resume))(t)
		d.Close()
		for _, kept := range []string{victim, filepath.Join(path, "keep/a")} {
			if _, err := os.Stat(kept); err != nil {
				t.Errorf("%q: %v", folder, err)
			}
		}
	}
	path := result(t, "a")
	os.WriteFile(filepath.Join(path, lockName), []byte("my own"), 0o666)
	if _, err := Claim(path, Resume); err == nil {
		t.Error("a file of the user's was taken for the lock")
	}
	if raw, err := os.ReadFile(filepath.Join(path, lockName)); string(raw) != "my own" {
		t.Errorf("it is now %q, %v", raw, err)
	}
}

func TestALinkIsLikeTheFolder(t *testing.T) {
	path := result(t, "a")
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(path, link); err != nil {
		t.Skip(err)
	}
	killed := filepath.Join(path, ".part-0123456789abcdef")
	os.MkdirAll(killed, 0o777)
	os.WriteFile(filepath.Join(path, lockName), []byte(`{"lock_of":"axiomine","temporary":".part-0123456789abcdef"}`), 0o666)
	d := must.Get(Claim(link, Resume))(t)
	if _, err := os.Stat(killed); err == nil {
		t.Error("what a killed run left is still there")
	}
	if _, ok := d.FinishedFiles("a", "k"); !ok {
		t.Error("the finished stage is not found")
	}
	write(t, d, "sub/b", "new")
	must.Do(t, errors.Join(d.Settle(), d.Close()))
	overwrite(t, link)
	if got := tree(t, path); !slices.Equal(got, []string{".journal=", "sub/b=new"}) {
		t.Errorf("%q", got)
	}
}

// TestHolder is the other process of TestLocked: it holds the directory until its input ends.
func TestHolder(t *testing.T) {
	path := os.Getenv("OUTDIR_HOLD")
	if path == "" {
		t.Skip("only as a child of TestLocked")
	}
	d := must.Get(Claim(path, Resume))(t)
	os.Stdout.WriteString("held\n")
	io.Copy(io.Discard, os.Stdin)
	d.Close()
}

func TestLocked(t *testing.T) {
	path := result(t, "a")
	hold := func() (*exec.Cmd, io.WriteCloser) {
		child := exec.Command(os.Args[0], "-test.run", "^TestHolder$")
		child.Env = append(os.Environ(), "OUTDIR_HOLD="+path)
		in, _ := child.StdinPipe()
		out, _ := child.StdoutPipe()
		must.Do(t, child.Start())
		must.Get(io.ReadFull(out, make([]byte, 5)))(t)
		return child, in
	}
	child, in := hold()
	for _, mode := range []Mode{Fresh, Resume, Overwrite} {
		_, err := Claim(path, mode)
		var f *errs.Error
		if !errors.As(err, &f) || f.Kind != errs.Usage || !strings.Contains(err.Error(), "is locked (.lock) by process ") {
			t.Errorf("mode %d: %v", mode, err)
		}
	}
	in.Close()
	child.Wait()
	if got := tree(t, path); len(got) != 2 {
		t.Errorf("a run left %q", got)
	}
	child, _ = hold()
	child.Process.Kill()
	child.Wait()
	d := must.Get(Claim(path, Resume))(t)
	must.Contain(t, d.State().TakenOver, "process ")
	d.Close()
	if got := tree(t, path); len(got) != 2 {
		t.Errorf("a run after a kill left %q", got)
	}
}

// A folder takes the place of the one before, but keeps what is the user's in it.
func TestFill(t *testing.T) {
	path := result(t, "other")
	for _, version := range []string{"1", "2"} {
		d := must.Get(Claim(path, Resume))(t)
		files, err := d.Fill("index", "header", func(folder filesys.FS) error {
			dir := folder.Path(".")
			return errors.Join(os.MkdirAll(filepath.Join(dir, "deep"), 0o777), os.WriteFile(filepath.Join(dir, "header"), []byte(version), 0o666),
				os.WriteFile(filepath.Join(dir, "deep", version), nil, 0o666))
		})
		if err != nil || len(files) != 2 || files[1].Path != "index/header" {
			t.Fatalf("%v, %v", files, err)
		}
		must.Do(t, errors.Join(d.Finish("index", version, files), d.Settle(), d.Close()))
		os.WriteFile(filepath.Join(path, "index", "notes"), nil, 0o666)
	}
	got := tree(t, path)
	if len(got) != 5 || !slices.Contains(got, "index/header=2") || slices.Contains(got, "index/deep/1=") ||
		!slices.Contains(got, "index/notes=") {
		t.Errorf("%q", got)
	}
}
