package shard

import (
	"slices"

	"github.com/parquet-go/parquet-go"
)

var parquetFormat = format{
	name:       "parquet",
	about:      "Hugging Face datasets: texts, ids of pairs, ids for cross-encoders; a config for each three-class task, and all mixed",
	use:        "datasets.load_dataset(DIR, CONFIG)",
	needs:      needs{ids: true, classes: true, weights: true},
	parts:      parquetParts,
	candidates: candidateTables,
	reserved:   []string{"pairs", "pairs-tokenized", "cross", "mixed", "candidates"},
	folders:    []folder{{"", tableFiles{nullable: unknownOfPairs, wrong: segments(2)}}},
}

// idPair is a row of the pairwise layout: each text by itself.
type idPair struct {
	UID      *string  `parquet:"uid,optional"`
	QueryIDs []int32  `parquet:"query_input_ids,optional,list,dict"`
	PosIDs   []int32  `parquet:"pos_input_ids,optional,list,dict"`
	NegIDs   []int32  `parquet:"neg_input_ids,optional,list,dict"`
	Weight   *float32 `parquet:"weight,optional,dict"`
	Margin   *float32 `parquet:"margin,optional,dict"`
}

// idCross is a row of the cross layout: query and document in one sequence.
type idCross struct {
	UID     *string  `parquet:"uid,optional"`
	IDs     []int32  `parquet:"input_ids,optional,list,dict"`
	TypeIDs []int8   `parquet:"token_type_ids,optional,list,dict"`
	Label   *int64   `parquet:"label,optional,dict" classes:"neg,pos"`
	Weight  *float32 `parquet:"weight,optional,dict"`
	Margin  *float32 `parquet:"margin,optional,dict"`
}

// idSoft is the same with a label between the classes.
type idSoft struct {
	UID     *string  `parquet:"uid,optional"`
	IDs     []int32  `parquet:"input_ids,optional,list,dict"`
	TypeIDs []int8   `parquet:"token_type_ids,optional,list,dict"`
	Label   *float32 `parquet:"label,optional,dict"`
	Weight  *float32 `parquet:"weight,optional,dict"`
	Margin  *float32 `parquet:"margin,optional,dict"`
}

// threeText is a row of a three-class task's texts.
type threeText struct {
	UID     *string  `parquet:"uid,optional"`
	Task    *string  `parquet:"task,optional,dict"`
	Axiom   *string  `parquet:"axiom,optional,dict"`
	Variant *string  `parquet:"variant,optional,dict"`
	QueryID *string  `parquet:"query_id,optional,dict"`
	ID1     *string  `parquet:"doc1_id,optional"`
	ID2     *string  `parquet:"doc2_id,optional"`
	Query   *string  `parquet:"query,optional,dict"`
	Doc1    *string  `parquet:"doc1,optional"`
	Doc2    *string  `parquet:"doc2,optional"`
	Label   *int64   `parquet:"label,optional,dict" classes:"second,neither,first"`
	Weight  *float32 `parquet:"weight,optional,dict"`
}

// threeIDs is the same row as one sequence.
type threeIDs struct {
	UID     *string  `parquet:"uid,optional"`
	IDs     []int32  `parquet:"input_ids,optional,list,dict"`
	TypeIDs []int8   `parquet:"token_type_ids,optional,list,dict"`
	Label   *int64   `parquet:"label,optional,dict" classes:"second,neither,first"`
	Weight  *float32 `parquet:"weight,optional,dict"`
}

// mixed is a row of any task. What label means depends on the task: a class of three, or whether the document is the
// positive of its pair, so that a document may stand on both sides of different ones.
type mixed struct {
	UID     *string  `parquet:"uid,optional"`
	Task    *string  `parquet:"task,optional,dict"`
	IDs     []int32  `parquet:"input_ids,optional,list,dict"`
	TypeIDs []int8   `parquet:"token_type_ids,optional,list,dict"`
	Label   *int64   `parquet:"label,optional,dict"`
	Weight  *float32 `parquet:"weight,optional,dict"`
	Margin  *float32 `parquet:"margin,optional,dict"`
}

