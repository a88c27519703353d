package sample

import (
	"fmt"
	"math"

	"github.com/axiomine/axiomine/internal/ui/terminal"
	"github.com/axiomine/axiomine/tokenize/pairs"
)

// PoolLedger accounts for every instance of one pool: Mined + Formed = Dropped.Sum() + Labelling + Size, and Size = Taken + pairs that were
// not wanted. Under multi-graded, instances make labels, and labels make the pairs of the pool. Under paired Labelling and Formed are 0.
type PoolLedger struct {
	Name      string     `json:"axiom"` // the axiom's canonical expression
	Mined     int        `json:"mined"` // number of pairs on which the axiom has a preference
	Dropped   DropCounts `json:"dropped"`
	Labelling int        `json:"labelling,omitempty"` // number of instances that make labels
	Formed    int        `json:"formed,omitempty"`    // number of pairs that labels make
	Size      int        `json:"pool"`                // number of pairs that can be drawn
	Wanted    int        `json:"wanted"`              // number of pairs asked for
	Taken     int        `json:"taken"`               // number of pairs drawn
	Shortfall int        `json:"shortfall"`           // number of wanted pairs that are neither drawn nor in the row of another axiom
	// Violated is the number of drawn pairs that the run orders wrongly; nil if the order of drawing needs no run.
	Violated *int       `json:"violated,omitempty"`
	Lengths  LengthSums `json:"-"` // lengths of the documents of the pool, also of pairs that LengthUnmatched counts
}

// LengthSums has sums that compare the lengths of the two documents of pairs.
type LengthSums struct {
	Skew   int64  `json:"Skew"`   // the sum of relative length differences, in units of 1/skewUnit
	SkewN  int    `json:"SkewN"`  // number of pairs
	Longer [2]int `json:"Longer"` // numbers of pairs whose preferred document is the longer one, and the shorter one
}

// skewUnit is the number of units of LengthSums.Skew in 1. The sum is an integer, so that the order of additions does not matter.
const skewUnit = 1 << 30

// add adds a pair whose preferred document has the first length.
func (l *LengthSums) add(posLen, negLen int) {
	l.SkewN++
	if posLen > negLen {
		l.Longer[0]++
	} else if posLen < negLen {
		l.Longer[1]++
	}
	if longer := max(posLen, negLen); longer > 0 {
		l.Skew += int64(math.Round(float64(posLen-negLen) / float64(longer) * skewUnit))
	}
}

// LengthSkew returns the mean of (|d+| - |d-|) / max(|d+|, |d-|) over the pool, with each summand rounded to 2^-30.
func (l *PoolLedger) LengthSkew() float64 {
	return float64(l.Lengths.Skew) / skewUnit / float64(max(l.Lengths.SkewN, 1))
}

// Agreement returns the share of DropCounts.Decisions that prefer the relevant document; nil if there are none.
func (l *PoolLedger) Agreement() *float64 {
	right, all := l.Dropped.Decisions()
	if all == 0 {
		return nil
	}
	return new(float64(right) / float64(all))
}

// Direction returns the numbers of the pool's pairs, and of those that prefer the longer and the shorter document.
func (l *PoolLedger) Direction() pairs.Direction {
	return pairs.Direction{Pairs: l.Lengths.SkewN, Longer: l.Lengths.Longer[0], Shorter: l.Lengths.Longer[1]}
}

// JudgedSums has the numbers of judged pairs of some queries. A judged pair is a relevant document above another one.
type JudgedSums struct {
	Found       int              `json:"JudgedN"`        // number of pairs within the limits per query and per positive
	BeyondLimit int              `json:"Beyond"`         // number of pairs that these limits leave out
	Suspects    Suspects         `json:"Suspects"`       // numbers of pairs that filters left out, before any limit
	Alone       int              `json:"Alone,omitzero"` // number of positives to which the filters leave no negative
	Stated      PreferenceCounts `json:"Stated"`         // numbers of preferences that the judgements state
}

// JudgedLedger accounts for the judged pairs of a sample.
type JudgedLedger struct {
	JudgedSums
	Wanted    int // number of pairs asked for
	Taken     int // number of pairs drawn
	Displaced int // number of pairs that axiomatic pairs replace if the budget is replace
}

// Count moves the drawn pairs from NotDrawn to Used in JudgedLedger.Stated. isJudged reports whether a pair's negative is judged.
func (r *Result) Count(isJudged func(PoolInstance) bool) {
	s := &r.JudgedLedger.Stated
	for _, d := range r.Judged {
		if isJudged(d) {
			s.Used, s.NotDrawn = s.Used+1, s.NotDrawn-1
		}
	}
}

