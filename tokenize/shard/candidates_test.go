package shard

import (
	"encoding/csv"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/result"
	"github.com/axiomine/axiomine/internal/testkit/shardtest"
	"github.com/axiomine/axiomine/tokenize"
	"github.com/axiomine/axiomine/tokenize/shard/internal/format"
	"github.com/axiomine/axiomine/tokenize/shard/internal/plan"
)

// withRankings is mixedSample with candidates of both splits, one of which has no text.
func withRankings(t *testing.T) (*shardtest.Collection, Input) {
	c, in := mixedSample(t)
	c.Docs["blank"] = [2]string{"", " \n"}
	in.Rankings = nil
	for i, split := range []string{"dev", "test", "test", "test"} {
		r := plan.Ranking{Split: split, QueryID: fmt.Sprintf("q%d", i)}
		for j := range 4 * i % 7 {
			r.Docs = append(r.Docs, plan.RankedDoc{DocID: fmt.Sprintf("d%d", (7*i+j)%80), Relevant: j%3 == 1})
		}
		in.Rankings = append(in.Rankings, r)
	}
	in.Rankings[2].Docs = slices.Insert(in.Rankings[2].Docs, 0, plan.RankedDoc{DocID: "blank", Relevant: true})
	return c, in
}

// scored is what every form must have about a candidate.
type scored struct {
	Query, Doc string
	Label      int
}

// scored is a candidate whose texts may stand on one line.
func scoredOf(c *shardtest.Collection, query, doc string, label int) scored {
	return scored{oneLine(query), oneLine(doc), label}
}