// parquetParts are the configs of the format `parquet`: of pairs the texts with all that is known of them, the ids text by
// text, and pointwise rows for a cross-encoder, where there are several tasks of pairs also of each by itself; of three-class tasks
// each by itself; and where there are several tasks, all mixed.
func parquetParts(p *plan) []part {
	pairs := table[row, canonical]{config: "pairs", about: "one row a pair, with its texts and where it comes from",
		fill: func(b *batch, r row, out []canonical) []canonical {
			out = append(out, canonical{})
			c := &out[len(out)-1]
			canonicalOf(p, r, c)
			b.bytes += len(*c.Query) + len(*c.Positive) + len(*c.Negative) + 256
			return out
		}}
	tokenized := table[row, idPair]{config: "pairs-tokenized", about: "one row a pair, word pieces of query, positive and negative, each as [CLS] text [SEP]",
		fill: func(b *batch, r row, out []idPair) []idPair {
			o := b.plan.options
			return append(out, idPair{&r.UID, b.single(r.query, o.MaxQueryLength), b.single(r.pos, o.MaxLength), b.single(r.neg, o.MaxLength), weightOf(r), marginOf(r)})
		}}
	parts := slices.Concat(pairs.parts(p, p.pairwise), tokenized.parts(p, p.pairwise), crossParts(p, "cross", p.pairwise))
	if preferences := p.preferences(); len(preferences) > 1 { // each by itself, too
		for _, t := range preferences {
			pairs.config, tokenized.config = t.label, t.label+"-tokenized"
			parts = slices.Concat(parts, pairs.parts(p, t.views), tokenized.parts(p, t.views), crossParts(p, t.label+"-cross", t.views))
		}
	}
	parts = append(parts, classParts(p)...)
	if len(p.tasks) > 1 {
		parts = append(parts, mixedParts(p)...)
	}
	return parts
}

// crossParts are a config of pointwise rows for a cross-encoder.
func crossParts(p *plan, config string, views []view[row]) []part {
	const about = "query and document in one sequence, word pieces of [CLS] query [SEP] document [SEP]: of a pair the positive, then the negative"
	pt := p.points(config, views, p.idsInput(p.appendCross), false)
	if pt.soft {
		return table[row, idSoft]{config: config, about: about + "; label is the share of pairs that prefer the document", rows: pt.rows,
			fill: func(b *batch, r row, out []idSoft) []idSoft {
				pt.each(r, func(doc uint32, _ string, label float64) {
					ids, types := b.cross(r.query, doc)
					out = append(out, idSoft{&r.UID, ids, types, single(&label), weightOf(r), marginOf(r)})
				})
				return out
			}}.parts(p, views)
	}
	return table[row, idCross]{config: config, about: about, rows: pt.rows,
		fill: func(b *batch, r row, out []idCross) []idCross {
			pt.each(r, func(doc uint32, _ string, label float64) {
				ids, types := b.cross(r.query, doc)
				out = append(out, idCross{&r.UID, ids, types, &classIDs[int(label)], weightOf(r), marginOf(r)})
			})
			return out
		}}.parts(p, views)
}

// classParts are the configs TASK and TASK-tokenized of every three-class task.
func classParts(p *plan) (parts []part) {
	for _, t := range p.tasks {
		if !t.classes {
			continue
		}
		texts := table[row, threeText]{config: t.label,
			about: "three classes, with texts: an axiom prefers the first document, neither, or the second",
			fill: func(b *batch, r row, out []threeText) []threeText {
				query, doc1, doc2 := b.text(p.in.queryText(r.QueryID)), b.text(p.in.docText(r.PosID)), b.text(p.in.docText(r.NegID))
				return append(out, threeText{&r.UID, &r.Task, &r.Axiom, &r.Variant, &r.QueryID, &r.PosID, &r.NegID, query, doc1, doc2, classOf(r), weightOf(r)})
			}}
		about := "three classes, word pieces of [CLS] query [SEP] document 1 document 2 [SEP]"
		if p.options.Layout == LayoutA {
			about = "three classes, word pieces of [CLS] query document 1 [SEP] query document 2 [SEP]"
		}
		ids := table[row, threeIDs]{config: t.label + "-tokenized", about: about,
			fill: func(b *batch, r row, out []threeIDs) []threeIDs {
				ids, types := b.three(r)
				return append(out, threeIDs{&r.UID, ids, types, classOf(r), weightOf(r)})
			}}
		parts = append(append(parts, texts.parts(p, t.views)...), ids.parts(p, t.views)...)
	}
	return parts
}

