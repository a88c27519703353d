// Package pairs defines a training pair, the record that mining, sampling, shards and training share, and reads and writes files of pairs.
package pairs

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"

	"github.com/axiomine/axiomine/internal/ui/terminal"
)

// Pairwise is the only task of pairwise data sets. It is a part of every uid.
const Pairwise = "pairwise"

// Source is the origin of a pair's order.
type Source string

const (
	Judged    Source = "judged"
	Axiomatic Source = "axiom"
)

// Origins of the other document of a pair.
const (
	NegativeJudged  = "judged"  // judged for this query, with a grade that is not relevant
	NegativeAssumed = "assumed" // not judged for this query
)

// Pair states that PosID should rank above NegID for QueryID. Ids are those of the collection. A
// document made by lnc2 from ID by repeating it k times has the id "ID~k".
type Pair struct {
	UID      string `parquet:"uid,optional"`
	Task     string `parquet:"task,optional,dict"`
	Axiom    string `parquet:"axiom,optional,dict"`   // canonical expression; empty for judged pairs
	Variant  string `parquet:"variant,optional,dict"` // the variant in use, also if it is the default; empty for judged pairs
	QueryID  string `parquet:"query_id,optional,dict"`
	PosID    string `parquet:"pos_id,optional"`
	NegID    string `parquet:"neg_id,optional"`
	PosLabel int32  `parquet:"pos_label,optional"` // 2 judged relevant, 1 preferred by an axiom
	NegLabel int32  `parquet:"neg_label,optional"` // 2 judged relevant, with a lower grade than PosID; 1 preferred by an axiom; else 0
	// Class is 0, 1 or 2 for the preference -1, 0 or +1 of PosID over NegID in a three-class task; nil in pairwise tasks.
	Class    *int32   `parquet:"class,optional"`
	Weight   float64  `parquet:"weight,optional"`
	Margin   float64  `parquet:"margin,optional"` // minimum difference of the network's scores in a hinge loss
	Source   Source   `parquet:"source,optional,dict"`
	PosGrade *int32   `parquet:"pos_grade,optional"` // nil if the document is not judged
	NegGrade *int32   `parquet:"neg_grade,optional"`
	PosRank  *int32   `parquet:"pos_rank,optional"` // nil if the document is not in the candidate run
	NegRank  *int32   `parquet:"neg_rank,optional"`
	PosScore *float64 `parquet:"pos_score,optional"`
	NegScore *float64 `parquet:"neg_score,optional"`
	Pass     int32    `parquet:"pass,optional"` // 0, or the repetition under --on-shortage repeat
	// NegSource is the result of NegativeSource. It is set only in files, for other programs; it is empty in memory.
	NegSource string `parquet:"negative_source,optional,dict"`
}

// AreRelevant reports whether both documents are judged relevant. The negative then has a lower grade.
func (p *Pair) AreRelevant() bool {
	const relevant = 2
	return p.Class == nil && p.PosLabel == relevant && p.NegLabel == relevant
}

// NegativeSide returns 0 if the negative is judged relevant too, and 1 if it is not.
func (p *Pair) NegativeSide() int {
	if p.AreRelevant() {
		return 0
	}
	return 1
}

// NegativeSource returns NegativeJudged or NegativeAssumed, and "" for a row of a three-class task, which has no negative.
func (p *Pair) NegativeSource() string {
	switch {
	case p.Class != nil:
		return ""
	case p.NegGrade != nil:
		return NegativeJudged
	}
	return NegativeAssumed
}

// MadeID returns the id of the document made from id by repeating it k times (LNC2).
func MadeID(id string, k int) string { return id + "~" + strconv.Itoa(k) }

// ParseMadeID parses the id of a made document. ok is false for an id without a number above 0 at its end.
func ParseMadeID(id string) (source string, times int, ok bool) {
	i := strings.LastIndexByte(id, '~')
	if i < 0 {
		return "", 0, false
	}
	times, err := strconv.Atoi(id[i+1:])
	return id[:i], times, err == nil && times > 0
}

// Instance is one mined preference between two candidates of a query: candidate number Pos should rank above candidate number Neg. If
// Made = k > 0, the preferred document is candidate Pos repeated k times (LNC2), and Pos = Neg.
type Instance struct {
	Pos, Neg, Made int32
}

