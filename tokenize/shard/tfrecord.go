package shard

import (
	"context"
	"fmt"
	"io"
	"slices"
)

var tfrecordFormat = format{
	name:       "tfrecord",
	about:      "dl4marco-bert: TFRecord of query_ids, doc_ids, label",
	use:        "dl4marco-bert: the shards put one behind the other are DATA_DIR/dataset_train.tf of run_msmarco.py",
	needs:      needs{ids: true, hardLabels: always},
	parts:      tfrecordParts,
	candidates: tfrecordCandidates,
	options: func(o planOptions) []string {
		if o.Compat == "" || o.Compat == CompatDL4MARCO {
			return nil
		}
		return []string{fmt.Sprintf("compat: %q is not dl4marco", o.Compat)}
	},
	folders: []folder{{"", recordFiles{}}},
}

// CompatDL4MARCO leaves the last position of a sequence unused, as the converter of dl4marco-bert does.
const CompatDL4MARCO = "dl4marco"

// tfrecordParts are the records of dl4marco-bert: query_ids [CLS] query [SEP], doc_ids document [SEP], label; of a pair the
// positive, then the negative. Files put one behind the other are one again.
func tfrecordParts(p *plan) (parts []part) {
	// What reads the records takes positive and negative in turn.
	sequence := func(dst []int32, query, doc uint32) ([]int32, int) { return appendRecord(p, dst, query, doc) }
	pt := p.points("tfrecord", p.pairwise, p.idsInput(sequence), true)
	for _, v := range p.pairwise {
		for i := range v.shards() {
			rows := v.shard(i)
			parts = append(parts, part{path: v.fileName("tfrecord", i, "tfrecord"), rows: rows.count(pt.rows), split: v.split,
				write: func(ctx context.Context, w io.Writer, progress func(int)) error {
					var ids []int32
					var example, record []byte
					for i := range rows.n {
						r := rows.at(i)
						if i%batchItems == 0 && ctx.Err() != nil {
							return ctx.Err()
						}
						record = record[:0]
						pt.each(r, func(doc uint32, _ string, label float64) {
							var first int
							ids, first = appendRecord(p, ids[:0], r.query, doc)
							example = appendExample(example[:0], ids[:first], ids[first:], int64(label))
							record = appendFrame(record, example)
						})
						if _, err := w.Write(record); err != nil {
							return err
						}
						progress(pt.rows(r))
					}
					return nil
				}})
		}
	}
	return parts
}

// appendRecord appends both sequences and says how many ids are the query's.
func appendRecord(p *plan, dst []int32, query, document uint32) (ids []int32, first int) {
	ids, first = p.appendCross(dst, query, document)
	if limit := p.options.MaxLength - 1; p.options.Compat == CompatDL4MARCO && len(ids)-len(dst) > limit {
		ids = append(ids[:len(dst)+limit-1], p.sep)
	}
	return ids, first
}

// tfrecordCandidates are dl4marco-bert's own, unless they are written anyway.
func tfrecordCandidates(p *plan) []part {
	if slices.Contains(p.options.Formats, "tfrecord-eval") {
		return nil
	}
	return tfrecordEvalParts(p)
}
