package gen_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/account"
	"github.com/axiomine/axiomine/gen/dataset"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/gen/partition"
	"github.com/axiomine/axiomine/gen/prepare"
	"github.com/axiomine/axiomine/internal/safefile"
	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/axiomine/axiomine/internal/testkit/nightly"
)

// prepared is a chain over a collection, ready to mine.
func prepared(t *testing.T, preset, data string, edit func(*configs.Config)) *prepare.Preparation {
	t.Helper()
	c := start(t, preset, data, edit)
	c = ready(t, c)
	return c
}

// inParts mines each of n parts on its own and merges the shares; the shares are named out of order.
func inParts(t *testing.T, n int, open func() *prepare.Preparation) *prepare.Preparation {
	t.Helper()
	ctx := context.Background()
	var folders []string
	for i := n; i >= 1; i-- {
		c := open()
		must.Do(t, partition.Mine(ctx, c, mine.Part{Number: i, Parts: n}))
		folders = append(folders, c.Run.Out.Path("."))
	}
	c := open()
	merged, _, err := partition.Merge(c, folders)
	must.Do(t, err)
	must.Get(dataset.Sample(ctx, c, merged))(t)
	return c
}

// products are the files that parts and one machine must agree on.
func products(t *testing.T, c *prepare.Preparation) map[string][]byte {
	t.Helper()
	out := files(t, c.Run.Out.Path("."))
	for name := range out {
		if !strings.HasPrefix(name, "pairs") && name != account.Name {
			delete(out, name)
		}
	}
	return out
}

// One machine and any number of parts must leave the same bytes, under every order of drawing and label scheme.
func TestPartsGiveTheBytesOfOneMachine(t *testing.T) {
	settings := []struct {
		sample, strategy, budget string
		parts                    []int
	}{
		{"balanced", "paired", "append", []int{3}},
		{"uniform", "multi-graded", "replace", []int{2}},
		{"length-balanced", "paired", "append", []int{7}},
		{"balanced", "paired", "replace", []int{1, 2, 7, 64}},
	}
	for _, setting := range settings[:nightly.Some(t, "settings", 2, len(settings))] {
		open := func() *prepare.Preparation {
			return prepared(t, "demo", demo, func(cfg *configs.Config) {
				g := &cfg.Gen
				g.Vectors, g.Axioms, g.Ratio, g.Hits = "", "tfc1, m-tdc, lnc2, tfc2", "1:2", 20
				g.Sample, g.Strategy, g.Budget, g.SkipTop = setting.sample, setting.strategy, setting.budget, 2
			})
		}
		one := open()
		must.Get(dataset.Mine(context.Background(), one))(t)
		if _, _, err := sampled(one); err != nil {
			t.Fatal(err)
		}
		want := products(t, one)
		if len(want) < 4 {
			t.Fatalf("%d files", len(want))
		}
		for _, n := range setting.parts {
			got := products(t, inParts(t, n, open))
			must.Equal(t, len(got), len(want), "%v in %d parts: files", setting, n)
			for name := range want {
				if !bytes.Equal(got[name], want[name]) {
					t.Errorf("%v in %d parts: %s differs from one machine's", setting, n, name)
				}
			}
		}
	}
}