// StatedCounts counts the pairs of documents for which a query's judgements state a preference.
type StatedCounts struct {
	Stated          int // pairs of a relevant document and one that is not relevant
	Held            int // pairs of Stated whose documents are both in the collection
	Graded          int // pairs of two relevant documents with different grades
	GradedHeld      int // pairs of Graded whose documents are both in the collection
	IrrelevantPairs int // pairs of two documents that are not relevant and have different grades
}

// Twin states how a document repeats a judged relevant document of the query. Such a document is never a negative.
type Twin uint8

const (
	NoTwin        Twin = iota
	SameText           // the folded texts are equal
	NearDuplicate      // the analysed texts share most of their word triples
)

// NewUID returns the first 16 hexadecimal digits of a SHA-256 hash, which is stable over runs. The hashed fields are task, axiom, query id,
// preferred id, other id and pass (in decimal). Before each field is its length in bytes as an unsigned 32-bit little-endian number.
func NewUID(task, axiom, queryID, posID, negID string, pass int) string {
	message := make([]byte, 0, 128)
	for _, part := range [...]string{task, axiom, queryID, posID, negID, strconv.Itoa(pass)} {
		message = append(binary.LittleEndian.AppendUint32(message, uint32(len(part))), part...)
	}
	sum := sha256.Sum256(message)
	return hex.EncodeToString(sum[:8])
}

// uidText returns the uid with these hexadecimal digits.
func uidText(digits uint64) string {
	var raw [8]byte
	binary.BigEndian.PutUint64(raw[:], digits)
	return hex.EncodeToString(raw[:])
}

// uidDigits returns the digits of a uid as a number. ok is false if NewUID cannot return such a uid.
func uidDigits(uid string) (digits uint64, ok bool) {
	digits, err := strconv.ParseUint(uid, 16, 64)
	return digits, err == nil && len(uid) == 16 && uid == strings.ToLower(uid)
}

// Direction counts the pairs of a pool by which document is longer. The other pairs have documents of equal length.
type Direction struct {
	Pairs   int `json:"pairs"`   // pairs of the pool
	Longer  int `json:"longer"`  // pairs whose preferred document is the longer one
	Shorter int `json:"shorter"` // pairs whose preferred document is the shorter one
}

// Leaning is the maximum share of a pool's pairs that may have one direction without a warning.
const Leaning = 0.6

// LongerShare returns the share of the pairs whose preferred document is the longer one; NaN without pairs.
func (d Direction) LongerShare() float64 { return float64(d.Longer) / float64(d.Pairs) }

// Leans returns "longer" or "shorter" if more than the share Leaning of the pairs prefers such documents, and the surplus exceeds two
// standard errors of a fair coin. Otherwise it returns "".
func (d Direction) Leans() string {
	surplus := d.Longer - d.Shorter
	switch {
	case surplus*surplus <= 4*(d.Longer+d.Shorter):
		return ""
	case float64(d.Longer) > Leaning*float64(d.Pairs):
		return "longer"
	case float64(d.Shorter) > Leaning*float64(d.Pairs):
		return "shorter"
	}
	return ""
}

// Advice returns a hint for a pool that leans. If all pairs have one direction, no bound and no order of drawing can balance them.
func (d Direction) Advice() string {
	if d.Longer == 0 || d.Shorter == 0 {
		return "leave the axiom out, or add one that prefers the other direction"
	}
	return "bound it with delta_star, or draw with sample: length-balanced"
}

// Text returns a sentence about the pairs that a model satisfies by length alone, for a pool that leans.
func (d Direction) Text() string {
	n := d.Longer
	if d.Leans() == "shorter" {
		n = d.Shorter
	}
	return fmt.Sprintf("a model obeys %s of this pool's %s by preferring the %s document", terminal.Group(n),
		terminal.Plural(d.Pairs, "pair", "pairs"), d.Leans())
}

// Decisions counts pairs in which exactly one document is relevant. right is the number of pairs that prefer the relevant document, decided
// the number of all pairs. all[0] pairs prefer the other document, all[1] pairs the relevant one. judged has the same two numbers for the
// pairs whose documents are both judged. If these are a tenth of all pairs or more, only they count: an unjudged document may be relevant.
func Decisions(all, judged [2]int) (right, decided int) {
	if n := judged[0] + judged[1]; 10*n >= all[0]+all[1] {
		return judged[1], n
	}
	return all[1], all[0] + all[1]
}
