package shard

import (
	"path/filepath"
	"slices"
	"testing"

	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/axiomine/axiomine/tokenize/shard/internal/encoding"
	"github.com/axiomine/axiomine/tokenize/shard/internal/format"
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
