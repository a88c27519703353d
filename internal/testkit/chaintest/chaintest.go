// Package chaintest has a collection of eight documents whose candidates and preferences follow by hand, and brings it to any stage of the
// chain.
package chaintest

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/prepare"
	"github.com/axiomine/axiomine/gen/stage"
	"github.com/axiomine/axiomine/internal/result"
)

// Files are the collection's, by name: documents of three and four words, two queries to train on, one of dev, two of test. d8 has the
// text of d2. d6 is relevant to q1 and has none of its words.
var Files = map[string]string{
	"collection.tsv": "d1\tapple apple apple pear\nd2\tapple pear plum\nd3\tapple plum plum fig\nd4\tpear pear fig\n" +
		"d5\tplum fig fig\nd6\tcherry cherry plum\nd7\tcherry apple fig\nd8\tapple pear plum\n",
	"queries.train.tsv": "q1\tapple\nq2\tpear\n",
	"queries.dev.tsv":   "q3\tplum\n",
	"queries.test.tsv":  "q4\tfig\nq5\tcherry\n",
	"qrels.train.txt":   "q1 0 d2 1\nq1 0 d3 0\nq1 0 d6 1\nq2 0 d4 2\nq2 0 d1 0\n",
	"qrels.dev.txt":     "q3 0 d3 1\n",
	"qrels.test.txt":    "q4 0 d5 1\nq5 0 d6 1\nq5 0 d7 0\n",
}

// Folder returns a folder of the test, in memory where the system has such a place: syncing hundreds of tiny files takes seconds on a disk.
func Folder(t testing.TB) string {
	t.Helper()
	dir, err := os.MkdirTemp("/dev/shm", "chaintest-")
	if err != nil {
		return t.TempDir()
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	return dir
}

// Write writes files into a folder of the test.
func Write(t testing.TB, files map[string]string) (dir string) {
	t.Helper()
	dir = Folder(t)
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// Config returns the default configuration over Files, on one thread, with the axiom tfc1 and the positives among candidates, as edit
// changes it; edit may be nil.
func Config(t testing.TB, edit func(*configs.Config)) *configs.Config {
	t.Helper()
	l, err := configs.Load("", nil)
	if err != nil {
		t.Fatal(err)
	}
	c := l.Config
	c.Gen.Data, c.Gen.Axioms, c.Gen.Positives, c.Gen.Threads = Write(t, Files), "tfc1", "candidates", 1
	if edit != nil {
		edit(&c)
	}
	return &c
}

// Claim returns an output folder of the test.
func Claim(t testing.TB) *result.Dir {
	t.Helper()
	out, err := result.Claim(Folder(t), result.Fresh)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { out.Close() })
	return out
}

// Start begins a run of a configuration in a folder of the test.
func Start(t testing.TB, c *configs.Config) *prepare.Preparation {
	t.Helper()
	return StartIn(t, c, Claim(t))
}

// StartIn begins a run of a configuration in a folder, which an earlier run may have filled.
func StartIn(t testing.TB, c *configs.Config, out *result.Dir) *prepare.Preparation {
	t.Helper()
	p, err := prepare.Start(stage.NewRun(c, out, nil, "test"))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// AllIn runs every step up to the candidates of a configuration in a folder, which an earlier run may have filled. The caller closes the
// result.
func AllIn(t testing.TB, c *configs.Config, out *result.Dir) *prepare.Preparation {
	t.Helper()
	p, err := StartIn(t, c, out).All(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// All runs every step up to the candidates of Config.
func All(t testing.TB, edit func(*configs.Config)) *prepare.Preparation {
	t.Helper()
	p := AllIn(t, Config(t, edit), Claim(t))
	t.Cleanup(func() { p.Close() })
	return p
}
