package main

import (
	"bytes"
	"context"
	"encoding/gob"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen"
	"github.com/axiomine/axiomine/gen/partition"
	"github.com/axiomine/axiomine/internal/result"
	"github.com/axiomine/axiomine/internal/testkit/must"
)

// What fails in a worker reaches the user in one line that names the query, the part or the file.
func TestFailures(t *testing.T) {
	fail := func(edit func(*configs.Gen), spoil func(out *result.Dir)) string {
		t.Helper()
		out := claim(t)
		if spoil != nil {
			spoil(out)
		}
		err := distributed(t, config(t, func(g *configs.Gen) {
			g.Vectors, g.Axioms = "", "tfc1"
			edit(g)
		}), out, 2)
		if err == nil {
			t.Fatal("it succeeds")
		}
		if strings.Contains(err.Error(), "\n") {
			t.Errorf("more than a line: %v", err)
		}
		if left, _ := filepath.Glob(out.Path("shares/.share-*")); len(left) > 0 {
			t.Errorf("left over: %v", left)
		}
		return err.Error()
	}
	poisoned := fail(func(g *configs.Gen) { g.Data, g.Hits = crowded(t), 6000 }, nil)
	if !strings.Contains(poisoned, "query ") || !strings.Contains(poisoned, "candidates, more than 5,000") {
		t.Errorf("a poisoned query: %s", poisoned)
	}
	blocked := fail(func(*configs.Gen) {}, func(out *result.Dir) { // no share can be written there
		must.Do(t, os.MkdirAll(out.Path("shares/share-00002-of-00002.bin/x"), 0o777))
	})
	if !strings.Contains(blocked, "share-00002-of-00002.bin") {
		t.Errorf("a share that cannot be written: %s", blocked)
	}
}

// Work that was cut short is refused by its file's name.
func TestDamagedWork(t *testing.T) {
	c := config(t, func(g *configs.Gen) { g.Vectors, g.Axioms = "", "tfc1" })
	chain, err := gen.Start(c, claim(t), nil, "axiomine gen")
	must.Do(t, err)
	defer chain.Close()
	if chain, err = chain.All(t.Context()); err != nil {
		t.Fatal(err)
	}
	job := must.Get(partition.Plan(chain, 2))(t)
	path := filepath.Join(job.Dir, partition.WorkName(1))
	whole := must.Get(os.ReadFile(path))(t)
	must.Do(t, os.WriteFile(path, whole[:len(whole)-1], 0o666))
	if _, err := execute(t.Context(), job, "prism"); err == nil || !strings.Contains(err.Error(),
		"part-00001.bin: the file of work is damaged or cut short") {
		t.Errorf("damaged work: %v", err)
	}
}

// planned is a job over the demo collection, ready for the engine.
func planned(t *testing.T, number int) *partition.Job {
	t.Helper()
	chain, err := gen.Start(config(t, func(g *configs.Gen) { g.Vectors, g.Axioms = "", "tfc1" }), claim(t), nil, "axiomine gen")
	must.Do(t, err)
	t.Cleanup(func() { chain.Close() })
	if chain, err = chain.All(t.Context()); err != nil {
		t.Fatal(err)
	}
	job := must.Get(partition.Plan(chain, number))(t)
	return job
}

// A panic in a worker reaches the user as one line that names the query, and leaves no share of its part.
func TestPanicInAWorker(t *testing.T) {
	job := planned(t, 2)
	const badPart = 1
	path := filepath.Join(job.Dir, partition.WorkName(badPart))
	var elements []partition.Element
	must.Do(t, gob.NewDecoder(bytes.NewReader(must.Get(os.ReadFile(path))(t))).Decode(&elements))
	bad := &elements[slices.IndexFunc(elements, func(e partition.Element) bool { return len(e.Query.Docs) > 1 })]
	bad.Query.Docs[0].Doc = 1 << 30 // there is no such document
	var changed bytes.Buffer
	must.Do(t, gob.NewEncoder(&changed).Encode(elements))
	must.Do(t, os.WriteFile(path, changed.Bytes(), 0o666))
	_, err := execute(t.Context(), job, "prism")
	if want := fmt.Sprintf("part %d/2: query %q: internal error at ", badPart, bad.Query.Text); err == nil ||
		!strings.HasPrefix(err.Error(), want) || strings.Contains(err.Error(), "\n") {
		t.Errorf("%v, not %q", err, want)
	}
	left, _ := filepath.Glob(filepath.Join(job.Dir, "shares", "*share-*"))
	for _, name := range left {
		if strings.Contains(name, fmt.Sprintf("share-%05d", badPart)) || strings.HasPrefix(filepath.Base(name), ".") {
			t.Errorf("%s is left", name)
		}
	}
}