// Result is a finished sample. Pools and Judged are in drawing order.
type Result struct {
	Judged       []PoolInstance
	Pools        [][]PoolInstance
	JudgedLedger JudgedLedger
	Ledger       []PoolLedger
	Conflicts    int // number of pairs that two axioms order in opposite directions
}

// Warnings returns warnings on pools in which length alone decides most pairs, and on pools in which a run has too few mistakes to draw.
func (r *Result) Warnings(draw string) []string {
	var out []string
	for _, l := range r.Ledger {
		if l.Violated != nil && *l.Violated < l.Taken {
			mistakes := fmt.Sprintf("only %d", *l.Violated)
			if *l.Violated == 0 {
				mistakes = "none"
			}
			out = append(out,
				fmt.Sprintf("%s: of %s that sample: %s drew, the run orders %s wrongly; the others are drawn as under balanced", l.Name,
					terminal.Plural(l.Taken, "pair", "pairs"), draw, mistakes))
		}
		if way := l.Direction(); way.Leans() != "" && !drawOrderNamed(draw).couples {
			out = append(out, fmt.Sprintf("%s: %s; %s", l.Name, way.Text(), way.Advice()))
		}
	}
	return out
}

// PreferenceCounts has the number of preferences that judgements state, by their use. A judgement states that a document is above each
// document of the query with a lower grade. All is the sum of the other fields.
type PreferenceCounts struct {
	All         int `json:"stated"`            // all pairs of a query's judged documents with different grades
	SameSide    int `json:"same_side"`         // neither document is relevant, or both are under grades: binary
	NotInUse    int `json:"labels_not_in_use"` // the query is not among the judged_queries
	NotHeld     int `json:"unknown_document"`  // the collection lacks a document
	NoCandidate int `json:"no_candidate"`      // a document is no candidate (add_judged adds it)
	LeftOut     int `json:"left_out"`          // a filter of negatives leaves it out: same_text, skip_top, score_margin ...
	BeyondLimit int `json:"beyond_limit"`      // a limit leaves it out: negatives_per_positive, positives_per_query, negatives_per_query
	NotDrawn    int `json:"not_drawn"`         // gen.judged leaves it out, or axiomatic pairs displace it
	Used        int `json:"used"`              // it is in a row
}

// Unused returns the number of preferences that are in no row, by reason.
func (s PreferenceCounts) Unused() map[string]int {
	return map[string]int{"same_side": s.SameSide, "labels_not_in_use": s.NotInUse, "document_not_in_the_collection": s.NotHeld,
		"no_candidate": s.NoCandidate, "dropped_by_a_filter": s.LeftOut, "beyond_a_limit": s.BeyondLimit, "not_used": s.NotDrawn}
}

// countStated returns the numbers of a query's preferences by use. numAllowed is the number of those that no filter leaves out, and judged
// the query's judged pairs within all limits. All these pairs count as NotDrawn until Result.Count.
func (o *Options) countStated(q *Query, numAllowed int, judged []pairs.Instance) PreferenceCounts {
	s := PreferenceCounts{All: q.Stated + q.Graded + q.IrrelevantPairs, SameSide: q.IrrelevantPairs}
	inRows, inCollection := q.Stated, q.Held // numbers of preferences that rows can state, and of those whose documents are indexed
	if o.Grades == Binary {
		s.SameSide += q.Graded
	} else {
		inRows, inCollection = inRows+q.Graded, inCollection+q.GradedHeld
	}
	if !q.Labelled {
		s.NotInUse = inRows
		return s
	}
	drawable := 0
	for _, in := range judged {
		if q.isJudged(in.Neg) {
			drawable++
		}
	}
	candidates := o.countCandidates(q)
	s.NotHeld, s.NoCandidate = inRows-inCollection, inCollection-candidates
	s.LeftOut, s.BeyondLimit, s.NotDrawn = candidates-numAllowed, numAllowed-drawable, drawable
	return s
}

// countCandidates returns the number of a query's preferences for a relevant document over another candidate.
func (o *Options) countCandidates(q *Query) (n int) {
	var positives, relevantDocs []int32
	nonRelevant := 0
	for doc := range q.Docs {
		switch c := &q.Docs[doc]; {
		case !c.Judged || c.Outside && o.Positives == FromCandidates:
		case c.Grade < o.MinGrade:
			nonRelevant++
		default:
			positives = append(positives, int32(doc))
			if !c.Outside {
				relevantDocs = append(relevantDocs, int32(doc))
			}
		}
	}
	if o.Grades != Binary {
		for _, doc := range relevantDocs {
			n += q.countAbove(positives, doc, o.MinGrade)
		}
	}
	return n + len(positives)*nonRelevant
}
