package shard

import (
	"bufio"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/axiomine/axiomine/internal/testkit/shardtest"
	"github.com/axiomine/axiomine/tokenize/pairs"
	"github.com/axiomine/axiomine/tokenize/shard/internal/plan"
)

// duetTable reads term TAB value.
func duetTable(t *testing.T, dir, name string) (terms []string, values []float64) {
	t.Helper()
	f := must.Get(os.Open(filepath.Join(dir, "duet", name)))(t)
	defer f.Close()
	for in := bufio.NewScanner(f); in.Scan(); {
		term, value, _ := strings.Cut(in.Text(), "\t")
		x := must.Get(strconv.ParseFloat(value, 64))(t)
		terms, values = append(terms, term), append(values, x)
	}
	return terms, values
}

// TestDuet is small enough to count by hand: three documents and one query.
func TestDuet(t *testing.T) {
	c := shardtest.NewCollection(t, 2, 2)
	c.Docs = map[string][2]string{"a": {"Blue", "kite; kite!"}, "b": {"", "red-blue hill"}, "c": {"", strings.Repeat("blue ",
		duetDocTerms) + "unread"}, "é": {"", "é …"}}
	c.Queries = map[string]string{"q": "The Blue KITE?"}
	pair := func(uid, pos, neg string) pairs.Pair {
		return pairs.Pair{UID: uid, Task: "pairwise", QueryID: "q", PosID: pos, NegID: neg, Source: pairs.Axiomatic}
	}
	in := inputOf(c, plan.Split{Name: "train", Pairs: pairs.TableOf([]pairs.Pair{pair("1", "a", "b"), pair("2", "a", "é"), pair("3", "b",
		"c")})})
	o := plainFormats()
	o.Formats = []string{"duet"}
	dir, m := mustWrite(t, in, o)
	if got, want := linesOf(t, dir, "duet", "train"), []string{"The Blue KITE?\tBlue kite; kite!\tred-blue hill",
		"The Blue KITE?\tred-blue hill\t" + strings.TrimSuffix(strings.Repeat("blue ", duetDocTerms), " ") + " unread"}; !cmp.Equal(got, want) {
		t.Error(cmp.Diff(want, got))
	}
	terms, ids := duetTable(t, dir, "word-vocab-small.tsv")
	if want := []string{"blue", "kite", "hill", "red", "the"}; !cmp.Equal(terms, want) || !cmp.Equal(ids, []float64{1, 2, 3, 4, 5}) {
		t.Errorf("terms %q, ids %v", terms, ids)
	}
	_, idf := duetTable(t, dir, "idfnew.norm.tsv")
	one := math.Log(2) / math.Log(4) // in one document of three: ln(4/2) / ln 4
	for i, want := range []float64{0, one, one, one, 1} {
		if math.Abs(idf[i]-want) > 1e-6 {
			t.Errorf("idf of %s: %v, want %v", terms[i], idf[i], want)
		}
	}
	if m.Warnings["pairs with a text without Duet's terms left out of duet"] != 1 || len(m.Files) != 2 {
		t.Errorf("warnings %v, files %v", m.Warnings, m.Files)
	}
}
