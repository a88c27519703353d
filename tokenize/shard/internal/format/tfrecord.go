package format

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/tokenize/shard/internal/encoding"
	"github.com/axiomine/axiomine/tokenize/shard/internal/plan"
)

var tfrecordFormat = Format{
	Name:       "tfrecord",
	Bare:       true,
	About:      "dl4marco-bert: TFRecord of query_ids, doc_ids, label",
	Use:        "dl4marco-bert: the shards put one behind the other are DATA_DIR/dataset_train.tf of run_msmarco.py",
	Needs:      plan.Needs{IDs: plan.IDsAlways, BERT: true, HardLabels: plan.Always},
	Parts:      tfrecordParts,
	Candidates: tfrecordCandidates,
	Options: func(o plan.Options) []string {
		if o.Compat == "" || o.Compat == CompatDL4MARCO {
			return nil
		}
		return []string{fmt.Sprintf("compat: %q is not dl4marco", o.Compat)}
	},
	Folders: []encoding.Folder{{As: encoding.RecordFiles{}}},
	files:   []Files{{Paths: "`tfrecord/SPLIT-*.tfrecord`", Row: "doc_ids, label, query_ids (int64 lists)"}},
}

// CompatDL4MARCO leaves the last position of a sequence unused, as the converter of dl4marco-bert
// does.
const CompatDL4MARCO = "dl4marco"

// tfrecordParts returns the records of dl4marco-bert: query_ids [CLS] query [SEP], doc_ids document
// [SEP], label; of a pair the positive, then the negative. Concatenated files are one file.
func tfrecordParts(_ Format, p *plan.Plan) (parts []encoding.Part) {
	// The reader of the records takes positive and negative in turn.
	pt := p.Points("tfrecord", p.Pairwise, p.Sequences.IDsInput(recordLimit(p)), true)
	for _, v := range p.Pairwise {
		for r := range v.Items.Briefly {
			if r.AreRelevant() {
				p.Note("rows of two relevant documents, which have no row with label 0, left out of tfrecord", 2)
			}
		}
		for i := range v.Shards() {
			rows := v.Shard(i)
			parts = append(parts, encoding.Part{Path: v.FileName("tfrecord", i, "tfrecord"), Split: v.Split,
				Rows: rows.Count(pt.Rows, p.Options.Workers()),
				Write: func(ctx context.Context, w io.Writer, progress func(int)) error {
					var ids []int32
					var example, record []byte
					for i := range rows.N {
						r := rows.Item(i)
						if i%encoding.BatchItems == 0 && ctx.Err() != nil {
							return ctx.Err()
						}
						record = record[:0]
						pt.Each(r, func(doc uint32, _ string, label float64) {
							var first int
							ids, first = appendRecord(p, ids[:0], r.Query, doc)
							example = encoding.AppendExample(example[:0], ids[:first], ids[first:], int64(label))
							record = encoding.AppendFrame(record, example)
						})
						if _, err := w.Write(record); err != nil {
							return err
						}
						progress(pt.Rows(r))
					}
					return nil
				}})
		}
	}
	return parts
}

// appendRecord appends both sequences and returns how many ids are the query's.
func appendRecord(p *plan.Plan, dst []int32, query, document uint32) (ids []int32, first int) {
	ids, first = p.Sequences.AppendCross(dst, query, document)
	if limit := recordLimit(p); len(ids)-len(dst) > limit {
		ids = append(ids[:len(dst)+limit-1], p.Sequences.SEP)
	}
	return ids, first
}

// recordLimit returns how many ids both sequences have together, at most.
func recordLimit(p *plan.Plan) int {
	if p.Options.Compat == CompatDL4MARCO {
		return p.Options.MaxLength - 1
	}
	return p.Options.MaxLength
}

// tfrecordCandidates returns dl4marco-bert's evaluation files, unless they are written anyway.
func tfrecordCandidates(p *plan.Plan) []encoding.Part {
	if slices.Contains(p.Options.Formats, "tfrecord-eval") {
		return nil
	}
	return tfrecordEvalParts(tfrecordEvalFormat, p)
}

