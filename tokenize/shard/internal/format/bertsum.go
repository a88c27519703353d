package format

import (
	"errors"

	"github.com/axiomine/axiomine/tokenize"
	"github.com/axiomine/axiomine/tokenize/shard/internal/encoding"
	"github.com/axiomine/axiomine/tokenize/shard/internal/plan"
)

var bertsumFormat = Format{
	Name: "bertsum",
	About: "BERTSUM: config bertsum, ids of the query and the sentences of two documents, each in [CLS] .. [SEP]; " +
		"one for each three-class task",
	Use:     "load_dataset(DIR, \"bertsum\"); cls_positions are clss, token_type_ids segs of BERTSUM's data loader",
	Needs:   plan.Needs{IDs: true, BERT: true, Sentences: true, Classes: true, Weights: true, PairIDs: 2 * plan.MinQueryLength},
	Parts:   bertsumParts,
	Folders: []encoding.Folder{{Name: "", As: encoding.TableFiles{Wrong: checkSentences}}},
}

// sumPair is a row of a pair's two documents in one order; label states which of them ranks above
// the other.
type sumPair struct {
	UID       *string  `parquet:"uid,optional"`
	IDs       []int32  `parquet:"input_ids,optional,list,dict"`
	TypeIDs   []int8   `parquet:"token_type_ids,optional,list,dict"`
	Positions []int32  `parquet:"cls_positions,optional,list,dict"`
	Texts     []int8   `parquet:"cls_texts,optional,list,dict"`
	Label     *int64   `parquet:"label,optional,dict" classes:"second,first"`
	Weight    *float32 `parquet:"weight,optional,dict"`
	NegSource *string  `parquet:"negative_source,optional,dict"`
}

// sumThree is the row of a three-class task.
type sumThree struct {
	UID       *string  `parquet:"uid,optional"`
	IDs       []int32  `parquet:"input_ids,optional,list,dict"`
	TypeIDs   []int8   `parquet:"token_type_ids,optional,list,dict"`
	Positions []int32  `parquet:"cls_positions,optional,list,dict"`
	Texts     []int8   `parquet:"cls_texts,optional,list,dict"`
	Label     *int64   `parquet:"label,optional,dict" classes:"second,neither,first"`
	Weight    *float32 `parquet:"weight,optional,dict"`
}

// sumAbout describes the sequence of both.
const sumAbout = "word pieces of [CLS] query [SEP] and [CLS] sentence [SEP] for every sentence of document 1, then 2, " +
	"in segments 0 and 1 by turns; " +
	"`cls_positions` are the places of [CLS], `cls_texts` whose sentence each begins: 0 the query's, 1 and 2 the documents'"

// bertsumParts returns inputs as BERTSUM has them (Liu and Lapata, Text Summarization with
// Pretrained Encoders, EMNLP 2019, section 3.1): [CLS] before every sentence and [SEP] after it,
// interval segments 0, 1, 0, 1, .. Its sentences come from one document. Here the query is first
// and the sentences of two documents follow, as Klose's thesis proposes (sections 2.2 and 6). The
// authors' code calls the positions of [CLS] clss. A pair has two rows: its positive first, label
// 1, then its negative first, label 0. A pair of a three-class task has one row, in a config of its
// task.
func bertsumParts(p *plan.Plan) (parts []encoding.Part) {
	p.PairwiseTasks("bertsum", func(t plan.Task, config string) {
		parts = append(parts, encoding.Table[plan.Row, sumPair]{Config: config, Rows: encoding.Times[plan.Row](2),
			About: "two rows a pair, " + sumAbout,
			Fill: func(b *encoding.Batch, r plan.Row, out []sumPair) []sumPair {
				for i, documents := range bothOrders(r) {
					s := sumSentences(b, r.Query, documents)
					out = append(out, sumPair{&r.UID, s.ids, s.types, s.positions, s.texts, &classIDs[1-i], weightOf(r), negativeSource(r)})
				}
				return out
			}}.Parts(p, t.Views)...)
		noteSumCuts(p, t)
	})
	for _, t := range p.Tasks {
		if !t.Classes {
			continue
		}
		parts = append(parts, encoding.Table[plan.Row, sumThree]{Config: "bertsum-" + t.Label, About: "three classes, " + sumAbout,
			Fill: func(b *encoding.Batch, r plan.Row, out []sumThree) []sumThree {
				s := sumSentences(b, r.Query, [2]uint32{r.Pos, r.Neg})
				return append(out, sumThree{&r.UID, s.ids, s.types, s.positions, s.texts, classOf(r), weightOf(r)})
			}}.Parts(p, t.Views)...)
		noteSumCuts(p, t)
	}
	return parts
}

