package format

import (
	"github.com/axiomine/axiomine/tokenize/shard/internal/encoding"
	"github.com/axiomine/axiomine/tokenize/shard/internal/plan"
)

var duobertFormat = Format{
	Name: "duobert",
	About: "duoBERT: config duobert, ids of [CLS] query [SEP] document 1 [SEP] document 2 [SEP] in three segments; " +
		"one for each three-class task",
	Use:     "BertForSequenceClassification of type_vocab_size 3 over load_dataset(DIR, \"duobert\")",
	Needs:   plan.Needs{IDs: true, BERT: true, Classes: true, Weights: true, PairIDs: 4},
	Parts:   duobertParts,
	Folders: []encoding.Folder{{Name: "", As: encoding.TableFiles{Wrong: encoding.Segments(3)}}},
}

// duoPair is a row of a pair's two documents in one order; label states which of them ranks above
// the other.
type duoPair struct {
	UID       *string  `parquet:"uid,optional"`
	IDs       []int32  `parquet:"input_ids,optional,list,dict"`
	TypeIDs   []int8   `parquet:"token_type_ids,optional,list,dict"`
	Label     *int64   `parquet:"label,optional,dict" classes:"second,first"`
	Weight    *float32 `parquet:"weight,optional,dict"`
	NegSource *string  `parquet:"negative_source,optional,dict"`
}

// duobertParts returns the inputs of duoBERT (Nogueira, Yang, Cho and Lin, Multi-Stage Document
// Ranking with BERT, 2019, section 3.3): [CLS] query [SEP] document 1 [SEP] document 2 [SEP] in
// three segments, 0, 1 and 2, so its model has type_vocab_size 3. A pair has two rows, as in the
// authors' converter: its positive first, label 1, then its negative first, label 0. A pair of a
// three-class task has one row, in a config of its task.
func duobertParts(p *plan.Plan) (parts []encoding.Part) {
	p.PairwiseTasks("duobert", func(t plan.Task, config string) {
		parts = append(parts, encoding.Table[plan.Row, duoPair]{Config: config, Rows: encoding.Times[plan.Row](2),
			About: "two rows a pair, word pieces of [CLS] query [SEP] document 1 [SEP] document 2 [SEP] in segments 0, 1, 2: " +
				"the positive first, then the negative",
			Fill: func(b *encoding.Batch, r plan.Row, out []duoPair) []duoPair {
				for i, documents := range bothOrders(r) {
					ids, types := duoSegments(b, r.Query, documents)
					out = append(out, duoPair{&r.UID, ids, types, &classIDs[1-i], weightOf(r), negativeSource(r)})
				}
				return out
			}}.Parts(p, t.Views)...)
		noteDuoCuts(p, t)
	})
	for _, t := range p.Tasks {
		if !t.Classes {
			continue
		}
		parts = append(parts, encoding.Table[plan.Row, threeIDs]{Config: "duobert-" + t.Label,
			About: "three classes, word pieces of [CLS] query [SEP] document 1 [SEP] document 2 [SEP] in segments 0, 1, 2",
			Fill: func(b *encoding.Batch, r plan.Row, out []threeIDs) []threeIDs {
				ids, types := duoSegments(b, r.Query, [2]uint32{r.Pos, r.Neg})
				return append(out, threeIDs{&r.UID, ids, types, classOf(r), weightOf(r)})
			}}.Parts(p, t.Views)...)
		noteDuoCuts(p, t)
	}
	return parts
}

// bothOrders returns a pair's documents with the positive first, and with the negative first.
func bothOrders(r plan.Row) [2][2]uint32 { return [2][2]uint32{{r.Pos, r.Neg}, {r.Neg, r.Pos}} }

// duoRoom returns how many ids a document may have after a query of query ids, [CLS] and [SEP]
// included. The authors' converter assigns each document with its [SEP] half of the remaining ids.
// With 512 ids, 64 of them the query's, these are the paper's 62, 223 and 223 pieces.
func duoRoom(p *plan.Plan, query int) int { return (p.Options.MaxLength-query)/2 - 1 }

// duoSegments returns the sequence of a query and two documents, and its segments.
func duoSegments(b *encoding.Batch, query uint32, documents [2]uint32) ([]int32, []int8) {
	p, start, firstType := b.Plan, len(b.IDs), len(b.Types)
	b.IDs = p.Sequences.AppendSingle(b.IDs, query, p.Options.MaxQueryLength)
	room := duoRoom(p, len(b.IDs)-start)
	b.Segment(0, len(b.IDs)-start)
	for i, document := range documents {
		begin := len(b.IDs)
		b.IDs = append(p.Store.AppendIDs(b.IDs, document, room), p.Sequences.SEP)
		b.Segment(int8(i+1), len(b.IDs)-begin)
	}
	return b.Sequence(start), b.Types[firstType:len(b.Types):len(b.Types)]
}

// noteDuoCuts counts the rows of a task with a document that is cut to its half.
func noteDuoCuts(p *plan.Plan, t plan.Task) {
	cut := 0
	for _, v := range t.Views {
		for r := range v.Items.Briefly {
			room := duoRoom(p, p.Store.Length(r.Query, p.Options.MaxQueryLength-2)+2)
			if max(p.Store.Length(r.Pos, p.Options.MaxLength), p.Store.Length(r.Neg, p.Options.MaxLength)) > room {
				cut++
			}
		}
	}
	p.Note("pairs with a document cut further in duobert, to fit both", cut)
}