// TestCandidates reads the candidates of a split back from every form: all of them, in the order of the rankings, with
// their texts or ids and labels, as the format's own rows have them.
func TestCandidates(t *testing.T) {
	if testing.Short() {
		t.Skip("long, and its threads are those of other tests")
	}
	c, in := withRankings(t)
	o := allFormats()
	o.Candidates, o.MTDNNRanking = plan.CandidatesTest, format.MTDNNRegression
	dir, m := mustWrite(t, in, o)
	if check, err := Verify(t.Context(), dir, nil); err != nil {
		t.Fatalf("%v: %v", err, check.Differences)
	}
	var want []scored
	var ids [][2]string
	for _, r := range in.Rankings[1:] {
		for _, d := range r.Docs {
			if d.DocID != "blank" {
				want = append(want, scoredOf(c, c.Queries[r.QueryID], textOf(c, d.DocID), plan.Candidate{Relevant: d.Relevant}.Label()))
				ids = append(ids, [2]string{r.QueryID, d.DocID})
			}
		}
	}
	same := func(form string, got []scored) {
		t.Helper()
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: %s", form, diff)
		}
	}
	from := func(n int, row func(i int) scored) (all []scored) {
		for i := range n {
			all = append(all, row(i))
		}
		return all
	}
	texts := readAll[textCandidate](t, dir, "candidates", "test")
	same("parquet", from(len(texts), func(i int) scored {
		if r := texts[i]; [2]string{*r.QueryID, *r.DocID} != ids[i] {
			t.Errorf("row %d is %s, %s, want %v", i, *r.QueryID, *r.DocID, ids[i])
		}
		return scoredOf(c, *texts[i].Query, *texts[i].Document, int(*texts[i].Label))
	}))
	cross, single := readAll[crossCandidate](t, dir, "candidates-cross", "test"), readAll[singleCandidate](t, dir, "candidates-tokenized",
		"test")
	record := mtdnnLines[mtdnnLine](t, dir, "../mtdnn-candidates/ranking-regression_test.json")
	if len(cross) != len(want) || len(single) != len(want) || len(record) != len(want) {
		t.Fatalf("%d, %d and %d rows of ids, want %d", len(cross), len(single), len(record), len(want))
	}
	for i, w := range want {
		first, _ := in.Tokenizer.Single(c.Queries[ids[i][0]], o.MaxQueryLength)
		second, _ := in.Tokenizer.Single(textOf(c, ids[i][1]), o.MaxLength)
		sequence, types, err := in.Tokenizer.PairIDs(first[1:len(first)-1], in.Tokenizer.Encode(textOf(c, ids[i][1])), o.MaxLength,
			tokenize.OnlySecond)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(crossCandidate{QueryID: &ids[i][0], DocID: &ids[i][1], IDs: sequence, TypeIDs: types, Label: &classIDs[w.Label]},
			cross[i]); diff != "" {
			t.Errorf("row %d: %s", i, diff)
		}
		if diff := cmp.Diff(mtdnnLine{ids[i][0] + "\t" + ids[i][1], float64(w.Label), sequence, types}, record[i]); diff != "" {
			t.Errorf("row %d of mtdnn: %s", i, diff)
		}
		if diff := cmp.Diff(singleCandidate{QueryID: &ids[i][0], DocID: &ids[i][1], QueryIDs: first, DocIDs: second, Label: &classIDs[w.Label]},
			single[i]); diff != "" {
			t.Errorf("row %d: %s", i, diff)
		}
	}
	objects := mtdnnLines[textCandidate](t, dir, "../jsonl-candidates/test-00000-of-00001.jsonl")
	passages := mtdnnLines[tevatronCandidate](t, dir, "../tevatron-candidates/test-00000-of-00001.jsonl")
	same("jsonl", from(len(objects), func(i int) scored {
		return scoredOf(c, *objects[i].Query, *objects[i].Document, int(*objects[i].Label))
	}))
	if len(passages) != len(want) {
		t.Fatalf("%d lines for tevatron, want %d", len(passages), len(want))
	}
	for i, p := range passages {
		if (scored{oneLine(p.Query), oneLine(plan.DocText(p.Title, p.Text)), want[i].Label}) != want[i] || [2]string{p.QueryID,
			p.DocID} != ids[i] {
			t.Errorf("line %d for tevatron: %+v, want %+v", i, p, want[i])
		}
	}
	for _, folder := range []string{"triples-candidates", "duet-candidates"} {
		rows := linesOf(t, dir, folder, "test")
		same(folder, from(len(rows), func(i int) scored {
			f := strings.Split(rows[i], "\t")
			if len(f) != 4 || [2]string{f[0], f[1]} != ids[i] {
				t.Fatalf("%s: %q", folder, rows[i])
			}
			return scored{oneLine(f[2]), oneLine(f[3]), want[i].Label}
		}))
	}
	pair, passage := readAll[stPair](t, dir, "labeled-pair-candidates", "test"), readAll[stCross](t, dir, "cross-encoder-candidates", "test")
	same("st-pairs", from(len(pair), func(i int) scored { return scoredOf(c, *pair[i].Anchor, *pair[i].Positive, int(*pair[i].Label)) }))
	same("st-cross", from(len(passage), func(i int) scored {
		return scoredOf(c, *passage[i].Query, *passage[i].Passage,
			int(*passage[i].Label))
	}))
	var listed []scored
	for _, l := range readAll[stList](t, dir, "listwise-candidates", "test") {
		for i, doc := range l.Docs {
			listed = append(listed, scoredOf(c, *l.Query, doc, int(l.Labels[i])))
		}
	}
	same("st-listwise", listed)
	table, err := csv.NewReader(strings.NewReader(strings.Join(linesOf(t, dir, "matchzoo-candidates", "test"), "\n"))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	same("matchzoo", from(len(table)-1, func(i int) scored {
		f := table[i+1]
		if f[0] != "q/"+ids[i][0] || f[2] != "d/"+ids[i][1] {
			t.Errorf("matchzoo: %q", f)
		}
		return scoredOf(c, f[1], f[3], int(f[4][0]-'0'))
	}))
	inputs := mtdnnLines[t5Candidate](t, dir, "../monot5-candidates/test-00000-of-00001.jsonl")
	same("monot5", from(len(inputs), func(i int) scored {
		r := inputs[i]
		if r.QueryID != ids[i][0] || r.DocID != ids[i][1] {
			t.Errorf("monot5: %+v", r)
		}
		query, document, _ := strings.Cut(strings.TrimSuffix(strings.TrimPrefix(r.Inputs, t5Query), t5Question), t5Document)
		label := 0
		if r.Targets == "true" {
			label = 1
		}
		return scoredOf(c, query, document, label)
	}))
	// tfrecord-eval has the same split alone, and no format two forms of it.
	for _, s := range m.Shards {
		if strings.Contains(s.Path, plan.CandidateMark) || strings.HasPrefix(s.Path, "tfrecord-eval") || strings.HasPrefix(s.Path, "candidates") {
			if split := plan.SplitOf(s.Path); split != "test" && split != "ranking-regression_test" && split != "regression_test" {
				t.Errorf("%s was not asked for", s.Path)
			}
		}
	}
	if m.Warnings["candidates with an empty text left out"] != 1 || m.Warnings["formats without a form for candidates"] != 18 {
		t.Errorf("%v", m.Warnings)
	}
}

// TestNoCandidates checks the error for what is missing: a format with a form, or queries.
func TestNoCandidates(t *testing.T) {
	_, in := withRankings(t)
	o := plainFormats()
	o.Formats, o.Candidates = []string{"st-triplet"}, plan.CandidatesAll
	if _, err := write(t, t.TempDir(), result.Fresh, in, o); errs.ExitCode(err) != 2 || !strings.Contains(err.Error(),
		"no form for candidates") {
		t.Error(err)
	}
	o.Formats, in.Rankings = []string{"jsonl"}, in.Rankings[1:]
	o.Candidates = plan.CandidatesDev
	if _, err := write(t, t.TempDir(), result.Fresh, in, o); err == nil || !strings.Contains(err.Error(), "no candidates of dev to write") {
		t.Error(err)
	}
	o.Candidates = "train"
	if _, err := write(t, t.TempDir(), result.Fresh, in, o); err == nil {
		t.Error("candidates of train are no error")
	}
}
