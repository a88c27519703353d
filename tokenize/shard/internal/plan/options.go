package plan

import (
	"fmt"
	"slices"

	"github.com/axiomine/axiomine/internal/parallel"
)

// Options decide what Write writes. All options except Threads change the bytes.
type Options struct {
	Formats        []string `json:"formats"`          // the names of the output formats
	ShardRows      int      `json:"shard_rows"`       // the number of pairs in a shard; 0 lets ShardBytes and minShards decide
	ShardBytes     int64    `json:"shard_bytes"`      // the wanted size of the texts of a shard's pairs, before compression
	Compression    string   `json:"compression"`      // the compression of Parquet: snappy, zstd or none
	MaxLength      int      `json:"max_length"`       // the maximum number of ids of a sequence, with special tokens
	MaxQueryLength int      `json:"max_query_length"` // the maximum number of ids of [CLS] query [SEP]
	// GroupSize is the number of documents of a group, with the positive; 0 means the default of the format's trainer.
	GroupSize    int    `json:"group_size"`
	Pointwise    string `json:"pointwise"`            // the treatment of inputs with two labels: majority, soft, keep or once
	Prompt       string `json:"prompt,omitempty"`     // the instruction of every query, where a format has a place for it
	Template     string `json:"template,omitempty"`   // the text of the user's template, for the format template
	Layout       Layout `json:"layout"`               // the order in sequences of three-class tasks: A or B
	MTDNNRanking string `json:"mtdnn_ranking"`        // the form of pairwise tasks in mtdnn: group, pointwise or regression
	MTDNNSan     bool   `json:"mtdnn_san"`            // enable_san of mtdnn, except for groups; the trainer's code of 2024 fails if it is true
	Compat       string `json:"compat"`               // "" or dl4marco, which leaves the last position of tfrecord unused
	Candidates   string `json:"candidates,omitempty"` // the splits whose candidates are written too: dev, test, all or none ("")
	// SpreadQueries is the number of rows of a batch. No two rows of a batch have the same query, and no row's positive is also preferred by
	// another row's query. 0 leaves the rows shuffled.
	SpreadQueries int `json:"spread_queries,omitempty"`
	Readers       int `json:"readers,omitempty"` // the number of readers (ranks times workers), each with at least 4 files; 0: not known
	Threads       int `json:"-"`                 // the number of threads; 0 for all cores
}

// The limits of lengths, groups and batches.
const (
	MinQueryLength = 3    // [CLS], an id of a query, [SEP]
	minBehindQuery = 2    // an id of a document, [SEP]
	maxGroup       = 1024 // documents
	maxBatch       = 4096 // rows
)

// Faults returns the errors in the options, except those of formats and their own options.
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
		if minimum := threeExtra + 2*(o.MaxQueryLength-2) + 2; o.MaxLength < minimum {
			bad("max_length: layout A has the query twice and needs %d for a query of %d", minimum, o.MaxQueryLength)
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

// Needs describes what a format needs from a plan and from the options, and what it can hold.
type Needs struct {
	IDs        IDs                  // when the format holds ids of word pieces
	BERT       bool                 // needs a template with [CLS] and [SEP] at BERT's places
	Sentences  bool                 // needs the ends of the documents' sentences
	Flat       bool                 // needs texts without tabs and line breaks
	Classes    bool                 // holds rows of three-class tasks; other formats leave them out
	Rankings   bool                 // writes the rankings, to evaluate with
	Lists      bool                 // writes the judged candidates of queries
	Groups     bool                 // holds groups of a positive and its negatives
	Weights    bool                 // holds weights of rows or groups, in the rows or in a config beside them
	HardLabels func(o Options) bool // reports whether labels are only 0 or 1; nil if they never are
	PairIDs    int                  // the minimum number of ids of two documents after a query
}

// IDs is the case in which a format holds ids of word pieces: never, with a vocabulary, or always.
type IDs int

// The values of IDs.
const (
	NoIDs         IDs = iota // never
	IDsWhereGiven            // if there is a vocabulary
	IDsAlways                // always, and a missing vocabulary is an error
)

// Faults returns the errors in the options for a format of this name with these needs.
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

// Union returns the needs of two formats together. It returns only the needs that a plan reads.
func (n Needs) Union(other Needs) Needs {
	return Needs{IDs: max(n.IDs, other.IDs), BERT: n.BERT || other.BERT, Sentences: n.Sentences || other.Sentences, Flat: n.Flat || other.Flat,
		Rankings: n.Rankings || other.Rankings, Lists: n.Lists || other.Lists, Groups: n.Groups || other.Groups}
}
