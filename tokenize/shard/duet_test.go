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

// TestDuet2017 is counted by hand: the words a, ab and b, and n-graphs of #a#, #ab# and #b#.
func TestDuet2017(t *testing.T) {
	c := shardtest.NewCollection(t, 2, 2)
	c.Docs = map[string][2]string{"x": {"", "b, A"}, "y": {"", "ab"}}
	c.Queries = map[string]string{"q": "A b?"}
	in := inputOf(c, plan.Split{Name: "train", Pairs: pairs.TableOf([]pairs.Pair{{UID: "u", Task: "pairwise", QueryID: "q", PosID: "x",
		NegID: "y", Source: pairs.Judged}})})
	o := plainFormats()
	o.Formats = []string{"duet-2017"}
	dir, _ := mustWrite(t, in, o)
	if got, want := linesOf(t, dir, "duet-2017-inputs", "train"), []string{`{"uid":"u","query":[1,2],"positive":[2,1],"negative":[3],` +
		`"positive_matches":[1,1000],"negative_matches":[]}`}; !cmp.Equal(got, want) {
		t.Error(cmp.Diff(want, got))
	}
	// # 10 times (twice in each of the 5 words); a and b 3 times each, as are #a and b#;
	// a#, #a#, #b and #b# twice each; those of #ab# alone once.
	want := "#\t1\n#a\t2\na\t3\nb\t4\nb#\t5\n#a#\t6\n#b\t7\n#b#\t8\na#\t9\n#ab\t10\n#ab#\t11\nab\t12\nab#\t13\n"
	if got := files(t, dir)["duet-2017/ngraphs.txt"]; got != want {
		t.Error(cmp.Diff(want, got))
	}
	if got, want := files(t, dir)["duet-2017/words.txt"], "a\t1 2 6 3 9 1\nb\t1 7 8 4 5 1\nab\t1 2 10 11 3 12 13 4 5 1\n"; got != want {
		t.Error(cmp.Diff(want, got))
	}
}

// TestDuet2017Limits: 2,000 n-graphs at most, ten words of a query, 1,000 of a document.
func TestDuet2017Limits(t *testing.T) {
	c := shardtest.NewCollection(t, 2, 2)
	var long strings.Builder
	for i := range 1500 {
		long.WriteString(strconv.Itoa(i*7919) + " ")
	}
	c.Docs = map[string][2]string{"x": {"", long.String()}, "y": {"", "0"}}
	c.Queries = map[string]string{"q": strings.Repeat("0 ", 12)}
	in := inputOf(c, plan.Split{Name: "train", Pairs: pairs.TableOf([]pairs.Pair{{UID: "u", Task: "pairwise", QueryID: "q", PosID: "x",
		NegID: "y", Source: pairs.Judged}})})
	o := plainFormats()
	o.Formats = []string{"duet-2017"}
	dir, _ := mustWrite(t, in, o)
	all := files(t, dir)
	if n := strings.Count(all["duet-2017/ngraphs.txt"], "\n"); n != 2000 {
		t.Errorf("%d n-graphs", n)
	}
	if n := strings.Count(all["duet-2017/words.txt"], "\n"); n != 1000 {
		t.Errorf("%d words", n)
	}
	line := linesOf(t, dir, "duet-2017-inputs", "train")[0]
	must.Contain(t, line, `"positive_matches":[0,1000,2000,3000,4000,5000,6000,7000,8000,9000]`)
}
