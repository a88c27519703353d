package digest

import (
	"strings"
	"testing"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/dataset"
	"github.com/axiomine/axiomine/tokenize/pairs"
	"github.com/axiomine/axiomine/tokenize/shard"
)

// TestEquals: cells are equal by their data or by their files; a digest that is not there equals none.
func TestEquals(t *testing.T) {
	for _, c := range []struct {
		a, b Cell
		want bool
	}{
		{Cell{"a", "x"}, Cell{"a", "y"}, true},
		{Cell{"a", "x"}, Cell{"b", "x"}, true},
		{Cell{"a", "x"}, Cell{"b", "y"}, false},
		{Cell{"a", "x"}, Cell{"x", "a"}, false},
		{Cell{"a", ""}, Cell{"b", ""}, false},
		{Cell{}, Cell{}, false},
	} {
		if c.a.Equals(c.b) != c.want || c.b.Equals(c.a) != c.want {
			t.Errorf("%v and %v: want %t both ways", c.a, c.b, c.want)
		}
	}
}

// TestDifferent counts the cells that equal none before them.
func TestDifferent(t *testing.T) {
	for want, cells := range map[int][]Cell{0: nil, 1: {{Data: "a"}, {Data: "a"}, {Data: "a"}},
		2: {{Data: "a"}, {Data: "b"}, {Data: "a"}}, 3: {{}, {}, {}}} {
		if got := Different(Equal(cells)); got != want {
			t.Errorf("%v: %d different, want %d", cells, got, want)
		}
	}
}

// TestWith: what else decides a result divides cells of one data set, and does not make a digest where there is none.
func TestWith(t *testing.T) {
	cell := Cell{Data: "a", Files: "x"}
	one := cell.Extend("epochs", 3)
	if one != cell.Extend("epochs", 3) || one.Equals(cell.Extend("epochs", 4)) || one.Equals(cell) || one.Data == one.Files {
		t.Errorf("%v", one)
	}
	if got := (Cell{Data: "a"}).Extend(1); got.Data == "" || got.Files != "" {
		t.Errorf("files of no digest: %v", got)
	}
	if got := (Cell{}).Extend(1); got != (Cell{}) {
		t.Errorf("nothing: %v", got)
	}
}

// TestTogether: a cell of several has the digests of all in their order; one without a digest leaves none.
func TestTogether(t *testing.T) {
	a, b := Cell{"a", "x"}, Cell{"b", ""}
	if got := Together(nil); got != (Cell{}) {
		t.Errorf("nothing: %v", got)
	}
	both := Together([]Cell{a, b})
	if both.Data == "" || both.Files != "" {
		t.Errorf("data and no files: %v", both)
	}
	if both == Together([]Cell{b, a}) || both == Together([]Cell{a, b, b}) || Together([]Cell{a}).Data == "a" ||
		both != Together([]Cell{{Data: "a"}, {Data: "b"}}) {
		t.Error("the digest does not follow the cells in their order")
	}
	if got := Together([]Cell{{Files: "x"}, {Files: "y"}}); got.Data != "" || got.Files == "" {
		t.Errorf("files and no data: %v", got)
	}
}

// TestFiles: the digest follows names, checksums and order of the files.
func TestFiles(t *testing.T) {
	manifest := func(files ...string) *shard.Manifest {
		m := &shard.Manifest{}
		for _, f := range files {
			path, sum, _ := strings.Cut(f, "=")
			m.Shards = append(m.Shards, shard.Shard{Path: path, SHA256: sum})
		}
		return m
	}
	first := Files(manifest("a=1", "b=2"))
	if first != Files(manifest("a=1", "b=2")) {
		t.Error("one manifest has two digests")
	}
	for _, other := range []*shard.Manifest{manifest("a=1"), manifest("a=1", "b=3"), manifest("a=1", "c=2"), manifest("b=2", "a=1"),
		manifest()} {
		if Files(other) == first {
			t.Errorf("%v has the same digest", other.Shards)
		}
	}
}

