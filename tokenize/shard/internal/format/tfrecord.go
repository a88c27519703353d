package format

import (
	"fmt"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/tokenize/shard/internal/encoding"
	"github.com/axiomine/axiomine/tokenize/shard/internal/plan"
)

// tfrecordFormat writes the training records of dl4marco-bert.
var tfrecordFormat = Format{
	Name:       "tfrecord",
	About:      "dl4marco-bert: TFRecord of query_ids, doc_ids, label",
	Use:        "dl4marco-bert: the shards put one behind the other are DATA_DIR/dataset_train.tf of run_msmarco.py",
	Needs:      plan.Needs{IDs: plan.IDsAlways, BERT: true, HardLabels: func(plan.Options) bool { return true }},
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

// CompatDL4MARCO is the value of the option compat that leaves the last position of a sequence unused, as the converter of dl4marco-bert
// does.
const CompatDL4MARCO = "dl4marco"

// tfrecordParts returns the records of dl4marco-bert: query_ids [CLS] query [SEP], doc_ids document [SEP], label. Its reader takes
// positives and negatives in turn, so a pair has both of its records or none. Concatenated files are one file.
func tfrecordParts(_ Format, p *plan.Plan) []encoding.Part {
	pt := p.Points("tfrecord", p.Pairwise, p.Sequences.IDsInput(recordLimit(p)), true)
	for _, v := range p.Pairwise {
		for r := range v.Items.EachBrief {
			if r.AreRelevant() {
				p.Note("rows of two relevant documents, which have no row with label 0, left out of tfrecord", 2)
			}
		}
	}
	return recordParts("tfrecord", p.Pairwise, pt.Rows, func(r plan.Row, add func(ids []int32, first int, label float64)) {
		var ids []int32
		pt.Each(r, func(doc uint32, _ string, label float64) {
			var first int
			ids, first = appendRecord(p, ids[:0], r.Query, doc)
			add(ids, first, label)
		})
	})
}

// recordParts returns the shards of a folder of records. each calls add for every record of item u. ids holds the query's ids, as many as
// first, and then the document's.
func recordParts[U any](folder string, views []plan.View[U], rows func(u U) int,
	each func(u U, add func(ids []int32, first int, label float64))) []encoding.Part {
	return encoding.Lines[U]{Folder: folder, Ending: "tfrecord", Rows: rows, IsRecords: true, New: func() encoding.Appends[U] {
		var example, records []byte
		add := func(ids []int32, first int, label float64) {
			example = encoding.AppendExample(example[:0], ids[:first], ids[first:], int64(label))
			records = encoding.AppendFrame(records, example)
		}
		return func(u U, line []byte) ([]byte, error) {
			records = line
			each(u, add)
			return records, nil
		}
	}}.Parts(views)
}

// appendRecord appends the ids of a record. first is the number of the query's ids.
func appendRecord(p *plan.Plan, dst []int32, query, document uint32) (ids []int32, first int) {
	ids, first = p.Sequences.AppendCross(dst, query, document)
	if limit := recordLimit(p); len(ids)-len(dst) > limit {
		ids = append(ids[:len(dst)+limit-1], p.Sequences.SEP)
	}
	return ids, first
}

// recordLimit returns the maximum number of ids of a record.
func recordLimit(p *plan.Plan) int {
	if p.Options.Compat == CompatDL4MARCO {
		return p.Options.MaxLength - 1
	}
	return p.Options.MaxLength
}

// tfrecordCandidates returns dl4marco-bert's evaluation files, unless the format tfrecord-eval writes them.
func tfrecordCandidates(p *plan.Plan) []encoding.Part {
	if slices.Contains(p.Options.Formats, "tfrecord-eval") {
		return nil
	}
	return tfrecordEvalParts(tfrecordEvalFormat, p)
}

// tfrecordEvalFormat writes the evaluation records of dl4marco-bert.
var tfrecordEvalFormat = Format{
	Name:  "tfrecord-eval",
	About: "dl4marco-bert: TFRecord of 1,000 candidates for every dev and test query, and query_doc_ids_SPLIT.txt",
	Use: "dl4marco-bert: the shards put one behind the other are DATA_DIR/dataset_dev.tf of run_msmarco.py, " +
		"query_doc_ids_validation.txt its query_doc_ids_dev.txt",
	Needs:   plan.Needs{IDs: plan.IDsAlways, BERT: true, Rankings: true},
	Parts:   tfrecordEvalParts,
	Folders: []encoding.Folder{{As: encoding.RecordFiles{}}},
	files:   []Files{{Paths: "`tfrecord-eval/SPLIT-*.tfrecord`", Row: "doc_ids, label, query_ids (int64 lists)"}},
}

// Every query of dl4marco-bert's evaluation has evalDocs documents. A query with fewer is filled with documents of this id and text.
const (
	evalDocs = 1000
	padID    = "00000000"
	padText  = "FAKE DOCUMENT"
)

// tfrecordEvalParts returns the records of dl4marco-bert's evaluation: query_ids [CLS] query [SEP], doc_ids document [SEP], label. Every
// query of a split has 1,000 records: candidates after the first 1,000 are left out, and missing ones are filled up.
// query_doc_ids_SPLIT.txt lists query and document of each record.
func tfrecordEvalParts(_ Format, p *plan.Plan) (parts []encoding.Part) {
	var pad []int32 // the ids of a missing document
	if p.In.Tokenizer != nil {
		pad = append(p.In.Tokenizer.Encode(padText), p.Sequences.SEP)
	}
	fillers, excess := 0, 0
	var views []plan.View[plan.Ranking]
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
		views = append(views, v)
		ids := encoding.Lines[plan.Ranking]{Rows: func(plan.Ranking) int { return 0 }, Append: appendRecordIDs}.Part(
			"tfrecord-eval/query_doc_ids_"+v.Split+".txt", "", v.Items)
		ids.IsAuxiliary = true
		parts = append(parts, ids)
	}
	records := recordParts("tfrecord-eval", views, func(plan.Ranking) int { return evalDocs },
		func(r plan.Ranking, add func(ids []int32, first int, label float64)) {
			query := p.Store.RankedQuery(r)
			var ids []int32
			for _, d := range r.Docs[:min(len(r.Docs), evalDocs)] {
				var first int
				ids, first = appendRecord(p, ids[:0], query, p.Store.RankedDoc(d))
				add(ids, first, float64(d.Label()))
			}
			for range evalDocs - len(r.Docs) {
				ids = p.Sequences.AppendSingle(ids[:0], query, p.Options.MaxQueryLength)
				first := len(ids)
				add(append(ids, pad[max(0, len(pad)-(p.Options.MaxLength-1-first)):]...), first, 0)
			}
		})
	p.Note("documents added to give every query 1,000 in tfrecord-eval", fillers)
	p.Note("candidates after the first 1,000 left out of tfrecord-eval", excess)
	return append(records, parts...)
}

// appendRecordIDs appends a line for each record of a ranking: the ids of its query and its document.
func appendRecordIDs(r plan.Ranking, line []byte) ([]byte, error) {
	for i := range evalDocs {
		id := padID
		if i < len(r.Docs) {
			id = r.Docs[i].DocID
		}
		if strings.ContainsAny(r.QueryID+id, plan.Breaks) || r.QueryID == "" || id == "" {
			return nil, errs.BadInput("", 0, "leave out tfrecord-eval", "its file of ids cannot carry the query %q and the document %q", r.QueryID, id)
		}
		if i > 0 {
			line = append(line, '\n')
		}
		line = append(append(append(line, r.QueryID...), '\t'), id...)
	}
	return line, nil
}
