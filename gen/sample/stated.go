package sample

import (
	"fmt"
	"strings"

	"github.com/axiomine/axiomine/tokenize/pairs"
)

// Stated accounts for the preferences that judgements state, each document of a query above each one with a lower grade: All is the sum of
// the other fields.
type Stated struct {
	All         int `json:"stated"`            // pairs of judged documents with different grades, by query
	SameSide    int `json:"same_side"`         // both documents are relevant, or neither is: min_grade lies not between their grades
	NotInUse    int `json:"labels_not_in_use"` // judged_queries leaves the query's labels out
	NotHeld     int `json:"unknown_document"`  // the collection lacks a document
	NoCandidate int `json:"no_candidate"`      // a document is no candidate: add_judged adds it
	LeftOut     int `json:"left_out"`          // by a filter of negatives: same_text, skip_top, score_margin ..
	BeyondLimit int `json:"beyond_limit"`      // negatives_per_positive, positives_per_query, negatives_per_query
	NotDrawn    int `json:"not_drawn"`         // regular, or displaced by axiomatic pairs
	Used        int `json:"used"`              // rows
}

func (s *Stated) add(o Stated) {
	s.All += o.All
	s.SameSide += o.SameSide
	s.NotInUse += o.NotInUse
	s.NotHeld += o.NotHeld
	s.NoCandidate += o.NoCandidate
	s.LeftOut += o.LeftOut
	s.BeyondLimit += o.BeyondLimit
	s.NotDrawn += o.NotDrawn
	s.Used += o.Used
}

// Text says how many of the preferences became rows, and why the others did not; empty where the judgements state none.
func (s Stated) Text() string {
	if s.All == 0 {
		return ""
	}
	var why []string
	for _, reason := range s.Unused() {
		if reason.N > 0 {
			why = append(why, fmt.Sprintf("%s %d", reason.Name, reason.N))
		}
	}
	text := fmt.Sprintf("preferences that judgements state: %d, in rows %d", s.All, s.Used)
	if len(why) > 0 {
		text += ", not in rows: " + strings.Join(why, ", ")
	}
	return text
}

// Reason is why preferences are not used, and how many.
type Reason struct {
	Name string
	N    int
}

// Unused returns the preferences that are in no row by every reason there is.
func (s Stated) Unused() []Reason {
	return []Reason{{"both documents relevant, or neither (--min-grade N divides them)", s.SameSide}, {"labels not in use", s.NotInUse},
		{"document not in the collection", s.NotHeld}, {"document no candidate (--add-judged on)", s.NoCandidate},
		{"left out by a filter", s.LeftOut}, {"beyond a limit", s.BeyondLimit}, {"not drawn", s.NotDrawn}}
}

// settle sets what is left of the preferences within all limits once so many became rows.
func (s *Stated) settle(used int) {
	s.Used, s.NotDrawn = used, s.NotDrawn-used
}

// stated accounts for a query's preferences, of which no filter leaves out so many, and within are its regular pairs within all limits.
// Those may be drawn: until the sample is closed they count as not drawn.
func (o *Options) stated(q *Query, allowed int, within []pairs.Instance) Stated {
	if !q.Labelled {
		return Stated{All: q.Stated + q.SameSide, SameSide: q.SameSide, NotInUse: q.Stated}
	}
	relevantDocs, others := 0, 0
	for doc := range q.Docs {
		switch c := &q.Docs[doc]; {
		case !c.Judged || c.Outside && o.Positives == FromCandidates:
		case c.Grade >= o.MinGrade:
			relevantDocs++
		default:
			others++
		}
	}
	drawable := 0
	for _, in := range within {
		if q.isJudged(in.Neg) {
			drawable++
		}
	}
	candidates := relevantDocs * others
	return Stated{All: q.Stated + q.SameSide, SameSide: q.SameSide, NotHeld: q.Stated - q.Held, NoCandidate: q.Held - candidates,
		LeftOut: candidates - allowed, BeyondLimit: allowed - drawable, NotDrawn: drawable}
}

// regularKey returns a regular pair's place in the order of drawing: pairs with a judged negative come before all others.
func regularKey(draw string, k Key, judged bool) Key {
	const assumed = 1 << 63
	if draw == Uniform || draw == Hard { // the first number takes all 64 bits
		k[0] >>= 1
	}
	if !judged {
		k[0] |= assumed
	}
	return k
}
