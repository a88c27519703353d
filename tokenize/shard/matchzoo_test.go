package shard

import (
	"encoding/csv"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/axiomine/axiomine/internal/testkit/shardtest"
	"github.com/axiomine/axiomine/tokenize/pairs"
	"github.com/axiomine/axiomine/tokenize/shard/internal/plan"
)

// TestMatchZoo reads the CSV as pandas does: ids that look like numbers or like no value, a text that does, quotes.
func TestMatchZoo(t *testing.T) {
	c := shardtest.NewCollection(t, 2, 2)
	c.Docs = map[string][2]string{"051": {"", `says "no", twice`}, "NA": {"", "null"}, "1e5": {"title", "text\nmore"}, "d": {"", " lead"}}
	c.Queries = map[string]string{"007": "red, \tblue"}
	pair := func(uid, pos, neg string) pairs.Pair {
		return pairs.Pair{UID: uid, Task: "pairwise", QueryID: "007", PosID: pos, NegID: neg, Weight: 1, Margin: 1, Source: pairs.Axiomatic}
	}
	in := inputOf(c, plan.Split{Name: "train", Pairs: pairs.TableOf([]pairs.Pair{pair("u1", "051", "NA"), pair("u2", "1e5", "d"), pair("u3",
		"051", "1e5"), pair("u4", "051", "d")})})
	o := plainFormats()
	o.Formats, o.GroupSize = []string{"matchzoo"}, 3
	dir, m := mustWrite(t, in, o)
	f := must.Get(os.Open(filepath.Join(dir, m.Shards[0].Path)))(t)
	defer f.Close()
	rows := must.Get(csv.NewReader(f).ReadAll())(t)
	query, quoted, na, titled, lead := "red,  blue", `says "no", twice`, "null ", "title text more", " lead"
	if diff := cmp.Diff([][]string{
		strings.Split(matchzooHeader, ","),
		{"q/007/u1", query, "d/051", quoted, "1"}, {"q/007/u1", query, "d/NA", na, "0"}, {"q/007/u1", query, "d/1e5", titled, "0"},
		{"q/007/u2", query, "d/1e5", titled, "1"}, {"q/007/u2", query, "d/d", lead, "0"},
		{"q/007/u4", query, "d/051", quoted, "1"}, {"q/007/u4", query, "d/d", lead, "0"}, // the group of u1 is full
	}, rows); diff != "" {
		t.Error(diff)
	}
	if check, err := Verify(t.Context(), dir, nil); err != nil || check.Rows != 7 {
		t.Errorf("%+v, %v", check, err)
	}
	if m.Warnings["fields with tabs or line breaks made spaces"] != 6 { // the query in four pairs, 1e5 in two
		t.Errorf("warnings %v", m.Warnings)
	}
}
