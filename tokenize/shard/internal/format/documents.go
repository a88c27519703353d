package format

import (
	"github.com/axiomine/axiomine/tokenize"
	"github.com/axiomine/axiomine/tokenize/shard/internal/encoding"
	"github.com/axiomine/axiomine/tokenize/shard/internal/plan"
)

// This file has the two formats whose sequences hold two documents: duobert and bertsum.

// duobertFormat writes inputs of duoBERT (Nogueira, Yang, Cho and Lin, Multi-Stage Document Ranking with BERT, 2019, section 3.3): [CLS]
// query [SEP] document 1 [SEP] document 2 [SEP] in three segments, 0, 1 and 2, so its model has type_vocab_size 3. A pair has two rows, as
// in the authors' converter: its positive first, label 1, then its negative first, label 0. A pair of a three-class task has one row, in a
// config of its task.
var duobertFormat = Format{
	Name: "duobert",
	About: "duoBERT: config duobert, ids of [CLS] query [SEP] document 1 [SEP] document 2 [SEP] in three segments; " +
		"one for each three-class task",
	Use:   `BertForSequenceClassification of type_vocab_size 3 over load_dataset(DIR, "duobert")`,
	Needs: plan.Needs{IDs: plan.IDsAlways, BERT: true, Classes: true, Weights: true, PairIDs: 4},
	Parts: func(f Format, p *plan.Plan) []encoding.Part {
		return countedParts(f, p, "pairs with a document cut further in duobert, to fit both", func(r plan.Row) bool {
			limit := duoLimit(p, p.Store.Length(r.Query, p.Options.MaxQueryLength-plan.SingleExtra)+plan.SingleExtra)
			return max(p.Store.Length(r.Pos, p.Options.MaxLength), p.Store.Length(r.Neg, p.Options.MaxLength)) > limit
		})
	},
	Sets: []set{
		{name: "duobert", shape: orderRows, folders: []folder{{schema: "duoPair", sequence: (*row).setDuo,
			about: "two rows a pair, word pieces of [CLS] query [SEP] document 1 [SEP] document 2 [SEP] in segments 0, 1, 2: " +
				"the positive first, then the negative",
			row: `{"uid": "{uid}", "input_ids": "{input_ids}", "token_type_ids": "{token_type_ids}", "label": "{label:first|second}",
				"weight": "{weight}", "negative_source": "{negative_source}"}`}}},
		{name: "duobert", classes: true, folders: []folder{{schema: "threeIDs", sequence: (*row).setDuo, row: classRow,
			about: "three classes, word pieces of [CLS] query [SEP] document 1 [SEP] document 2 [SEP] in segments 0, 1, 2"}}},
	},
}

// bertsumFormat writes inputs of BERTSUM (Liu and Lapata, Text Summarization with Pretrained Encoders, EMNLP 2019, section 3.1): [CLS]
// before every sentence and [SEP] after it, interval segments 0, 1, 0, 1, .. Its sentences come from one document. Here the query is first
// and the sentences of two documents follow, as Klose's thesis proposes (sections 2.2 and 6). The authors' code calls the positions of
// [CLS] clss. Rows are those of duobert.
var bertsumFormat = Format{
	Name: "bertsum",
	About: "BERTSUM: config bertsum, ids of the query and the sentences of two documents, each in [CLS] .. [SEP]; " +
		"one for each three-class task",
	Use:   `load_dataset(DIR, "bertsum"); cls_positions are clss, token_type_ids segs of BERTSUM's data loader`,
	Needs: plan.Needs{IDs: plan.IDsAlways, BERT: true, Sentences: true, Classes: true, Weights: true, PairIDs: 2 * plan.MinQueryLength},
	Parts: func(f Format, p *plan.Plan) []encoding.Part {
		return countedParts(f, p, "pairs with documents cut further in bertsum, to fit both", func(r plan.Row) bool {
			_, _, isCut := sumFit(p, r.Query, [2]uint32{r.Pos, r.Neg})
			return isCut
		})
	},
	Sets: []set{
		{name: "bertsum", shape: orderRows, folders: []folder{{schema: "sumPair", sequence: (*row).setSum, about: "two rows a pair, " + sumAbout,
			row: `{"uid": "{uid}", "input_ids": "{input_ids}", "token_type_ids": "{token_type_ids}", "cls_positions": "{cls_positions}",
				"cls_texts": "{cls_texts}", "label": "{label:first|second}", "weight": "{weight}", "negative_source": "{negative_source}"}`}}},
		{name: "bertsum", classes: true, folders: []folder{{schema: "sumThree", sequence: (*row).setSum, about: "three classes, " + sumAbout,
			row: `{"uid": "{uid}", "input_ids": "{input_ids}", "token_type_ids": "{token_type_ids}", "cls_positions": "{cls_positions}",
				"cls_texts": "{cls_texts}", "label": "{class}", "weight": "{weight}"}`}}},
	},
}

