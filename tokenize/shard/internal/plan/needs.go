package plan

import (
	"fmt"

	"github.com/axiomine/axiomine/tokenize/shard/internal/hashes"
)

// Needs lists what a format needs from a plan and from the options, and what it can hold.
type Needs struct {
	IDs       bool // the token store
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

// Always returns true for any options.
func Always(Options) bool { return true }

// Faults returns which options a format of this name cannot fulfil.
func (n Needs) Faults(name string, o Options) (faults []string) {
	bad := func(format string, args ...any) { faults = append(faults, fmt.Sprintf(format, args...)) }
	if n.PairIDs > 0 && o.MaxLength < o.MaxQueryLength+n.PairIDs {
		bad("max_length: %s has two documents and needs %d for a query of %d", name, o.MaxQueryLength+n.PairIDs, o.MaxQueryLength)
	}
	if o.Pointwise == hashes.Soft && n.HardLabels != nil && n.HardLabels(o) {
		bad("pointwise: labels of %s are classes: majority, keep or once", name)
	}
	return faults
}

// Union returns the needs of two formats together, from a plan.
func (n Needs) Union(other Needs) Needs {
	return Needs{IDs: n.IDs || other.IDs, BERT: n.BERT || other.BERT, Sentences: n.Sentences || other.Sentences, Flat: n.Flat || other.Flat,
		Rankings: n.Rankings || other.Rankings, Lists: n.Lists || other.Lists, Groups: n.Groups || other.Groups}
}