// sumSequence is a sequence with a [CLS] before each of its sentences.
type sumSequence struct {
	ids, positions []int32
	types, texts   []int8
}

// sumSentences returns the sequence of a query and the sentences of two documents. Of documents
// that do not fit the longer one is cut first, down to the other's length, then both. The last
// sentence that has room for a piece is cut, as in the authors' code.
func sumSentences(b *encoding.Batch, query uint32, documents [2]uint32) (s sumSequence) {
	p, start, firstType := b.Plan, len(b.IDs), len(b.Types)
	sentence := func(number int8, ids []int32) {
		s.positions, s.texts = append(s.positions, int32(len(b.IDs)-start)), append(s.texts, number)
		b.IDs = append(append(append(b.IDs, p.Sequences.CLS), ids...), p.Sequences.SEP)
		b.Segment(int8(len(s.positions)+1)%2, len(ids)+plan.SingleExtra)
	}
	text := p.Store.AppendIDs(nil, query, p.Options.MaxQueryLength-plan.SingleExtra)
	sentence(0, text)
	var room [2]int
	room[0], room[1], _ = sumFit(p, query, documents)
	for i, document := range documents {
		text = p.Store.AppendIDs(text[:0], document, p.Options.MaxLength)
		low := uint32(0)
		for _, high := range p.Store.Sentences.EndsOf(document) {
			if room[i] <= plan.SingleExtra && low > 0 {
				break
			}
			n := min(int(high-low), max(0, room[i]-plan.SingleExtra))
			sentence(int8(i+1), text[low:int(low)+n])
			room[i] -= n + plan.SingleExtra
			low = high
		}
	}
	s.ids, s.types = b.Sequence(start), b.Types[firstType:len(b.Types):len(b.Types)]
	b.Bytes += 4*len(s.positions) + len(s.types) + len(s.texts)
	return s
}

// sumFit returns how many ids each document has room for, [CLS] and [SEP] of its sentences
// included, and whether one is cut.
func sumFit(p *plan.Plan, query uint32, documents [2]uint32) (first, second int, cut bool) {
	size := func(document uint32) int {
		return p.Store.Length(document, p.Options.MaxLength) + plan.SingleExtra*len(p.Store.Sentences.EndsOf(document))
	}
	first, second = size(documents[0]), size(documents[1])
	room := p.Options.MaxLength - plan.SingleExtra - p.Store.Length(query, p.Options.MaxQueryLength-plan.SingleExtra)
	if first+second <= room {
		return first, second, false
	}
	first, second, _ = tokenize.Fit(first, second, room, tokenize.LongestFirst) // cannot fail where room is not negative
	return first, second, true
}

// noteSumCuts counts the rows of a task whose documents are cut to fit both.
func noteSumCuts(p *plan.Plan, t plan.Task) {
	cut := 0
	for _, v := range t.Views {
		for r := range v.Items.Briefly {
			if _, _, ok := sumFit(p, r.Query, [2]uint32{r.Pos, r.Neg}); ok {
				cut++
			}
		}
	}
	p.Note("pairs with documents cut further in bertsum, to fit both", cut)
}

// checkSentences returns an error unless a row has [CLS] at the beginning of each sentence and
// [SEP] at its end, segments 0 and 1 by turns, and sentences of the query, of document 1 and of
// document 2, in this order.
func checkSentences(r encoding.SequenceRow, _ *plan.TokenizerInfo) error {
	n := len(r.Positions)
	if n != len(r.Texts) || n == 0 || r.Positions[0] != 0 || r.Texts[0] != 0 || r.Texts[n-1] != 2 {
		return errors.New("has not a sentence of the query first and one of document 2 last")
	}
	for i, low := range r.Positions {
		high := int32(len(r.IDs))
		if i+1 < n {
			high = r.Positions[i+1]
			if step := r.Texts[i+1] - r.Texts[i]; step != 1 && (step != 0 || i == 0) {
				return errors.New("has not its sentences in the order query, document 1, document 2")
			}
		}
		if low+plan.SingleExtra > high || int(high) > len(r.IDs) || r.IDs[low] != r.IDs[0] || r.IDs[high-1] != r.IDs[len(r.IDs)-1] {
			return errors.New("has not [CLS] at the beginning of every sentence and [SEP] at its end")
		}
		for _, segment := range r.TypeIDs[low:high] {
			if segment != int8(i%2) {
				return errors.New("has not the segments 0 and 1 by turns")
			}
		}
	}
	return nil
}