// TestSettings: cells are equal by their settings if they have the same axioms with the same bounds, whichever key gives them, and the same
// values of all other keys. A mixture reads bounds of its own.
func TestSettings(t *testing.T) {
	digest := func(settings ...string) string {
		loaded, err := configs.Load("", nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range settings {
			key, value, _ := strings.Cut(s, "=")
			if err := loaded.Config.Set(key, value); err != nil {
				t.Fatal(err)
			}
		}
		cell, err := Settings(&loaded.Config)
		if err != nil {
			t.Fatal(err)
		}
		return cell.Data
	}
	first := digest("gen.axioms=tfc1, lnc2", "gen.delta_star=0.2", "gen.hits=7")
	for want, list := range map[bool][][]string{
		true: {{"gen.axioms=tfc1(delta_star=0.2), lnc2", "gen.hits=7"},
			{"gen.axioms=tfc1(delta_star=0.20), lnc2()", "gen.delta_star=0.3", "gen.hits=7"}},
		false: {{"gen.axioms=tfc1, lnc2", "gen.delta_star=0.3", "gen.hits=7"}, {"gen.axioms=tfc1, lnc2", "gen.delta_star=0.2", "gen.hits=8"},
			{"gen.axioms=tfc1, lnc2", "gen.delta_star=0.2"}, {"gen.axioms=lnc2, tfc1", "gen.delta_star=0.2", "gen.hits=7"}},
	} {
		for _, settings := range list {
			if got := digest(settings...); (got == first) != want {
				t.Errorf("%q: equal is %t", settings, !want)
			}
		}
	}
	if first == "" || digest("gen.axioms=tfc1", "gen.mixture=ranking=1") != "" {
		t.Error("a mixture's settings tell, ")
	}
}

// TestDataOfSets: the digest follows the rows of each set, those that are spare and how many there are, and not the order of rows.
func TestDataOfSets(t *testing.T) {
	row := func(query, positive string) pairs.Pair {
		p := pairs.Pair{Task: "ranking", QueryID: query, PosID: positive, NegID: "n", Weight: 1, Margin: 1}
		p.UID = pairs.NewUID(p.Task, p.Axiom, p.QueryID, p.PosID, p.NegID, 0)
		return p
	}
	digest := func(sets ...dataset.SplitPairs) string {
		sum, err := Data(&dataset.Data{Sets: sets}, &configs.Config{})
		if err != nil {
			t.Fatal(err)
		}
		return sum
	}
	a, b := row("q", "a"), row("q", "b")
	ab, ba := pairs.TableOf([]pairs.Pair{a, b}), pairs.TableOf([]pairs.Pair{b, a})
	first := digest(dataset.SplitPairs{Split: "train", Set: "s", Pairs: ab})
	if got := digest(dataset.SplitPairs{Split: "train", Set: "s", Pairs: ba}); got != first {
		t.Error("the digest follows the order of rows")
	}
	only := pairs.TableOf([]pairs.Pair{a})
	for name, sets := range map[string][]dataset.SplitPairs{
		"split":  {{Split: "dev", Set: "s", Pairs: ab}},
		"set":    {{Split: "train", Set: "r", Pairs: ab}},
		"fewer":  {{Split: "train", Set: "s", Pairs: only}},
		"more":   {{Split: "train", Set: "s", Pairs: pairs.TableOf([]pairs.Pair{a, b, b})}},
		"spares": {{Split: "train", Set: "s", Pairs: ab, Spares: only}},
		"sets":   {{Split: "train", Set: "s", Pairs: ab}, {Split: "train", Set: "s", Pairs: ab}},
		"none":   {{Split: "train", Set: "s"}},
	} {
		if digest(sets...) == first {
			t.Errorf("%s: the same digest", name)
		}
	}
}
