package format

import (
	"slices"

	"github.com/axiomine/axiomine/tokenize/shard/internal/encoding"
	"github.com/axiomine/axiomine/tokenize/shard/internal/plan"
)

var parquetFormat = Format{
	Name:        "parquet",
	About:       "Hugging Face datasets: texts, ids of pairs, ids for cross-encoders; a config for each three-class task, and all mixed",
	Use:         "datasets.load_dataset(DIR, CONFIG)",
	Needs:       plan.Needs{IDs: true, Classes: true, Weights: true},
	Parts:       parquetParts,
	Candidates:  candidateTables,
	folderNames: []string{"pairs", "pairs-tokenized", "cross", "mixed", "candidates"},
	Folders:     []encoding.Folder{{Name: "", As: encoding.TableFiles{Nullable: unknownOfPairs, Wrong: encoding.PairSegments}}},
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

// idSoft is the same row with a label between the classes.
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

// mixed is a row of any task. The meaning of label depends on the task: a class of three, or
// whether the document is the positive of its pair, so that a document may be on both sides of
// different pairs.
type mixed struct {
	UID     *string  `parquet:"uid,optional"`
	Task    *string  `parquet:"task,optional,dict"`
	IDs     []int32  `parquet:"input_ids,optional,list,dict"`
	TypeIDs []int8   `parquet:"token_type_ids,optional,list,dict"`
	Label   *int64   `parquet:"label,optional,dict"`
	Weight  *float32 `parquet:"weight,optional,dict"`
	Margin  *float32 `parquet:"margin,optional,dict"`
}

// parquetParts returns the configs of the format `parquet`. For pairs: the texts with all their
// values, the ids text by text, and pointwise rows for a cross-encoder; where there are several
// tasks of pairs, the same for each task. For three-class tasks: each by itself. Where there are
// several tasks: all mixed.
func parquetParts(p *plan.Plan) []encoding.Part {
	pairs := encoding.Table[plan.Row, canonical]{Config: "pairs", About: "one row a pair, with its texts and where it comes from",
		Fill: func(b *encoding.Batch, r plan.Row, out []canonical) []canonical {
			out = append(out, canonical{})
			c := &out[len(out)-1]
			fillCanonical(p, r, c)
			b.Bytes += len(*c.Query) + len(*c.Positive) + len(*c.Negative) + 256
			return out
		}}
	ids := encoding.Table[plan.Row, idPair]{Config: "pairs-tokenized",
		About: "one row a pair, word pieces of query, positive and negative, each as [CLS] text [SEP]",
		Fill: func(b *encoding.Batch, r plan.Row, out []idPair) []idPair {
			o := b.Plan.Options
			return append(out, idPair{&r.UID, b.Single(r.Query, o.MaxQueryLength), b.Single(r.Pos, o.MaxLength), b.Single(r.Neg, o.MaxLength),
				weightOf(r), marginOf(r)})
		}}
	parts := slices.Concat(pairs.Parts(p, p.Pairwise), ids.Parts(p, p.Pairwise), crossParts(p, "cross", p.Pairwise))
	if preferences := plan.PairTasks(p.Tasks); len(preferences) > 1 { // each by itself, too
		for _, t := range preferences {
			pairs.Config, ids.Config = t.Label, t.Label+"-tokenized"
			parts = slices.Concat(parts, pairs.Parts(p, t.Views), ids.Parts(p, t.Views), crossParts(p, t.Label+"-cross", t.Views))
		}
	}
	parts = append(parts, classParts(p)...)
	if len(p.Tasks) > 1 {
		parts = append(parts, mixedParts(p)...)
	}
	return parts
}

// crossParts returns a config of pointwise rows for a cross-encoder.
func crossParts(p *plan.Plan, config string, views []plan.View[plan.Row]) []encoding.Part {
	const about = "query and document in one sequence, word pieces of [CLS] query [SEP] document [SEP]: of a pair the positive, then the " +
		"negative"
	pt := p.Points(config, views, p.Sequences.IDsInput(p.Options.MaxLength), false)
	if pt.Soft {
		return encoding.Table[plan.Row, idSoft]{Config: config, About: about + "; label is the share of pairs that prefer the document",
			Rows: pt.Rows,
			Fill: func(b *encoding.Batch, r plan.Row, out []idSoft) []idSoft {
				pt.Each(r, func(doc uint32, _ string, label float64) {
					ids, types := b.Cross(r.Query, doc)
					out = append(out, idSoft{&r.UID, ids, types, single(&label), weightOf(r), marginOf(r)})
				})
				return out
			}}.Parts(p, views)
	}
	return encoding.Table[plan.Row, idCross]{Config: config, About: about, Rows: pt.Rows,
		Fill: func(b *encoding.Batch, r plan.Row, out []idCross) []idCross {
			pt.Each(r, func(doc uint32, _ string, label float64) {
				ids, types := b.Cross(r.Query, doc)
				out = append(out, idCross{&r.UID, ids, types, &classIDs[int(label)], weightOf(r), marginOf(r)})
			})
			return out
		}}.Parts(p, views)
}

// classParts returns the configs TASK and TASK-tokenized of every three-class task.
func classParts(p *plan.Plan) (parts []encoding.Part) {
	for _, t := range p.Tasks {
		if !t.Classes {
			continue
		}
		texts := encoding.Table[plan.Row, threeText]{Config: t.Label,
			About: "three classes, with texts: an axiom prefers the first document, neither, or the second",
			Fill: func(b *encoding.Batch, r plan.Row, out []threeText) []threeText {
				query, doc1, doc2 := p.TextsOf(r)
				return append(out, threeText{&r.UID, &r.Task, &r.Axiom, &r.Variant, &r.QueryID, &r.PosID, &r.NegID, b.Text(query), b.Text(doc1),
					b.Text(doc2), classOf(r), weightOf(r)})
			}}
		about := "three classes, word pieces of [CLS] query [SEP] document 1 document 2 [SEP]"
		if p.Options.Layout == plan.LayoutA {
			about = "three classes, word pieces of [CLS] query document 1 [SEP] query document 2 [SEP]"
		}
		ids := encoding.Table[plan.Row, threeIDs]{Config: t.Label + "-tokenized", About: about,
			Fill: func(b *encoding.Batch, r plan.Row, out []threeIDs) []threeIDs {
				ids, types := b.Three(r)
				return append(out, threeIDs{&r.UID, ids, types, classOf(r), weightOf(r)})
			}}
		parts = append(append(parts, texts.Parts(p, t.Views)...), ids.Parts(p, t.Views)...)
	}
	return parts
}

// mixedParts returns the config with the rows of all tasks in file order, for one loader that
// serves several heads.
func mixedParts(p *plan.Plan) []encoding.Part {
	return encoding.Table[plan.Row, mixed]{Config: "mixed",
		About: "all tasks in the proportions of the mixture, word pieces: of a pair two rows, to be compared with each other, and one of a " +
			"pair of a " +
			"three-class task; what a label means depends on the task",
		Rows: func(r plan.Row) int {
			if r.Class != nil {
				return 1
			}
			return 2
		},
		Fill: func(b *encoding.Batch, r plan.Row, out []mixed) []mixed {
			if r.Class != nil {
				ids, types := b.Three(r)
				return append(out, mixed{&r.UID, &r.Task, ids, types, classOf(r), weightOf(r), marginOf(r)})
			}
			for i, document := range [...]uint32{r.Pos, r.Neg} {
				ids, types := b.Cross(r.Query, document)
				out = append(out, mixed{&r.UID, &r.Task, ids, types, &classIDs[1-i], weightOf(r), marginOf(r)})
			}
			return out
		}}.Parts(p, p.All())
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

func textCandidateOf(p *plan.Plan, c *plan.Candidate, text func(string) *string) textCandidate {
	return textCandidate{&c.QueryID, &c.DocID, &c.Rank, &classIDs[c.Label()], text(p.In.QueryText(c.QueryID)), text(p.In.DocText(c.DocID))}
}

// candidateTables returns the candidates in the columns that pairs, pairs-tokenized and cross have
// for the documents of pairs.
func candidateTables(p *plan.Plan) []encoding.Part {
	const order = "the candidates of every query to be scored, in the order of their run"
	texts := encoding.Table[plan.Candidate, textCandidate]{Config: "candidates", About: order + ", with texts; label 1 is relevant",
		Fill: func(b *encoding.Batch, c plan.Candidate, out []textCandidate) []textCandidate {
			return append(out, textCandidateOf(p, &c, b.Text))
		}}
	single := encoding.Table[plan.Candidate, singleCandidate]{Config: "candidates-tokenized",
		About: order + ", word pieces of query and document, each as [CLS] text [SEP]",
		Fill: func(b *encoding.Batch, c plan.Candidate, out []singleCandidate) []singleCandidate {
			return append(out, singleCandidate{&c.QueryID, &c.DocID, b.Single(c.Query, p.Options.MaxQueryLength), b.Single(c.Doc,
				p.Options.MaxLength), &classIDs[c.Label()]})
		}}
	cross := encoding.Table[plan.Candidate, crossCandidate]{Config: "candidates-cross",
		About: order + ", word pieces of [CLS] query [SEP] document [SEP]",
		Fill: func(b *encoding.Batch, c plan.Candidate, out []crossCandidate) []crossCandidate {
			ids, types := b.Cross(c.Query, c.Doc)
			return append(out, crossCandidate{&c.QueryID, &c.DocID, ids, types, &classIDs[c.Label()]})
		}}
	return slices.Concat(texts.Parts(p, p.Candidates), single.Parts(p, p.Candidates), cross.Parts(p, p.Candidates))
}
