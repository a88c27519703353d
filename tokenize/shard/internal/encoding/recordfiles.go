package encoding

import (
	"context"
	"fmt"

	"github.com/cespare/xxhash/v2"
)

// RecordFiles are files of TFRecord, each record a tf.Example of query_ids, doc_ids and label.
type RecordFiles struct{}

func (RecordFiles) Extension() string { return "tfrecord" }

func (RecordFiles) IsWhole() bool { return false }

func (RecordFiles) Count(full string) (n int, err error) {
	err = EachRecord(full, func([]byte) error { n++; return nil })
	return n, err
}

// Check looks at the lengths of every record, its [SEP]s and its label.
func (RecordFiles) Check(full string, c *Checking) error {
	n, told := 0, false
	return EachRecord(full, func(payload []byte) error {
		n++
		lists, err := ParseExample(payload)
		if err != nil || told {
			return err
		}
		query, doc, label := lists["query_ids"], lists["doc_ids"], lists["label"]
		what := ""
		switch {
		case c.Limits != nil && len(query) > c.Limits.MaxQueryLength:
			what = "has a query longer than max_query_length"
		case c.Limits != nil && len(query)+len(doc) > c.Limits.MaxLength:
			what = "is longer than max_length"
		case query[len(query)-1] != doc[len(doc)-1]:
			what = "has not [SEP] at the end of query and document"
		case len(label) != 1 || label[0] != 0 && label[0] != 1:
			what = fmt.Sprintf("has the label %v, neither 0 nor 1", label)
		}
		if what != "" {
			told = true
			c.Differ("%s: record %d %s", c.Name, n, what)
		}
		return nil
	})
}

// Read takes the first records, and what every one says.
func (RecordFiles) Read(_ context.Context, full string, in *Reading) error {
	in.Columns = recordColumns[:]
	return EachRecord(full, func(payload []byte) error {
		in.content(xxhash.Sum64(payload))
		lists, err := ParseExample(payload)
		if err != nil {
			return err
		}
		in.length("query_ids", len(lists["query_ids"]))
		in.length("input", len(lists["query_ids"])+len(lists["doc_ids"]))
		in.answer(xxhash.Sum64String(fmt.Sprint(lists["query_ids"], lists["doc_ids"])), uint64(lists["label"][0]))
		if len(in.Rows) >= in.want {
			return nil
		}
		row := map[string]any{}
		for _, name := range recordColumns {
			row[name] = in.pieces(lists[name])
		}
		row["label"] = lists["label"][0]
		in.Rows = append(in.Rows, row)
		return nil
	})
}
