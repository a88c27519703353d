package shard

import (
	"slices"

	"github.com/axiomine/axiomine/tokenize/shard/internal/format"
	"github.com/axiomine/axiomine/tokenize/shard/internal/plan"
)

// reader describes which formats read an option.
type reader struct {
	reads func(f format.Format, o Options) bool // reports whether a format reads the option; nil: all formats do
	lacks string                                // the reason why the option has no effect if no format reads it
}

// readers holds the options that only some formats read, by the key of the option.
var readers = map[string]reader{
	"max_length":       {func(f format.Format, _ Options) bool { return f.Needs.IDs != plan.NoIDs }, "no output format holds word pieces, which parquet does with --vocab"},
	"max_query_length": {func(f format.Format, _ Options) bool { return f.Needs.IDs != plan.NoIDs }, "no output format holds word pieces, which parquet does with --vocab"},
	"readers":          {func(f format.Format, _ Options) bool { return !f.IsWhole() }, "the output formats keep the rows of a split in one file"},
	"spread_queries":   {holdsRows, "no output format has rows that are read in batches"},
	"group_size":       {holds(format.Groups), "no output format holds groups"},
	"scores":           {holds(format.Scores), "no output format holds scores of a teacher"},
	"pointwise":        {holds(format.Labels), "no output format has a label for each document"},
	"template":         {isNamed("template"), "template is no output format"},
	"prompt":           {holds(format.Prompt), "no output format has a place for it: flagembedding, swift and templates with {prompt} have"},
	"layout":           {isNamed("parquet", "mtdnn"), "no output format puts three-class tasks into one sequence"},
	"mtdnn_ranking":    {isNamed("mtdnn"), "mtdnn is no output format"},
	"compat":           {isNamed("tfrecord", "tfrecord-eval"), "tfrecord is no output format"},
}

// idOptions are the options that a format with IDsWhereGiven reads only if there is a vocabulary.
var idOptions = []string{"max_length", "max_query_length", "pointwise", "layout"}

// Readers returns the formats that read an option with the other options o. option is the last part of its key. All formats read an option
// that is not in readers. hasIDs is true if there is a vocabulary.
func Readers(option string, o Options, hasIDs bool) (names []string) {
	for _, f := range format.All {
		lacks := !hasIDs && f.Needs.IDs == plan.IDsWhereGiven && slices.Contains(idOptions, option)
		if r := readers[option]; !lacks && (r.reads == nil || r.reads(f, o)) {
			names = append(names, f.Name)
		}
	}
	return names
}

// WhyUnread returns the reason why an option has no effect if no format reads it, and "" for an option that all formats read.
func WhyUnread(option string) string { return readers[option].lacks }

// isNamed returns a function that reports whether a format has one of the names.
func isNamed(names ...string) func(format.Format, Options) bool {
	return func(f format.Format, _ Options) bool { return slices.Contains(names, f.Name) }
}

// holdsRows reports whether a format has a row for each pair or group.
func holdsRows(f format.Format, _ Options) bool {
	return !slices.Contains([]string{"libsvm", "tfrecord-eval"}, f.Name)
}

// holds returns a function that reports whether rows of a format hold c.
func holds(c format.Content) func(format.Format, Options) bool {
	return func(f format.Format, o Options) bool { return f.Holds(c, plan.Options(o)) }
}
