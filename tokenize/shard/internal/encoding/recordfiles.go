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

// Check checks the lengths of every record, its [SEP]s and its label.
func (RecordFiles) Check(full string, c *Checking) error {
	n, isReported := 0, false
	return EachRecord(full, func(payload []byte) error {
		n++
		lists, err := ParseExample(payload)
		if err != nil || isReported {
			return err
		}
		query, doc, label := lists["query_ids"], lists["doc_ids"], lists["label"]
		problem := ""
		switch {
		case c.Limits != nil && len(query) > c.Limits.MaxQueryLength:
			problem = "has a query longer than max_query_length"
		case c.Limits != nil && len(query)+len(doc) > c.Limits.MaxLength:
			problem = "is longer than max_length"
		case query[len(query)-1] != doc[len(doc)-1]:
			problem = "has not [SEP] at the end of query and document"
		case len(label) != 1 || label[0] != 0 && label[0] != 1:
			problem = fmt.Sprintf("has the label %v, neither 0 nor 1", label)
		}
		if problem != "" {
			isReported = true
			c.Differ("%s: record %d %s", c.Name, n, problem)
		}
		return nil
	})
}

// Read adds the first records to the rows to show, and the content of every record.
func (RecordFiles) Read(_ context.Context, full string, in *Reading) error {
	in.Columns = recordColumns[:]
	return EachRecord(full, func(payload []byte) error {
		in.addContent(xxhash.Sum64(payload))
		lists, err := ParseExample(payload)
		if err != nil {
			return err
		}
		in.addLength("query_ids", len(lists["query_ids"]))
		in.addLength("input", len(lists["query_ids"])+len(lists["doc_ids"]))
		in.addAnswer(xxhash.Sum64String(fmt.Sprint(lists["query_ids"], lists["doc_ids"])), uint64(lists["label"][0]))
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