func TestPartsThatDoNotFit(t *testing.T) {
	ctx := context.Background()
	open := func(seed int) *prepare.Preparation {
		return prepared(t, "demo", demo, func(cfg *configs.Config) { cfg.Gen.Vectors, cfg.Gen.Axioms, cfg.Gen.Seed = "", "tfc1", seed })
	}
	share := func(i, n, seed int) string {
		c := open(seed)
		must.Do(t, partition.Mine(ctx, c, mine.Part{Number: i, Parts: n}))
		return c.Run.Out.Path(fmt.Sprintf("share-%05d-of-%05d.bin", i, n))
	}
	first, second, other := share(1, 2, 42), share(2, 2, 42), share(2, 2, 43)
	raw := must.Get(os.ReadFile(second))(t)
	changed := func(name string, raw []byte) string {
		path := filepath.Join(t.TempDir(), name)
		must.Do(t, os.WriteFile(path, raw, 0o666))
		return path
	}
	flipped := bytes.Clone(raw)
	flipped[len(flipped)-1] ^= 1
	for _, c := range []struct {
		paths []string
		want  string
	}{
		{[]string{first}, "a share of part 1/2, among 1 share"},
		{[]string{first, first}, "a second share of part 1/2"},
		{[]string{first, other}, "the part 2/2 was mined with another configuration or other data"},
		{[]string{first, changed("short", raw[:len(raw)-9])}, "the share is damaged or cut short"},
		{[]string{first, changed("flipped", flipped)}, "the share is damaged or cut short"},
		{[]string{first, changed("text", []byte("q1 Q0 d1\n"))}, "no share of a part"},
		{[]string{filepath.Join(t.TempDir(), "*")}, "no share of a part at"},
		{[]string{t.TempDir()}, "no share of a part in"},
	} {
		_, _, err := partition.Merge(open(42), c.paths)
		must.Fail(t, err, c.want, "%q", c.paths)
	}
	if err := partition.Mine(ctx, prepared(t, "demo", demo, func(cfg *configs.Config) {
		cfg.Gen.Vectors, cfg.Gen.Axioms, cfg.Gen.Mixture = "", "tfc1", "ranking=4,tfc1=1"
	}), mine.Part{Number: 1, Parts: 2}); err == nil || !strings.Contains(err.Error(), "cannot be drawn in parts") {
		t.Errorf("a mixture in parts: %v", err)
	}
}

// A query that fails in one part of several, by a panic or by too many candidates, is named in one line; nothing is left for
// the merge to trip over, and the part mined again fits the others.
func TestQueryFailsInAPart(t *testing.T) {
	ctx, part := context.Background(), mine.Part{Number: 2, Parts: 3}
	open := func() *prepare.Preparation {
		return prepared(t, "demo", demo, func(cfg *configs.Config) { cfg.Gen.Vectors, cfg.Gen.Axioms = "", "tfc1" })
	}
	whole := open()
	must.Do(t, partition.Mine(ctx, whole, part))
	const name = "share-00002-of-00003.bin"
	want := files(t, whole.Run.Out.Path("."))[name]
	for _, c := range []struct {
		chain  *prepare.Preparation
		panics bool
		want   string
	}{
		{open(), false, "candidates, more than 5,000"},
		{open(), true, "internal error at part_test.go:"},
	} {
		queries := c.chain.Splits[0].Queries
		q := &queries[slices.IndexFunc(queries, func(q mine.Query) bool { return part.Has(q.ID) && len(q.Docs) > 3 })]
		axiom, candidates := c.chain.Axioms.All[0], q.Docs
		if c.panics {
			c.chain.Axioms.All[0] = panicking{axiom.(axioms.Preference), q.Terms}
		} else {
			q.Docs = slices.Repeat(candidates, safefile.Candidates/len(candidates)+1)
		}
		err := partition.Mine(ctx, c.chain, part)
		if err == nil || !strings.Contains(err.Error(), "query ") || !strings.Contains(err.Error(), c.want) ||
			strings.Contains(err.Error(), "\n") {
			t.Errorf("%v, not %q of a query", err, c.want)
		}
		if c.panics && (err == nil || !strings.HasPrefix(err.Error(), fmt.Sprintf("query %q: ", q.Text))) {
			t.Errorf("%v does not name the query %s", err, q.Text)
		}
		for left := range files(t, c.chain.Run.Out.Path(".")) {
			if strings.Contains(left, "share-") {
				t.Errorf("%s is left", left)
			}
		}
		c.chain.Axioms.All[0], q.Docs = axiom, candidates
		must.Do(t, partition.Mine(ctx, c.chain, part))
		if got := files(t, c.chain.Run.Out.Path("."))[name]; !bytes.Equal(got, want) {
			t.Errorf("the share differs after a failure")
		}
	}
}

// panicking is an axiom with a bug that one query brings to light.
type panicking struct {
	axioms.Preference
	terms []uint32
}

func (p panicking) Bind(q axioms.Query, c *axioms.Collection) axioms.Judge {
	if slices.Equal(q.Terms, p.terms) {
		panic("a bug")
	}
	return p.Preference.Bind(q, c)
}