var tfrecordEvalFormat = Format{
	Name:  "tfrecord-eval",
	Bare:  true,
	About: "dl4marco-bert: TFRecord of 1,000 candidates for every dev and test query, and query_doc_ids_SPLIT.txt",
	Use: "dl4marco-bert: the shards put one behind the other are DATA_DIR/dataset_dev.tf of run_msmarco.py, " +
		"query_doc_ids_validation.txt its query_doc_ids_dev.txt",
	Needs:   plan.Needs{IDs: plan.IDsAlways, BERT: true, Rankings: true},
	Parts:   tfrecordEvalParts,
	Folders: []encoding.Folder{{As: encoding.RecordFiles{}}},
	files:   []Files{{Paths: "`tfrecord-eval/SPLIT-*.tfrecord`", Row: "doc_ids, label, query_ids (int64 lists)"}},
}

// The input of dl4marco-bert's evaluation: the same number of documents for every query, and a
// filler for missing documents.
const (
	evalDocs = 1000
	padID    = "00000000"
	padText  = "FAKE DOCUMENT"
)

// tfrecordEvalParts returns the records of dl4marco-bert's evaluation. Every query of a split has
// 1,000 candidates: query_ids [CLS] query [SEP], doc_ids document [SEP], label. Beside them,
// query_doc_ids_SPLIT.txt lists query and document of each record. Fewer candidates are filled up,
// further ones left out.
func tfrecordEvalParts(_ Format, p *plan.Plan) (parts []encoding.Part) {
	var pad []int32 // the filler for a missing document
	if p.In.Tokenizer != nil {
		pad = append(p.In.Tokenizer.Encode(padText), p.Sequences.SEP)
	}
	fillers, excess := 0, 0
	for _, split := range p.Rankings {
		v := plan.NewView(split.Split, plan.NewItems(split.Lists), p.Options, func(r plan.Ranking) (size int64) {
			for _, d := range r.Docs[:min(len(r.Docs), evalDocs)] {
				size += p.Store.TextSize(p.Store.RankedDoc(d))
			}
			return size
		})
		for r := range v.Items.Each {
			fillers, excess = fillers+max(0, evalDocs-len(r.Docs)), excess+max(0, len(r.Docs)-evalDocs)
		}
		for i := range v.Shards() {
			queries := v.Shard(i)
			parts = append(parts, encoding.Part{Path: v.FileName("tfrecord-eval", i, "tfrecord"), Rows: evalDocs * queries.N, Split: v.Split,
				Write: func(ctx context.Context, w io.Writer, progress func(int)) error {
					var ids []int32
					var example, record []byte
					for r := range queries.Each {
						if ctx.Err() != nil {
							return ctx.Err()
						}
						query := p.Store.RankedQuery(r)
						for j := range evalDocs {
							var first int
							label := int64(0)
							if j < len(r.Docs) {
								ids, first = appendRecord(p, ids[:0], query, p.Store.RankedDoc(r.Docs[j]))
								if r.Docs[j].Relevant {
									label = 1
								}
							} else {
								ids = p.Sequences.AppendSingle(ids[:0], query, p.Options.MaxQueryLength)
								first = len(ids)
								ids = append(ids, pad[max(0, len(pad)-(p.Options.MaxLength-1-first)):]...)
							}
							example = encoding.AppendExample(example[:0], ids[:first], ids[first:], label)
							record = encoding.AppendFrame(record[:0], example)
							if _, err := w.Write(record); err != nil {
								return err
							}
						}
						progress(evalDocs)
					}
					return nil
				}})
		}
		parts = append(parts, encoding.Part{Path: "tfrecord-eval/query_doc_ids_" + v.Split + ".txt", IsAuxiliary: true,
			Write: func(ctx context.Context, w io.Writer, _ func(int)) error {
				for r := range v.Items.Each {
					if ctx.Err() != nil {
						return ctx.Err()
					}
					for j := range evalDocs {
						id := padID
						if j < len(r.Docs) {
							id = r.Docs[j].DocID
						}
						if strings.ContainsAny(r.QueryID+id, plan.Breaks) || r.QueryID == "" || id == "" {
							return errs.BadInput("", 0, "leave out tfrecord-eval", "its file of ids cannot carry the query %q and the document %q", r.QueryID,
								id)
						}
						if _, err := io.WriteString(w, r.QueryID+"\t"+id+"\n"); err != nil {
							return err
						}
					}
				}
				return nil
			}})
	}
	p.Note("documents added to give every query 1,000 in tfrecord-eval", fillers)
	p.Note("candidates after the first 1,000 left out of tfrecord-eval", excess)
	return parts
}
