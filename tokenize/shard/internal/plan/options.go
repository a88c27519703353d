package plan

import (
	"fmt"
	"slices"

	"github.com/axiomine/axiomine/internal/parallel"
)

// Options select what Write writes. All but Threads decide the bytes.
type Options struct {
	Formats        []string `json:"formats"`          // names of Formats
	ShardRows      int      `json:"shard_rows"`       // pairs in a shard; 0: as many as make ShardBytes, but see minShards
	ShardBytes     int64    `json:"shard_bytes"`      // aim for the text of a shard's pairs, before compression
	Compression    string   `json:"compression"`      // of Parquet: snappy, zstd or none
	MaxLength      int      `json:"max_length"`       // ids of a sequence, special tokens counted
	MaxQueryLength int      `json:"max_query_length"` // ids of [CLS] query [SEP]
	// documents of a group, one of them the positive; 0: what the format's trainer takes
	GroupSize    int    `json:"group_size"`
	Pointwise    string `json:"pointwise"`            // inputs with two labels: majority, soft, keep or once
	Prompt       string `json:"prompt,omitempty"`     // the instruction of every query, where a format has a place for it
	Template     string `json:"template,omitempty"`   // of rows of the format template: its text
	Layout       Layout `json:"layout"`               // of three-class tasks: A or B
	MTDNNRanking string `json:"mtdnn_ranking"`        // pairwise tasks in mtdnn: group, pointwise or regression
	MTDNNSan     bool   `json:"mtdnn_san"`            // enable_san in mtdnn, but for groups; the trainer's code of 2024 fails on it
	Compat       string `json:"compat"`               // of tfrecord: dl4marco leaves the last position unused
	Candidates   string `json:"candidates,omitempty"` // whose candidates are written beside the rows: dev, test or all; empty: nobody's
	// SpreadQueries is the size of batches that hold no two rows of a query, and no positive that another row's query prefers; 0:
	// rows are shuffled.
	SpreadQueries int `json:"spread_queries,omitempty"`
	Readers       int `json:"readers,omitempty"` // ranks times workers that read files; each gets 4 or more; 0: by rows and bytes
	Threads       int `json:"-"`                 // 0: all cores
}

// Documents returns the configured size of a group, or usual where there is none.
func (o Options) Documents(usual int) int {
	if o.GroupSize > 0 {
		return o.GroupSize
	}
	return usual
}

// Lengths are at least [CLS] and [SEP] with one id, and [SEP] with one id of a document after it.
// Groups are limited too.
const (
	MinQueryLength = 3
	minBehindQuery = 2
	maxGroup       = 1024 // documents
	maxBatch       = 4096 // rows
)

// Faults lists what is wrong with the options, without the formats and their own options.
func (o Options) Faults() (faults []string) {
	bad := func(format string, args ...any) { faults = append(faults, fmt.Sprintf(format, args...)) }
	if o.ShardRows < 0 {
		bad("shard_rows: %d is negative", o.ShardRows)
	}
	if o.ShardRows == 0 && o.ShardBytes < 1 {
		bad("shard_bytes: %d is not positive", o.ShardBytes)
	}
	if o.MaxQueryLength < MinQueryLength {
		bad("max_query_length: %d has no room for [CLS], a piece and [SEP]", o.MaxQueryLength)
	}
	if o.MaxLength < o.MaxQueryLength+minBehindQuery {
		bad("max_length: %d has no room for a document behind a query of %d", o.MaxLength, o.MaxQueryLength)
	}
	if o.GroupSize < 0 || o.GroupSize == 1 || o.GroupSize > maxGroup {
		bad("group_size: %d is not between 2 and %d, or 0", o.GroupSize, maxGroup)
	}
	switch o.Pointwise {
	case Majority, Soft, Keep, Once:
	default:
		bad("pointwise: %q is none of majority, soft, keep, once", o.Pointwise)
	}
	switch o.Layout {
	case LayoutB:
	case LayoutA:
		if least := threeExtra + 2*(o.MaxQueryLength-2) + 2; o.MaxLength < least {
			bad("max_length: layout A has the query twice and needs %d for a query of %d", least, o.MaxQueryLength)
		}
	default:
		bad("layout: %q is neither A nor B", o.Layout)
	}
	if !slices.Contains([]string{"", CandidatesDev, CandidatesTest, CandidatesAll}, o.Candidates) {
		bad("candidates: %q is none of dev, test, all", o.Candidates)
	}
	if o.SpreadQueries < 0 || o.SpreadQueries == 1 || o.SpreadQueries > maxBatch {
		bad("spread_queries: %d is not between 2 and %d, or 0", o.SpreadQueries, maxBatch)
	}
	if o.Readers < 0 {
		bad("readers: %d is negative", o.Readers)
	}
	if o.Readers > 0 && o.ShardRows > 0 {
		bad("readers: %d and shard_rows: %d both divide a split into files: give one of them", o.Readers, o.ShardRows)
	}
	if o.SpreadQueries > 1 && o.ShardRows%o.SpreadQueries != 0 {
		bad("shard_rows: %d is no multiple of spread_queries, %d: a batch lies in one file", o.ShardRows, o.SpreadQueries)
	}
	if o.Threads < 0 {
		bad("threads: %d is negative", o.Threads)
	}
	return faults
}

// Workers returns the configured number of threads, or the number of cores.
func (o Options) Workers() int { return parallel.Threads(o.Threads) }

// Needs lists what a format needs from a plan and from the options, and what it can hold.
type Needs struct {
	IDs       IDs  // the token store
	BERT      bool // [CLS] and [SEP] where BERT has them
	Sentences bool // where the sentences of documents end in the token store
	Flat      bool // texts without tabs and line breaks
	Classes   bool // takes rows of three-class tasks; other formats leave them out
	Rankings  bool // evaluates: writes the rankings
	Lists     bool // learns from the judged candidates of queries
	Groups    bool // of a positive and its negatives
	Weights   bool // carries the weight of a row or of a group, at least in a config beside it

	HardLabels func(o Options) bool // labels are classes, with nothing between them; nil: not so
	PairIDs    int                  // ids that two documents behind a query need
}

// IDs is whether a format holds ids of word pieces.
type IDs int

// What formats hold. With IDsWhereGiven the folders that hold ids are written where there is a vocabulary.
const (
	NoIDs IDs = iota
	IDsWhereGiven
	IDsAlways
)

// Always returns true for any options.
func Always(Options) bool { return true }

// Faults returns which options a format of this name cannot fulfil.
func (n Needs) Faults(name string, o Options) (faults []string) {
	bad := func(format string, args ...any) { faults = append(faults, fmt.Sprintf(format, args...)) }
	if n.PairIDs > 0 && o.MaxLength < o.MaxQueryLength+n.PairIDs {
		bad("max_length: %s has two documents and needs %d for a query of %d", name, o.MaxQueryLength+n.PairIDs, o.MaxQueryLength)
	}
	if o.Pointwise == Soft && n.HardLabels != nil && n.HardLabels(o) {
		bad("pointwise: labels of %s are classes: majority, keep or once", name)
	}
	return faults
}

// Union returns the needs of two formats together, from a plan.
func (n Needs) Union(other Needs) Needs {
	return Needs{IDs: max(n.IDs, other.IDs), BERT: n.BERT || other.BERT, Sentences: n.Sentences || other.Sentences, Flat: n.Flat || other.Flat,
		Rankings: n.Rankings || other.Rankings, Lists: n.Lists || other.Lists, Groups: n.Groups || other.Groups}
}
