package gen

import (
	"context"
	"fmt"
	"strings"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/collection"
	"github.com/axiomine/axiomine/gen/corpus/read"
	"github.com/axiomine/axiomine/gen/dataset"
	"github.com/axiomine/axiomine/gen/prepare"
	"github.com/axiomine/axiomine/gen/quota"
	"github.com/axiomine/axiomine/gen/stage"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/result"
	"github.com/axiomine/axiomine/internal/ui/progress"
	"github.com/axiomine/axiomine/internal/ui/terminal"
)

// PlanRows returns the text of Plan with the requested amounts of training rows and the sizes of a mixture's tasks. Both need the
// candidates, which are computed in a temporary folder if the collection is small.
func PlanRows(ctx context.Context, l *configs.LoadedConfig, p *progress.Printer) (string, error) {
	text, err := Plan(ctx, l, p)
	if err != nil {
		return "", err
	}
	rows := NotPlanned
	var tasks []string
	err = WithSmallCandidates(ctx, &l.Config, func(p *prepare.Preparation) error {
		if err := dataset.CheckRequest(p); err != nil {
			return err
		}
		p.Run.Original = l.Original
		if rows, err = dataset.DescribeRequest(p); err != nil {
			return err
		}
		tasks, err = dataset.PlannedTasks(p)
		return err
	})
	text += "rows   " + rows + "\n"
	for _, line := range tasks {
		text += "task   " + line + "\n"
	}
	return text, err
}

// NotPlanned replaces the number of rows if the collection is too large to compute candidates for a plan.
const NotPlanned = "as many of axioms as gen.ratio and gen.pairs say beside the judged ones, counted once the candidates are there"

// WithSmallCandidates computes the candidates of a small collection in a temporary folder, calls do with them and removes the folder. For a
// large collection it does not call do.
func WithSmallCandidates(ctx context.Context, c *configs.Config, do func(*prepare.Preparation) error) error {
	return result.Scratch(func(out *result.Dir) error {
		p, err := prepare.Start(stage.NewRun(c, out, nil, "plan"))
		if err != nil {
			return err
		}
		if p, err = p.ReadTopics(ctx); err == nil {
			err = p.Inputs.CheckTraining(p.Run)
		}
		if err != nil {
			return err
		}
		if !collection.IsSmall(&c.Gen, p.Run.Account.Files) {
			return nil
		}
		if p, err = p.OpenIndex(ctx); err != nil {
			return err
		}
		defer p.Close()
		if p, err = p.Queries(ctx); err != nil {
			return err
		}
		return do(p)
	})
}

// Plan returns lines on what a run would read and do.
func Plan(ctx context.Context, l *configs.LoadedConfig, p *progress.Printer) (string, error) {
	c := &l.Config
	col, missing := collection.FindCollection(&c.Gen)
	if err := errs.All(append(faults(c), missing)...); err != nil {
		return "", err
	}
	axioms, err := quota.ParseAxioms(&c.Gen)
	if err != nil {
		return "", err
	}
	mixture, err := quota.ParseMixture(&c.Gen)
	if err != nil {
		return "", err
	}
	splits, err := collection.ParseSplits(c.Gen.Splits)
	if err != nil {
		return "", err
	}
	var rep read.Report
	topics, err := col.ReadTopics(ctx, &rep)
	if err != nil {
		return "", err
	}
	inputs, err := col.Inputs()
	if err != nil {
		return "", err
	}
	var b strings.Builder
	var bytes int64
	for _, note := range prepare.VectorsNotes(c) {
		fmt.Fprintf(&b, "note   %s\n", note)
	}
	if text := l.Original.String(); text != "" {
		fmt.Fprintf(&b, "study  %s\n", text)
	}
	for _, in := range inputs {
		fmt.Fprintf(&b, "read   %-14s %-28s %14s bytes\n", in.Role, in.Name, terminal.Group(int(in.Bytes)))
		if in.Role == "collection" {
			bytes += in.Bytes
		}
	}
	col.ListUnread(c)
	prepare.ListUntaught(col, &c.Tokenize)
	for _, line := range collection.UnreadLines(col.Layout.Unread) {
		fmt.Fprintf(&b, "unread %s\n", line)
	}
	queries := 0
	parts, overlaps, err := collection.Divide(&c.Gen, topics, splits, c.Gen.Fold)
	if err != nil {
		return "", err
	}
	for _, o := range overlaps {
		fmt.Fprintf(&b, "split  %s\n", o.Sentence())
	}
	for _, t := range parts {
		fmt.Fprintf(&b, "split  %-14s %s, %s\n", t.Split, terminal.Plural(len(t.Queries), "query", "queries"),
			terminal.Plural(len(t.Qrels), "judgement", "judgements"))
		queries += len(t.Queries)
	}
	fmt.Fprintf(&b, "index  about %s on disk (texts, forward index, postings)\n", terminal.Plural(int(bytes*indexPerByte), "byte", "bytes"))
	hits := float64(c.Gen.Hits)
	var names []string
	for _, a := range append(axioms.All, mixture.NamedAxioms()...) {
		names = append(names, a.String())
	}
	fmt.Fprintf(&b, "mine   at most %s ordered pairs for each of: %s\n", terminal.GroupFloat(float64(queries)*hits*(hits-1)),
		strings.Join(names, ", "))
	for _, note := range axioms.Notes {
		fmt.Fprintf(&b, "note   %s\n", note)
	}
	return b.String(), nil
}

// indexPerByte is the index's size divided by the plain collection's, rounded up (measured on WikiQA and Cranfield).
const indexPerByte = 3
