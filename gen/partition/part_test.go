package partition_test

import (
	"bytes"
	"io/fs"
	"os"
	"slices"
	"testing"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/account"
	"github.com/axiomine/axiomine/gen/dataset"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/gen/partition"
	"github.com/axiomine/axiomine/gen/prepare"
	"github.com/axiomine/axiomine/internal/testkit/chaintest"
	"github.com/axiomine/axiomine/internal/testkit/must"
)

// products are the files that parts and one machine must agree on.
var products = []string{account.Name, "pairs/train.parquet", "pairs/dev.parquet", "pairs/test.parquet"}

func edit(data string) func(*configs.Config) {
	return func(c *configs.Config) { c.Gen.Data, c.Gen.Axioms = data, "tfc1, lnc1" }
}

// whole returns the products of a run over all queries.
func whole(t *testing.T, data string) map[string][]byte {
	t.Helper()
	p := chaintest.All(t, edit(data))
	must.Get(dataset.Mine(t.Context(), p))(t)
	must.Get(dataset.Sample(t.Context(), p, nil))(t)
	return read(t, p)
}

func read(t *testing.T, p *prepare.Preparation) map[string][]byte {
	t.Helper()
	files := map[string][]byte{}
	for _, name := range products {
		raw := must.Get(fs.ReadFile(p.Run.Out.FS(), name))(t)
		files[name] = raw
	}
	return files
}

// merged merges shares and checks what they give against a run over all queries.
func merged(t *testing.T, data string, shares []string) {
	t.Helper()
	p := chaintest.All(t, edit(data))
	s, _, err := partition.Merge(p, shares)
	must.Do(t, err)
	must.Get(dataset.Sample(t.Context(), p, s))(t)
	want := whole(t, data)
	for name, raw := range read(t, p) {
		if !bytes.Equal(raw, want[name]) {
			t.Errorf("%s differs from that of one machine", name)
		}
	}
}

// Parts that processes of their own mine give the bytes of one.
func TestPartsAreTheWhole(t *testing.T) {
	data := chaintest.Write(t, chaintest.Files)
	var folders []string
	for i := 3; i >= 1; i-- {
		p := chaintest.All(t, edit(data))
		for range 2 { // the second time the share is there
			must.Do(t, partition.Mine(t.Context(), p, mine.Part{Number: i, Parts: 3}))
		}
		folders = append(folders, p.Run.Out.Path("."))
	}
	merged(t, data, folders)
	if _, _, err := partition.Merge(chaintest.All(t, edit(data)), folders[1:]); err == nil {
		t.Error("two shares of three are merged")
	}
}

// Workers of an engine that mine the parts of a job in any order give the bytes of one process.
func TestWorkersAreTheWhole(t *testing.T) {
	data := chaintest.Write(t, chaintest.Files)
	planned := must.Get(partition.Plan(chaintest.All(t, edit(data)), 2))(t)
	job, err := partition.ReadJob(planned.Dir)
	if err != nil || job.Key != planned.Key || job.Queries != 5 {
		t.Fatalf("%v: %d queries", err, job.Queries)
	}
	w := must.Get(job.Open(t.Context()))(t)
	defer w.Close()
	var shares []string
	for _, part := range []int{2, 1} {
		share := job.Dir + "/" + job.ShareName(part)
		must.Do(t, w.Mine(t.Context(), part))
		first := must.Get(os.Stat(share))(t)
		must.Do(t, w.Mine(t.Context(), part)) // it is there
		if second := must.Get(os.Stat(share))(t); !os.SameFile(first, second) {
			t.Errorf("the share of part %d was written again", part)
		}
		shares = append(shares, share)
	}
	merged(t, data, shares)
}

// The runs of all parts are the run of all queries.
func TestRetrieveInParts(t *testing.T) {
	data := chaintest.Write(t, chaintest.Files)
	all, err := fs.ReadFile(chaintest.All(t, edit(data)).Run.Out.FS(), prepare.RunName("test"))
	must.Do(t, err)
	var lines []string
	for i := 1; i <= 2; i++ {
		p := chaintest.Start(t, chaintest.Config(t, edit(data)))
		if p, err = p.ReadTopics(t.Context()); err == nil {
			p, err = p.OpenIndex(t.Context())
		}
		if err == nil {
			err = partition.Retrieve(t.Context(), p, mine.Part{Number: i, Parts: 2})
		}
		must.Do(t, err)
		raw := must.Get(fs.ReadFile(p.Run.Out.FS(), prepare.RunName("test")))(t)
		for line := range bytes.Lines(raw) {
			lines = append(lines, string(line))
		}
		p.Close()
	}
	var want []string
	for line := range bytes.Lines(all) {
		want = append(want, string(line))
	}
	slices.Sort(lines)
	slices.Sort(want)
	if !slices.Equal(lines, want) {
		t.Errorf("parts have\n%q\nall have\n%q", lines, want)
	}
}
