package plan

import (
	"context"
	"math"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/ui/progress"
	"github.com/axiomine/axiomine/tokenize/pairs"
)

// New returns the plan of an input for formats with these needs. It reads the texts, calls drop with each row that cannot be trained on and
// the reason, and divides the other rows into shards. No task gets one of the reserved labels.
func New(ctx context.Context, in Input, o Options, needs Needs, reserved []string, drop func(p *pairs.Pair, reason string),
	st *progress.Stage) (*Plan, error) {
	p := &Plan{In: &in, Options: o, Mixture: map[string]int{}, Counts: map[string]int{}, Notes: map[string]int{}, progress: st}
	if !needs.Rankings && o.Candidates == "" {
		in.Rankings = nil
	}
	if !needs.Lists {
		in.Lists = nil
	} else if in.Lists == nil {
		return nil, errs.BadUsage("let axiomine gen write it", "formats %s describe candidates, and only pairs are here",
			strings.Join(o.Formats, ", "))
	}
	in.Splits = slices.Clone(in.Splits)
	for i := range in.Splits {
		if !needs.Groups {
			in.Splits[i].Spares = nil
		}
	}
	if needs.IDs == IDsWhereGiven && in.Tokenizer == nil {
		needs.IDs = NoIDs
	}
	if needs.IDs != NoIDs {
		if in.Tokenizer == nil {
			return nil, errs.BadUsage("give --vocab", "formats %s need a vocabulary", strings.Join(o.Formats, ", "))
		}
		if err := CheckTokenizer(in.Tokenizer, o, needs); err != nil {
			return nil, err
		}
	}
	var err error
	if p.Store, err = newStore(ctx, &in, o, needs, st); err != nil {
		return nil, err
	}
	if needs.IDs != NoIDs {
		if p.Sequences, err = newSequences(in.Tokenizer, o, p.Store); err != nil {
			return nil, err
		}
		p.Tokenizer = p.Sequences.tokenizer
	}
	p.cutter = &cutter{store: p.Store, options: o, preferred: map[string]*preferences{}}
	if err := addSplits(ctx, p, drop, st); err != nil {
		return nil, err
	}
	p.Tasks, p.Pairwise = divideTasks(p.cutter, p.splits, reserved)
	if p.Rankings, err = divideBySplit(in.Rankings, func(r Ranking) string { return r.Split }); err != nil {
		return nil, err
	}
	p.Rankings = slices.DeleteFunc(p.Rankings, func(s OfSplit[Ranking]) bool { return !o.wantsCandidates(s.Split) })
	if o.Candidates != "" {
		for _, r := range p.Rankings {
			addCandidates(p, r.Split, r.Lists)
		}
	}
	countCuts(p, needs.Flat)
	p.Lists, err = divideLists(in.Lists, o)
	return p, err
}

// addSplits adds the rows of every split to the plan, without those that cannot be trained on.
func addSplits(ctx context.Context, p *Plan, drop func(p *pairs.Pair, reason string), st *progress.Stage) error {
	total := 0
	for _, split := range p.In.Splits {
		total += split.Pairs.Len()
	}
	st.Next("plan", "rows", 2*total) // each row is checked, then hashed
	added := map[string]string{}     // names of splits by their names in files
	for i, split := range p.In.Splits {
		name, err := split.FileName()
		if err != nil {
			return err
		}
		if other, ok := added[name]; ok {
			return errs.BadUsage("a split is given once", "the splits %s and %s are both written as %s", other, split.Name, name)
		}
		added[name] = split.Name
		positives := findJudged(p.Store.sources[i].rows(), p.Store)
		rows := sift(p.Store.sources[i].rows(), positives, p.Store, p.Options.Workers(), drop, st)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if rows.N == 0 {
			p.Counts["splits without pairs"]++
			continue
		}
		if p.Options.SpreadQueries > 0 {
			p.cutter.preferred[name] = findPreferences(p.Store, p.Store.sources[i], p.In.Judgements)
		}
		sp := splitPlan{View: p.cutter.cutRows(name, rows, "")}
		sp.spares = sift(p.Store.spares[i].rows(), positives, p.Store, p.Options.Workers(), func(*pairs.Pair, string) {}, nil)
		sp.readRows(p.Store, p.Options.Workers(), st)
		addTally(p, name, &sp.tally)
		p.splits = append(p.splits, sp)
	}
	if len(p.splits) == 0 {
		return errs.Short("look at the counts of the stages before", "no pairs to write")
	}
	return ctx.Err()
}

// countCuts counts the texts that are cut or changed in files. flat means that a format needs texts without tabs and line breaks.
func countCuts(p *Plan, flat bool) {
	cut, breaks := 0, false
	for _, info := range p.Store.Info {
		if info.cut {
			cut++
		}
		breaks = breaks || info.hasBreaks
	}
	countSome(p.Counts, "texts cut to their maximal length", cut)
	for _, split := range p.splits {
		if p.Sequences != nil && slices.ContainsFunc(split.tally.kinds, func(k kindRows) bool { return k.classes }) {
			countSome(p.Counts, "three-class rows with documents cut further, to fit both", p.Sequences.countCut(split.Items))
		}
		if flat && breaks {
			countSome(p.Counts, "fields with tabs or line breaks made spaces", p.Store.countBreaks(split.Items))
		}
	}
}

// countCut returns the number of three-class rows whose documents, together, have fewer ids in the row's sequence than in the store.
func (q *Sequences) countCut(rows Items[Row]) (n int) {
	for r := range rows.EachBrief {
		if r.Class == nil {
			continue
		}
		_, doc1, doc2 := q.threeFit(r)
		if doc1+doc2 < q.store.Length(r.Pos, math.MaxInt32)+q.store.Length(r.Neg, math.MaxInt32) {
			n++
		}
	}
	return n
}

// countBreaks returns the number of fields of pairwise rows that hold one of the Breaks.
func (s *Store) countBreaks(rows Items[Row]) (n int) {
	for r := range rows.EachBrief {
		for _, text := range [...]uint32{r.Query, r.Pos, r.Neg} {
			if r.Class == nil && s.Info[text].hasBreaks {
				n++
			}
		}
	}
	return n
}