// mixedParts are the config with the rows of all tasks in file order, for one loader that serves several heads.
func mixedParts(p *plan) []part {
	return table[row, mixed]{config: "mixed",
		about: "all tasks in the proportions of the mixture, word pieces: of a pair two rows, to be compared with each other, and one of a pair of a " +
			"three-class task; what a label means depends on the task",
		rows: func(r row) int {
			if r.Class != nil {
				return 1
			}
			return 2
		},
		fill: func(b *batch, r row, out []mixed) []mixed {
			if r.Class != nil {
				ids, types := b.three(r)
				return append(out, mixed{&r.UID, &r.Task, ids, types, classOf(r), weightOf(r), marginOf(r)})
			}
			for i, document := range [...]uint32{r.pos, r.neg} {
				ids, types := b.cross(r.query, document)
				out = append(out, mixed{&r.UID, &r.Task, ids, types, &classIDs[1-i], weightOf(r), marginOf(r)})
			}
			return out
		}}.parts(p, p.all())
}

// textCandidate is a row of the config candidates, and a line of jsonl-candidates.
type textCandidate struct {
	QueryID  *string `parquet:"query_id,optional,dict" json:"query_id"`
	DocID    *string `parquet:"doc_id,optional" json:"doc_id"`
	Rank     *int64  `parquet:"rank,optional" json:"rank"`
	Label    *int64  `parquet:"label,optional,dict" json:"label"`
	Query    *string `parquet:"query,optional,dict" json:"query"`
	Document *string `parquet:"document,optional" json:"document"`
}

// singleCandidate is a row of the config candidates-tokenized.
type singleCandidate struct {
	QueryID  *string `parquet:"query_id,optional,dict"`
	DocID    *string `parquet:"doc_id,optional"`
	QueryIDs []int32 `parquet:"query_input_ids,optional,list,dict"`
	DocIDs   []int32 `parquet:"doc_input_ids,optional,list,dict"`
	Label    *int64  `parquet:"label,optional,dict"`
}

// crossCandidate is a row of the config candidates-cross.
type crossCandidate struct {
	QueryID *string `parquet:"query_id,optional,dict"`
	DocID   *string `parquet:"doc_id,optional"`
	IDs     []int32 `parquet:"input_ids,optional,list,dict"`
	TypeIDs []int8  `parquet:"token_type_ids,optional,list,dict"`
	Label   *int64  `parquet:"label,optional,dict"`
}

func textCandidateOf(p *plan, c *candidate, text func(string) *string) textCandidate {
	return textCandidate{&c.queryID, &c.docID, &c.rank, &classIDs[c.label()], text(p.in.queryText(c.queryID)), text(p.in.docText(c.docID))}
}

// candidateTables are the candidates as the configs pairs, pairs-tokenized and cross have the documents of pairs.
func candidateTables(p *plan) []part {
	const order = "the candidates of every query to be scored, in the order of their run"
	texts := table[candidate, textCandidate]{config: "candidates", about: order + ", with texts; label 1 is relevant",
		fill: func(b *batch, c candidate, out []textCandidate) []textCandidate {
			return append(out, textCandidateOf(p, &c, b.text))
		}}
	single := table[candidate, singleCandidate]{config: "candidates-tokenized", about: order + ", word pieces of query and document, each as [CLS] text [SEP]",
		fill: func(b *batch, c candidate, out []singleCandidate) []singleCandidate {
			return append(out, singleCandidate{&c.queryID, &c.docID, b.single(c.query, p.options.MaxQueryLength), b.single(c.doc, p.options.MaxLength), &classIDs[c.label()]})
		}}
	cross := table[candidate, crossCandidate]{config: "candidates-cross", about: order + ", word pieces of [CLS] query [SEP] document [SEP]",
		fill: func(b *batch, c candidate, out []crossCandidate) []crossCandidate {
			ids, types := b.cross(c.query, c.doc)
			return append(out, crossCandidate{&c.queryID, &c.docID, ids, types, &classIDs[c.label()]})
		}}
	return slices.Concat(texts.parts(p, p.candidates), single.parts(p, p.candidates), cross.parts(p, p.candidates))
}

// countParquet counts rows by row group, not by what the footer says of the whole.
var countParquet = map[string]func(path string) (int, error){
	".parquet": func(path string) (rows int, err error) {
		err = withParquet(path, func(file *parquet.File) error {
			for _, group := range file.RowGroups() {
				rows += int(group.NumRows())
			}
			return nil
		})
		return rows, err
	},
}
