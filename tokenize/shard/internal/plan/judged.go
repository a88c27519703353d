package plan

import (
	"fmt"
	"math"

	"github.com/cespare/xxhash/v2"

	"github.com/axiomine/axiomine/internal/intern"
	"github.com/axiomine/axiomine/internal/ui/terminal"
	"github.com/axiomine/axiomine/tokenize/pairs"
)

// judgedTexts states, for a query's and a document's text, whether a judgement says that the document is not relevant (element 0), and
// whether one says that it is relevant (element 1). Documents with the same bytes are one text.
type judgedTexts map[judgedText][2]bool

// judgedText identifies a query's and a document's text.
type judgedText struct {
	query uint64     // TextInfo.Folded of the query
	doc   intern.Sum // TextInfo.sum of the document, for which nobody can construct a second text
}

// judgedTexts returns the judgements that the input has in use. If the input has no judgements, it returns those that the pairs state.
func (p *Plan) judgedTexts() judgedTexts {
	if p.judged != nil {
		return p.judged
	}
	p.judged, p.unasked = judgedTexts{}, map[string]int{}
	if p.In.Judgements != nil {
		for j := range p.In.Judgements {
			if !j.InUse {
				continue
			}
			title, text, has := p.In.doc(j.DocID, p.In.number(textRef{id: j.DocID}))
			if query, ok := p.Store.queryNumber(j.QueryID); has && ok {
				p.judged.add(judgedText{p.Store.Info[query].Folded, intern.SumOf(DocText(title, text))}, j.Relevant)
			} else if has {
				p.unasked[j.Split]++
			}
		}
		return p.judged
	}
	for _, v := range p.splits {
		for r := range v.Items.EachBrief {
			if r.Class != nil {
				continue
			}
			if isJudged := r.Source == pairs.Judged; isJudged || r.PosGrade != nil {
				p.judged.add(p.Store.judgedText(r.Query, r.Pos), isJudged)
			}
			if r.NegGrade != nil {
				p.judged.add(p.Store.judgedText(r.Query, r.Neg), r.AreRelevant())
			}
		}
	}
	return p.judged
}

// queryNumber returns the number in the store of a query of the pairs; ok is false for other queries.
func (s *Store) queryNumber(id string) (number uint32, ok bool) {
	for _, src := range s.sources {
		if i, ok := src.Queries.Find(id); ok {
			return src.queries(i), true
		}
	}
	return 0, false
}

// judgedText returns the key of a query's and a document's text, by their numbers.
func (s *Store) judgedText(query, doc uint32) judgedText {
	return judgedText{s.Info[query].Folded, s.Info[doc].sum}
}

func (j judgedTexts) add(text judgedText, isRelevant bool) {
	labels, side := j[text], 0
	if isRelevant {
		side = 1
	}
	labels[side] = true
	j[text] = labels
}

// contradicts reports whether r is an axiom's pair and a judgement contradicts the label of one of its documents.
func (p *Plan) contradicts(r Row) bool {
	return r.Source == pairs.Axiomatic &&
		(p.judgedTexts()[p.Store.judgedText(r.Query, r.Pos)][0] || p.judgedTexts()[p.Store.judgedText(r.Query, r.Neg)][1])
}

// Contradicted and Unjudged begin the keys of counts of axioms' pairs in a format for embedders. The format's name follows.
const (
	Contradicted = "axiomatic pairs that judgements contradict in "
	Unjudged     = "axiomatic pairs with a positive that nobody judged in "
)

// NoteEmbedded counts the axioms' pairs of a task that a judgement contradicts, and the others whose positive has no judgement.
func (p *Plan) NoteEmbedded(format string, t Task) {
	contradicted, unjudged := 0, 0
	for _, v := range t.Views {
		for r := range v.Items.EachBrief {
			if p.contradicts(r) {
				contradicted++
			} else if r.Source == pairs.Axiomatic && p.judgedTexts()[p.Store.judgedText(r.Query, r.Pos)] == [2]bool{} {
				unjudged++
			}
		}
	}
	p.Note(Contradicted+format, contradicted)
	p.Note(Unjudged+format, unjudged)
}

// dropContradictions returns the rows without the axioms' pairs that a judgement contradicts. It adds both pointwise rows of such a pair to
// pt.leftOut.
func (p *Plan) dropContradictions(rows Items[Row], pt *Points) Items[Row] {
	rest := make([]uint32, 0, rows.N)
	for i := range rows.N {
		r := rows.brief(i)
		if !p.contradicts(r) {
			rest = append(rest, uint32(i))
			continue
		}
		pt.leftOut[r.split].set(r.number, 0)
		pt.leftOut[r.split].set(r.number, 1)
		p.leftOut = xxhash.Sum64String(fmt.Sprint(p.leftOut, r.split, r.number))
	}
	if len(rest) == rows.N {
		return rows
	}
	return rows.pick(rest)
}

// countLabels counts in about the rows of a split, and the rows whose label is from an axiom and not from a judgement. A soft label counts
// as 0 or 1, whichever is nearer. If the input has judgements, countLabels also counts the judged inputs, and those that are in no row.
func (pt *Points) countLabels(p *Plan, rows Items[Row], about *Pointwise) {
	queries, hasRow, all := make([]bool, len(p.Store.Info)), map[judgedText]bool{}, p.judgedTexts()
	for r := range rows.EachBrief {
		queries[r.Query] = true
		pt.Each(r, func(doc uint32, _ string, label float64) {
			about.Rows++
			text := p.Store.judgedText(r.Query, doc)
			labels, isJudged := all[text]
			if isJudged {
				hasRow[text] = true
			}
			if r.Source == pairs.Axiomatic && !labels[int(math.Round(label))] {
				about.Axiomatic++
			}
		})
	}
	if p.In.Judgements == nil {
		return
	}
	isAsked := map[uint64]bool{} // TextInfo.Folded of the rows' queries
	for number, hasRows := range queries {
		if hasRows {
			isAsked[p.Store.Info[number].Folded] = true
		}
	}
	about.Judged = p.unasked[about.Split]
	for text := range all {
		if isAsked[text.query] {
			about.Judged++
		}
	}
	about.Rowless = about.Judged - len(hasRow)
}

// AxiomText returns a sentence on the rows of axioms' pairs, and "" if there is none.
func (p Pointwise) AxiomText() string {
	if p.Axiomatic == 0 && p.Contradicted == 0 {
		return ""
	}
	text := fmt.Sprintf("in %s, the label of %s of %s is from an axiom, not from a judgement (--axioms= leaves such rows out)", p.Split,
		terminal.Group(p.Axiomatic), terminal.Plural(p.Rows, "row", "rows"))
	if p.Contradicted > 0 {
		text += fmt.Sprintf("; %s left out, since judges gave the same text the other label",
			terminal.Plural(p.Contradicted, "axiomatic pair", "axiomatic pairs"))
	}
	if p.FromPairs {
		text += "; only judgements that the pairs state were compared with it: axiomine gen compares all"
	}
	return text
}
