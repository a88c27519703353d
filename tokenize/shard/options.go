package shard

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/lists"
	"github.com/axiomine/axiomine/tokenize"
	"github.com/axiomine/axiomine/tokenize/shard/internal/encoding"
	"github.com/axiomine/axiomine/tokenize/shard/internal/format"
	"github.com/axiomine/axiomine/tokenize/shard/internal/plan"
)

// Options decide what Write writes. All options except Threads change the bytes.
type Options plan.Options

// Defaults returns the default options: Parquet for Hugging Face datasets in shards of 192 MiB, for a BERT of 512 positions with queries of
// 64, and TRL's form of pairs for the format template.
func Defaults() Options {
	pair, _ := format.TemplateText("dpo")
	return Options{Formats: []string{"parquet"}, ShardBytes: 192 << 20, Compression: "snappy", MaxLength: 512, MaxQueryLength: 64,
		Pointwise: plan.Majority, Layout: plan.LayoutB, MTDNNRanking: format.MTDNNGroup, Template: pair}
}

// Validate checks the options and reports all faults at once.
func (o Options) Validate() error {
	var faults []string
	hint := ""
	bad := func(format string, args ...any) { faults = append(faults, fmt.Sprintf(format, args...)) }
	if len(o.Formats) == 0 {
		bad("formats: none given, of %s", strings.Join(FormatNames(), ", "))
	}
	for i, name := range o.Formats {
		f, ok := format.Find(name)
		if !ok {
			bad("formats: %q is none of %s", name, strings.Join(FormatNames(), ", "))
			hint = cmp.Or(hint, errs.Suggestion(name, FormatNames()...)+"axiomine tokenize formats says what each is for")
		}
		if slices.Contains(o.Formats[:i], name) {
			bad("formats: %s twice", name)
		}
		faults = append(faults, f.Needs.Faults(name, plan.Options(o))...)
	}
	if _, ok := encoding.Codecs[o.Compression]; !ok {
		bad("compression: %q is none of snappy, zstd, none", o.Compression)
	}
	faults = append(faults, plan.Options(o).Faults()...)
	for _, f := range format.All {
		if f.Options != nil {
			faults = append(faults, f.Options(plan.Options(o))...)
		}
	}
	evaluates := lists.Map(lists.Filter(format.All, format.Format.Evaluates), func(f format.Format) string { return f.Name })
	if o.Candidates != "" && len(faults) == 0 && !slices.ContainsFunc(o.Formats, func(name string) bool { return slices.Contains(evaluates, name) }) {
		bad("formats %s have no form for candidates", strings.Join(o.Formats, ", "))
		hint = "add one of " + strings.Join(evaluates, ", ")
	}
	if len(faults) > 0 {
		return errs.BadUsage(hint, "%s", strings.Join(faults, "; "))
	}
	return nil
}

// CheckTokenizer returns an error for a tokenizer whose template the formats cannot write.
func (o Options) CheckTokenizer(t *tokenize.Tokenizer) error {
	return plan.CheckTokenizer(t, plan.Options(o), needsOf(o))
}

// needsOf returns what the formats need from a plan.
func needsOf(o Options) (needs plan.Needs) {
	for _, name := range o.Formats {
		f, _ := format.Find(name)
		needs = needs.Union(f.Needs)
	}
	return needs
}

// NeedsVocabulary reports whether a format of the options cannot be written without a vocabulary.
func (o Options) NeedsVocabulary() bool { return needsOf(o).IDs == plan.IDsAlways }

// CandidatesAll is the value of Options.Candidates for the candidates of dev and test.
const CandidatesAll = plan.CandidatesAll

// Layout is the order of a query and two documents in the sequence of a three-class task.
type Layout = plan.Layout