// sumAbout describes the sequence in both sets of bertsum.
const sumAbout = "word pieces of [CLS] query [SEP] and [CLS] sentence [SEP] for every sentence of document 1, then 2, " +
	"in segments 0 and 1 by turns; " +
	"`cls_positions` are the places of [CLS], `cls_texts` whose sentence each begins: 0 the query's, 1 and 2 the documents'"

// countedParts returns the files of all sets. It adds the number of pairs for which isCut returns true to the plan's count note.
func countedParts(f Format, p *plan.Plan, note string, isCut func(r plan.Row) bool) (parts []encoding.Part) {
	for _, s := range f.Sets {
		parts = append(parts, s.parts(p, f)...)
	}
	cut := 0
	for _, v := range p.All() {
		for r := range v.Items.EachBrief {
			if isCut(r) {
				cut++
			}
		}
	}
	p.Note(note, cut)
	return parts
}

// duoLimit returns the maximum number of ids of a document. query is the number of the query's ids, with [CLS] and [SEP]. Each document
// with its [SEP] has half of the remaining ids, as in the authors' converter. With 512 ids, 64 of them the query's, these are the paper's
// 62, 223 and 223 pieces.
func duoLimit(p *plan.Plan, query int) int { return (p.Options.MaxLength-query)/2 - 1 }

// setDuo sets the row's sequence to that of a query and two documents.
func (r *row) setDuo() {
	r.ids = r.Sequences.AppendSingle(r.ids, r.query.Number, r.Options.MaxQueryLength)
	limit := duoLimit(r.Plan, len(r.ids))
	r.segment(0, len(r.ids))
	for i, d := range r.docs {
		begin := len(r.ids)
		r.ids = append(r.Store.AppendIDs(r.ids, d.Number, limit), r.Sequences.SEP)
		r.segment(int8(i+1), len(r.ids)-begin)
	}
}

// setSum sets the row's sequence to that of a query and the sentences of two documents. If the documents do not fit, it cuts the longer one
// to the length of the other, and then both. The last sentence of a document may be cut, as in the authors' code.
func (r *row) setSum() {
	sentence := func(number int8, ids []int32) {
		r.places, r.texts = append(r.places, int32(len(r.ids))), append(r.texts, number)
		r.ids = append(append(append(r.ids, r.Sequences.CLS), ids...), r.Sequences.SEP)
		r.segment(int8(len(r.places)+1)%2, len(ids)+plan.SingleExtra)
	}
	text := r.Store.AppendIDs(nil, r.query.Number, r.Options.MaxQueryLength-plan.SingleExtra)
	sentence(0, text)
	var left [2]int // number of ids that each document may still have
	left[0], left[1], _ = sumFit(r.Plan, r.query.Number, [2]uint32{r.docs[0].Number, r.docs[1].Number})
	for i, document := range r.docs {
		text = r.Store.AppendIDs(text[:0], document.Number, r.Options.MaxLength)
		low := uint32(0)
		for _, high := range r.Store.Sentences.EndsOf(document.Number) {
			if left[i] <= plan.SingleExtra && low > 0 {
				break
			}
			n := min(int(high-low), max(0, left[i]-plan.SingleExtra))
			sentence(int8(i+1), text[low:int(low)+n])
			left[i] -= n + plan.SingleExtra
			low = high
		}
	}
	r.bytes += len(r.types) // the estimated size of a row counts the types twice
}

// sumFit returns how many ids of each document fit, including [CLS] and [SEP] of its sentences. cut is true if not all ids fit.
func sumFit(p *plan.Plan, query uint32, documents [2]uint32) (first, second int, cut bool) {
	size := func(document uint32) int {
		return p.Store.Length(document, p.Options.MaxLength) + plan.SingleExtra*len(p.Store.Sentences.EndsOf(document))
	}
	first, second = size(documents[0]), size(documents[1])
	limit := p.Options.MaxLength - plan.SingleExtra - p.Store.Length(query, p.Options.MaxQueryLength-plan.SingleExtra)
	if first+second <= limit {
		return first, second, false
	}
	first, second, _ = tokenize.Fit(first, second, limit, tokenize.LongestFirst) // cannot fail: limit is not negative
	return first, second, true
}
