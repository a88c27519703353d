package shard

import (
	"context"
	"fmt"

	"github.com/cespare/xxhash/v2"
)

// recordFiles are files of TFRecord, each record a tf.Example of query_ids, doc_ids and label.
type recordFiles struct{}

func (recordFiles) extension() string { return "tfrecord" }

func (recordFiles) isWhole() bool { return false }

func (recordFiles) count(full string) (n int, err error) {
	err = eachRecord(full, func([]byte) error { n++; return nil })
	return n, err
}

// check looks at the lengths of every record, its [SEP]s and its label.
func (recordFiles) check(full string, c *checking) error {
	n, told := 0, false
	return eachRecord(full, func(payload []byte) error {
		n++
		lists, err := parseExample(payload)
		if err != nil || told {
			return err
		}
		query, doc, label := lists["query_ids"], lists["doc_ids"], lists["label"]
		what := ""
		switch {
		case c.limits != nil && len(query) > c.limits.MaxQueryLength:
			what = "has a query longer than max_query_length"
		case c.limits != nil && len(query)+len(doc) > c.limits.MaxLength:
			what = "is longer than max_length"
		case query[len(query)-1] != doc[len(doc)-1]:
			what = "has not [SEP] at the end of query and document"
		case len(label) != 1 || label[0] != 0 && label[0] != 1:
			what = fmt.Sprintf("has the label %v, neither 0 nor 1", label)
		}
		if what != "" {
			told = true
			c.differ("%s: record %d %s", c.name, n, what)
		}
		return nil
	})
}

// read takes the first records, and what every one says.
func (recordFiles) read(_ context.Context, full string, in *reading) error {
	in.columns = recordColumns[:]
	return eachRecord(full, func(payload []byte) error {
		in.content(xxhash.Sum64(payload))
		lists, err := parseExample(payload)
		if err != nil {
			return err
		}
		in.length("query_ids", len(lists["query_ids"]))
		in.length("input", len(lists["query_ids"])+len(lists["doc_ids"]))
		in.answer(xxhash.Sum64String(fmt.Sprint(lists["query_ids"], lists["doc_ids"])), uint64(lists["label"][0]))
		if len(in.rows) >= in.want {
			return nil
		}
		row := map[string]any{}
		for _, name := range recordColumns {
			row[name] = in.pieces(lists[name])
		}
		row["label"] = lists["label"][0]
		in.rows = append(in.rows, row)
		return nil
	})
}
