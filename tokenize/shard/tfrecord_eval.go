package shard

import (
	"context"
	"io"
	"strings"

	"github.com/axiomine/axiomine/configs/fault"
)

var tfrecordEvalFormat = format{
	name:  "tfrecord-eval",
	about: "dl4marco-bert: TFRecord of 1,000 candidates for every dev and test query, and query_doc_ids_SPLIT.txt",
	use: "dl4marco-bert: the shards put one behind the other are DATA_DIR/dataset_dev.tf of run_msmarco.py, " +
		"beside query_doc_ids_dev.txt",
	needs:   needs{ids: true, rankings: true},
	parts:   tfrecordEvalParts,
	folders: []folder{{"", recordFiles{}}},
}

// What dl4marco-bert's evaluation takes: as many documents for every query, and what stands for those that are missing.
const (
	evalDocs = 1000
	padID    = "00000000"
	padText  = "FAKE DOCUMENT"
)

// tfrecordEvalParts are the records of dl4marco-bert's evaluation: of every query of a split 1,000 candidates, query_ids
// [CLS] query [SEP], doc_ids document [SEP], label; and beside them query_doc_ids_SPLIT.txt, which names query and document
// of each record. Fewer candidates are filled up, further ones left out.
func tfrecordEvalParts(p *plan) (parts []part) {
	var pad []int32 // the document that is missing
	if p.in.Tokenizer != nil {
		pad = append(p.in.Tokenizer.Encode(padText), p.sep)
	}
	filled, beyond := 0, 0
	for _, of := range p.rankings {
		v := newView(of.split, listed(of.lists), p.options, func(r Ranking) (size int64) {
			for _, d := range r.Docs[:min(len(r.Docs), evalDocs)] {
				size += p.store.textSize(p.store.rankedDoc(d))
			}
			return size
		})
		for r := range v.items.each {
			filled, beyond = filled+max(0, evalDocs-len(r.Docs)), beyond+max(0, len(r.Docs)-evalDocs)
		}
		for i := range v.shards() {
			queries := v.shard(i)
			parts = append(parts, part{path: v.fileName("tfrecord-eval", i, "tfrecord"), rows: evalDocs * queries.n, split: v.split,
				write: func(ctx context.Context, w io.Writer, progress func(int)) error {
					var ids []int32
					var example, record []byte
					for r := range queries.each {
						if ctx.Err() != nil {
							return ctx.Err()
						}
						query := p.store.rankedQuery(r)
						for j := range evalDocs {
							var first int
							label := int64(0)
							if j < len(r.Docs) {
								ids, first = appendRecord(p, ids[:0], query, p.store.rankedDoc(r.Docs[j]))
								if r.Docs[j].Relevant {
									label = 1
								}
							} else {
								ids = p.appendSingle(ids[:0], query, p.options.MaxQueryLength)
								first = len(ids)
								ids = append(ids, pad[max(0, len(pad)-(p.options.MaxLength-1-first)):]...)
							}
							example = appendExample(example[:0], ids[:first], ids[first:], label)
							record = appendFrame(record[:0], example)
							if _, err := w.Write(record); err != nil {
								return err
							}
						}
						progress(evalDocs)
					}
					return nil
				}})
		}
		parts = append(parts, part{path: "tfrecord-eval/query_doc_ids_" + v.split + ".txt", beside: true, write: func(ctx context.Context, w io.Writer, _ func(int)) error {
			for r := range v.items.each {
				if ctx.Err() != nil {
					return ctx.Err()
				}
				for j := range evalDocs {
					id := padID
					if j < len(r.Docs) {
						id = r.Docs[j].DocID
					}
					if strings.ContainsAny(r.QueryID+id, breaks) || r.QueryID == "" || id == "" {
						return fault.BadInput("", 0, "leave out tfrecord-eval", "its file of ids cannot carry the query %q and the document %q", r.QueryID, id)
					}
					if _, err := io.WriteString(w, r.QueryID+"\t"+id+"\n"); err != nil {
						return err
					}
				}
			}
			return nil
		}})
	}
	p.note("documents added to give every query 1,000 in tfrecord-eval", filled)
	p.note("candidates after the first 1,000 left out of tfrecord-eval", beyond)
	return parts
}