// A share that is not as its worker wrote it is refused by its name.
func TestDamagedShare(t *testing.T) {
	job := planned(t, 2)
	shares := must.Get(execute(t.Context(), job, "prism"))(t)
	path := filepath.Join(job.Dir, filepath.FromSlash(shares[1].Path))
	whole := must.Get(os.ReadFile(path))(t)
	whole[len(whole)-1] ^= 1
	must.Do(t, os.WriteFile(path, whole, 0o666))
	if err := partition.CheckShares([]string{path}); err == nil || !strings.Contains(err.Error(),
		"share-00002-of-00002.bin: the share is damaged or cut short") {
		t.Errorf("a damaged share: %v", err)
	}
	must.Do(t, os.Remove(path))
	if _, err := shareFiles(job); err == nil || !strings.Contains(err.Error(), "share-00002-of-00002.bin: no such file") {
		t.Errorf("a share that is gone: %v", err)
	}
}

// workOn, in the environment, makes the test binary run the workers of the job in that folder and do nothing else.
const workOn = "AXIOMINE_WORK_ON"

func work(dir string) (exitCode int) {
	job, err := partition.ReadJob(dir)
	if err == nil {
		_, err = execute(context.Background(), job, "prism")
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return 0
}

// The disk is full for one worker's share of several: one line that names the part and the file, the other shares stay, and
// with more room the job goes on and leaves the bytes of an unbroken one.
func TestFullDiskForOneShare(t *testing.T) {
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip("no shell to set a limit with")
	}
	const parts = 5
	c := config(t, func(g *configs.Gen) { g.Vectors, g.Axioms = "", "tfc1, m-and" })
	out := claim(t)
	must.Do(t, distributed(t, c, out, parts))
	want := files(t, out)
	smallest, largest := math.MaxInt, 0
	for name, raw := range want {
		if strings.HasPrefix(name, "shares/share-") {
			smallest, largest = min(smallest, len(raw)), max(largest, len(raw))
		}
	}
	must.Do(t, os.RemoveAll(out.Path("shares")))
	// The limit lies between the sizes of the shares: some can be written, at least one cannot.
	limit := fmt.Sprintf("ulimit -f %d && exec \"$0\"", (smallest+largest)/2/512)
	cmd := exec.Command("sh", "-c", limit, os.Args[0])
	cmd.Env = append(os.Environ(), workOn+"="+out.Path("."))
	var stderr strings.Builder
	cmd.Stderr = &stderr
	cmd.Run()
	said := stderr.String()
	if code := cmd.ProcessState.ExitCode(); code != 1 || strings.Count(said, "\n") != 1 || !strings.HasPrefix(said, "part ") ||
		!strings.Contains(said, ": write ") || !strings.Contains(said, "file too large") {
		t.Errorf("exit code %d: %q", code, said)
	}
	if kept, _ := filepath.Glob(out.Path("shares/share-*")); len(kept) == parts {
		t.Error("every share was written")
	}
	again := must.Get(result.Claim(out.Path("."), result.Resume))(t)
	must.Do(t, distributed(t, c, again, parts))
	got := files(t, again)
	for name := range want {
		if !bytes.Equal(got[name], want[name]) {
			t.Errorf("%s differs from an unbroken job's", name)
		}
	}
	if len(got) != len(want) {
		t.Errorf("%d files, not %d", len(got), len(want))
	}
}
