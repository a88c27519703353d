package shard

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/configs/fault"
	"github.com/axiomine/axiomine/configs/progress"
	"github.com/axiomine/axiomine/tokenize/pairs"
)

// newPlan reads the texts, drops what cannot be trained on, calling dropped with it, and cuts the rest into shards. No task gets one of
// the reserved labels.
func newPlan(ctx context.Context, in planInput, o planOptions, of needs, reserved []string, dropped func(p *pairs.Pair, reason string),
	st *progress.Stage) (*plan, error) {
	p := &plan{in: &in, options: o, mixture: map[string]int{}, counts: map[string]int{}}
	if !of.rankings && o.Candidates == "" {
		in.Rankings = nil
	}
	in.Splits = slices.Clone(in.Splits)
	for i := range in.Splits {
		if !of.groups {
			in.Splits[i].Spares = nil
		}
	}
	if of.ids {
		if in.Tokenizer == nil {
			return nil, fault.BadUsage("give --vocab", "formats %s need a vocabulary", strings.Join(o.Formats, ", "))
		}
		p.setTokenizer(in.Tokenizer)
	}
	var err error
	if p.store, err = newStore(ctx, &in, o, of, st); err != nil {
		return nil, err
	}
	if err := p.addSplits(ctx, dropped, st); err != nil {
		return nil, err
	}
	p.divide(reserved)
	if err := p.rank(); err != nil {
		return nil, err
	}
	p.countCuts(of.flat)
	return p, nil
}

// addSplits sifts the rows of every split and reads them.
func (p *plan) addSplits(ctx context.Context, dropped func(p *pairs.Pair, reason string), st *progress.Stage) error {
	total := 0
	for _, split := range p.in.Splits {
		total += split.Pairs.Len()
	}
	st.Next("plan", "rows", 2*total) // sifted, then read
	seen := map[string]bool{}
	for i, split := range p.in.Splits {
		name, err := split.fileName()
		if err != nil {
			return err
		}
		if seen[name] {
			return fault.BadUsage("a split is given once", "split %s twice", name)
		}
		seen[name] = true
		judged := judgedTexts(p.store.sources[i].rows(), p.store)
		rows := sift(p.store.sources[i].rows(), judged, p.store, dropped, st)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if rows.n == 0 {
			p.counts["splits without pairs"]++
			continue
		}
		of := splitPlan{view: newView(name, rows, p.options, p.store.size)}
		of.spares = sift(p.store.spares[i].rows(), judged, p.store, func(*pairs.Pair, string) {}, nil)
		of.read(p.store, func(r *row) {
			p.mixture[r.Task]++
			if r.Weight != 1 || r.Margin != 1 {
				p.weighted++
			}
			if r.Source == pairs.Perturbed {
				p.perturbed++
			}
			st.Add(1)
		})
		p.splits = append(p.splits, of)
	}
	if len(p.splits) == 0 {
		return fault.Short("look at the counts of the stages before", "no pairs to write")
	}
	return ctx.Err()
}

// countCuts counts what the files do not hold as it came.
func (p *plan) countCuts(flat bool) {
	add := func(what string, n int) {
		if n > 0 {
			p.counts[what] += n
		}
	}
	cut, broken, three := 0, 0, 0
	for _, info := range p.store.info {
		if info.cut {
			cut++
		}
	}
	for _, split := range p.splits {
		for r := range split.items.briefly {
			for _, text := range [...]uint32{r.query, r.pos, r.neg} {
				if r.Class == nil && p.store.info[text].broken {
					broken++
				}
			}
			if r.Class != nil && p.tokenizer != nil {
				if _, doc1, doc2 := p.threeFit(r); doc1+doc2 < p.store.length(r.pos, math.MaxInt32)+p.store.length(r.neg, math.MaxInt32) {
					three++
				}
			}
		}
	}
	add("texts cut to their maximal length", cut)
	add("three-class rows with documents cut further, to fit both", three)
	if flat {
		add("fields with tabs or line breaks made spaces", broken)
	}
}

// fingerprint is a text of everything but the formats that decides the bytes of a file.
func (p *plan) fingerprint() string {
	options := p.options
	options.Formats, options.Threads = nil, 0 // a file does not depend on which others there are
	text := fmt.Sprintf("%+v", options)
	if p.tokenizer != nil {
		text += fmt.Sprintf(" %+v", *p.tokenizer)
	}
	for _, split := range p.splits {
		text += fmt.Sprintf(" %s:%d:%d:%016x", split.split, split.items.n, split.perShard, split.digest)
	}
	text += p.describeRankings()
	if p.in.Teacher != nil {
		text += fmt.Sprintf(" %q", p.in.Teacher.SHA256)
	}
	return text
}
