package shard

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/internal/result"
	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/axiomine/axiomine/tokenize"
	"github.com/axiomine/axiomine/tokenize/shard/internal/encoding"
	"github.com/axiomine/axiomine/tokenize/shard/internal/format"
	"github.com/axiomine/axiomine/tokenize/shard/internal/plan"
)

// TestTFRecord compares the records with the cross config of the same rows, and the limit of dl4marco with it.
func TestTFRecord(t *testing.T) {
	_, in := sample(t)
	for _, compat := range []string{"", format.CompatDL4MARCO} {
		o := plainFormats()
		o.Formats, o.Compat = []string{"parquet", "tfrecord"}, compat
		dir, _ := mustWrite(t, in, o)
		rows := readAll[idCross](t, dir, "cross", "train")
		names, _ := filepath.Glob(filepath.Join(dir, "tfrecord", "train-*"))
		longest := 0
		for _, name := range names {
			err := encoding.EachRecord(name, func(payload []byte) error {
				lists, err := encoding.ParseExample(payload)
				if err != nil {
					return err
				}
				want := rows[0].IDs
				rows = rows[1:]
				label := int64(len(rows) % 2) // an even number of rows: the first of two leaves an odd number
				if compat != "" && len(want) == o.MaxLength {
					want = append(want[:o.MaxLength-2:o.MaxLength-2], want[o.MaxLength-1])
				}
				longest = max(longest, len(want))
				if got := slices.Concat(lists["query_ids"], lists["doc_ids"]); !slices.EqualFunc(got, want, func(a int64,
					b int32) bool {
					return a == int64(b)
				}) || lists["label"][0] != label {
					t.Fatalf("%v, want %v and label %d", lists, want, label)
				}
				return nil
			})
			must.Do(t, err)
		}
		if limit := map[string]int{"": 20, format.CompatDL4MARCO: 19}[compat]; len(rows) > 0 || longest != limit {
			t.Errorf("compat %q: %d rows not written, longest %d of %d", compat, len(rows), longest, limit)
		}
		if s, err := Inspect(t.Context(), dir, 1, nil); err != nil || s.Folders[len(s.Folders)-1].Rows[0]["query_ids"].(string)[:6] != "[CLS] " {
			t.Errorf("%v, %v", s, err)
		}
	}
}

// TestTFRecordOfOthers reads files that were not written here: good ones and ones with a fault in the framing.
func TestTFRecordOfOthers(t *testing.T) {
	for name, want := range map[string]int{"ok.tf": 1, "cut.tf": 0, "payload.tf": 0, "unmasked.tf": 0, "length.tf": 0} {
		n := 0
		err := encoding.EachRecord(shared(t, "golden", "consumers", "samples", "tfrecord", name), func([]byte) error { n++; return nil })
		if (err == nil) != (want > 0) || want > 0 && n == 0 {
			t.Errorf("%s: %d records, %v", name, n, err)
		}
	}
}

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
		must.Same(t, files(t, dir), files(t, fresh))
		in.Rankings[0].Docs[0].Relevant = false
	}
}
