package shard

import "fmt"

// needs are what a format wants of a plan and of the options, and what it carries.
type needs struct {
	ids       bool // the token store
	sentences bool // where the sentences of documents end in the token store
	flat      bool // texts without tabs and line breaks
	classes   bool // takes rows of three-class tasks; other formats leave them out
	rankings  bool // evaluates: writes the rankings
	groups    bool // of a positive and its negatives
	weights   bool // carries the weight of a row or of a group, at least in a config beside it

	sized      func(o planOptions) bool // groups are all of one size; nil: not so
	hardLabels func(o planOptions) bool // labels are classes, with nothing between them; nil: not so
	behind     int                      // ids that two documents behind a query need
}

// always is an answer for any options.
func always(planOptions) bool { return true }

// faults says what the options ask that a format of this name cannot give.
func (n needs) faults(name string, o planOptions) (faults []string) {
	bad := func(format string, args ...any) { faults = append(faults, fmt.Sprintf(format, args...)) }
	if n.behind > 0 && o.MaxLength < o.MaxQueryLength+n.behind {
		bad("max_length: %s has two documents and needs %d for a query of %d", name, o.MaxQueryLength+n.behind, o.MaxQueryLength)
	}
	if o.ShortGroup == ShortShrink && n.sized != nil && n.sized(o) {
		bad("on_short_group: %s holds groups of one size: repeat or drop", name)
	}
	if o.Pointwise == PointwiseSoft && n.hardLabels != nil && n.hardLabels(o) {
		bad("pointwise: labels of %s are classes: majority or keep", name)
	}
	return faults
}

// with are what both want of a plan.
func (n needs) with(other needs) needs {
	return needs{ids: n.ids || other.ids, sentences: n.sentences || other.sentences, flat: n.flat || other.flat,
		rankings: n.rankings || other.rankings, groups: n.groups || other.groups}
}
