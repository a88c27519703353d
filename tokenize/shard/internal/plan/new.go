package plan

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/ui/progress"
	"github.com/axiomine/axiomine/tokenize/pairs"
)

// New returns the plan of an input. It reads the texts, calls drop for each row that cannot be
// trained on, and cuts the other rows into shards. Tasks get other labels than those in names.
func New(ctx context.Context, in Input, o Options, needs Needs, names []string, drop func(p *pairs.Pair, reason string),
	st *progress.Stage) (*Plan, error) {
	p := &Plan{In: &in, Options: o, Mixture: map[string]int{}, Counts: map[string]int{}, progress: st}
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
	p.Tasks, p.Pairwise = divide(p.cutter, p.splits, names)
	if p.Rankings, err = divideBySplit(in.Rankings, func(r Ranking) string { return r.Split }); err != nil {
		return nil, err
	}
	p.Rankings = slices.DeleteFunc(p.Rankings, func(s OfSplit[Ranking]) bool { return !o.wantsCandidates(s.Split) })
	if o.Candidates != "" {
		for _, r := range p.Rankings {
			addCandidates(p, r.Split, r.Lists)
		}
	}
	countCuts(p.Counts, p.Store, p.splits, p.Sequences, needs.Flat)
	p.Lists, err = divideLists(in.Lists, o)
	return p, err
}

// addSplits adds to the plan the rows of every split that can be trained on.
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
		sp.Read(p.Store, p.Options.Workers(), st)
		count(p, name, &sp.tally)
		p.splits = append(p.splits, sp)
	}
	if len(p.splits) == 0 {
		return errs.Short("look at the counts of the stages before", "no pairs to write")
	}
	return ctx.Err()
}

// countCuts counts the texts that the files do not hold unchanged. q is nil if no file holds ids. flat
// means that a format needs texts without tabs and line breaks.
func countCuts(counts map[string]int, store *Store, splits []splitPlan, q *Sequences, flat bool) {
	cut, breaks := 0, false
	for _, info := range store.Info {
		if info.cut {
			cut++
		}
		breaks = breaks || info.hasBreaks
	}
	countSome(counts, "texts cut to their maximal length", cut)
	fields, classRows := 0, 0
	for _, split := range splits {
		classes := slices.ContainsFunc(split.tally.kinds, func(k kindRows) bool { return k.classes })
		if (!flat || !breaks) && (!classes || q == nil) {
			continue // nothing to count
		}
		for r := range split.Items.Briefly {
			if r.Class == nil {
				for _, text := range [...]uint32{r.Query, r.Pos, r.Neg} {
					if store.Info[text].hasBreaks {
						fields++
					}
				}
			} else if q != nil {
				_, doc1, doc2 := q.threeFit(r)
				if doc1+doc2 < store.Length(r.Pos, math.MaxInt32)+store.Length(r.Neg, math.MaxInt32) {
					classRows++
				}
			}
		}
	}
	countSome(counts, "three-class rows with documents cut further, to fit both", classRows)
	if flat {
		countSome(counts, "fields with tabs or line breaks made spaces", fields)
	}
}

// Fingerprint returns a text of everything, besides its format, that decides the bytes of a file. It
// is part of the keys of finished shards, so the words below must stay although fields have other
// names now. A file depends neither on other formats nor on the threads: the text has [] and 0 there.
func (p *Plan) Fingerprint() string {
	o := p.Options
	text := fmt.Sprintf("{Formats:[] ShardRows:%d ShardBytes:%d Compression:%s MaxLength:%d MaxQueryLength:%d GroupSize:%d "+
		"Pointwise:%s Prompt:%s Template:%s Layout:%s MTDNNRanking:%s MTDNNSan:%t Compat:%s Candidates:%s Threads:0}",
		o.ShardRows, o.ShardBytes, o.Compression, o.MaxLength, o.MaxQueryLength, o.GroupSize,
		o.Pointwise, o.Prompt, o.Template, o.Layout, o.MTDNNRanking, o.MTDNNSan, o.Compat, o.Candidates)
	if t := p.Tokenizer; t != nil {
		text += fmt.Sprintf(" {Model:%s VocabSHA256:%s Template:%s Options:%s MaxLength:%d MaxQueryLength:%d}",
			t.Model, t.VocabSHA256, t.Template, t.Options.Fingerprint(), t.MaxLength, t.MaxQueryLength)
	}
	for _, split := range p.splits {
		text += fmt.Sprintf(" %s:%d:%d:%016x", split.Split, split.Items.N, split.perShard, split.digest)
	}
	if text += describeRankings(p.Store, p.Rankings) + describeLists(p.In); p.In.Teacher != nil {
		text += fmt.Sprintf(" %q", p.In.Teacher.SHA256)
	}
	if batches := [...]any{o.SpreadQueries, o.Readers}; batches != [...]any{0, 0} {
		text += fmt.Sprintf(" %q", batches)
	}
	if p.leftOut != 0 {
		text += fmt.Sprintf(" %x", p.leftOut)
	}
	return text
}
