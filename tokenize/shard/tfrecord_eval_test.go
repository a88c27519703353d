package shard

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/axiomine/axiomine/internal/result"
	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/axiomine/axiomine/tokenize"
	"github.com/axiomine/axiomine/tokenize/shard/internal/encoding"
	"github.com/axiomine/axiomine/tokenize/shard/internal/format"
	"github.com/axiomine/axiomine/tokenize/shard/internal/plan"
)

// TestRecordsToEvaluate reads records and their ids back: 1,000 a query, the candidates first, then documents that are missing.
func TestRecordsToEvaluate(t *testing.T) {
	c, in := sample(t)
	in.Rankings = []plan.Ranking{
		{Split: "dev", QueryID: "q1", Docs: []plan.RankedDoc{{DocID: "d3", Relevant: false}, {DocID: "d1", Relevant: true}}},
		{Split: "test", QueryID: "q2", Docs: nil},
		{Split: "dev", QueryID: "q4", Docs: nil},
	}
	for i := range evalDocs + 5 {
		in.Rankings[2].Docs = append(in.Rankings[2].Docs, plan.RankedDoc{DocID: fmt.Sprintf("d%d", i%len(c.Docs)), Relevant: i == evalDocs-1})
	}
	for _, compat := range []string{"", format.CompatDL4MARCO} {
		o := plainFormats()
		o.Formats, o.MaxLength, o.MaxQueryLength, o.Compat, o.ShardRows = []string{"tfrecord-eval"}, 16, 8, compat, 0
		dir, m := mustWrite(t, in, o)
		limit := o.MaxLength
		if compat != "" {
			limit--
		}
		cls, _ := in.Tokenizer.Vocab().ID(tokenize.ClsToken)
		sep, _ := in.Tokenizer.Vocab().ID(tokenize.SepToken)
		check := func(split string, rankings ...plan.Ranking) {
			raw, err := os.ReadFile(filepath.Join(dir, "tfrecord-eval", "query_doc_ids_"+split+".txt"))
			must.Do(t, err)
			names := strings.Split(strings.TrimSuffix(string(raw), "\n"), "\n")
			if len(names) != evalDocs*len(rankings) {
				t.Fatalf("%s: %d names", split, len(names))
			}
			n := 0
			err = encoding.EachRecord(filepath.Join(dir, "tfrecord-eval", split+"-00000-of-00001.tfrecord"), func(payload []byte) error {
				lists, err := encoding.ParseExample(payload)
				if err != nil {
					return err
				}
				r, j := rankings[n/evalDocs], n%evalDocs
				id, text, label := padID, padText, int64(0)
				if j < len(r.Docs) {
					id, text = r.Docs[j].DocID, textOf(c, r.Docs[j].DocID)
					if r.Docs[j].Relevant {
						label = 1
					}
				}
				query, doc := in.Tokenizer.Encode(c.Queries[r.QueryID]), in.Tokenizer.Encode(text)
				query = query[:min(len(query), o.MaxQueryLength-2)]
				want := []int64{int64(cls)}
				for _, x := range query {
					want = append(want, int64(x))
				}
				want = append(want, int64(sep))
				got := slices.Concat(lists["query_ids"], lists["doc_ids"])
				for _, x := range doc[:min(len(doc), limit-len(want)-1)] {
					want = append(want, int64(x))
				}
				want = append(want, int64(sep))
				if !slices.Equal(got, want) || lists["label"][0] != label || names[n] != r.QueryID+"\t"+id {
					t.Fatalf("%s record %d: %v, label %v, %q; want %v, %d, %s", split, n, got, lists["label"], names[n], want, label, id)
				}
				n++
				return nil
			})
			if err != nil || n != len(names) {
				t.Fatalf("%s: %d records, %v", split, n, err)
			}
		}
		check("validation", in.Rankings[0], in.Rankings[2])
		check("test", in.Rankings[1])
		if m.Warnings["documents added to give every query 1,000 in tfrecord-eval"] != evalDocs-2+evalDocs ||
			m.Warnings["candidates after the first 1,000 left out of tfrecord-eval"] != 5 {
			t.Errorf("%v", m.Warnings)
		}
		// Another label is another file, also for a run that goes on.
		in.Rankings[0].Docs[0].Relevant = true
		must.Get(write(t, dir, result.Resume, in, o))(t)
		fresh, _ := mustWrite(t, in, o)
		if diff := cmp.Diff(files(t, fresh), files(t, dir)); diff != "" {
			t.Error(diff)
		}
		in.Rankings[0].Docs[0].Relevant = false
	}
}
