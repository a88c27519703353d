package account

import (
	"maps"
	"slices"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/quota"
	"github.com/axiomine/axiomine/gen/sample"
	"github.com/axiomine/axiomine/gen/stage"
	"github.com/axiomine/axiomine/internal/ui/page"
	"github.com/axiomine/axiomine/internal/ui/terminal"
	"github.com/axiomine/axiomine/tokenize/pairs"
)

// The reasons that Count sets.
const (
	notDrawn     = "not_used"
	notInMixture = "not_in_mixture"
)

// AddSample adds the rows of a finished sample of the training split, judged pairs before pools, and warnings for the user. loss has the
// pools' weights and margins. Count sets later how many of the pairs are rows.
func (s *Report) AddSample(split string, g *configs.Gen, r *sample.Result, o sample.Options, pools []sample.Pool, loss quota.Loss) {
	s.AddJudged(split, &r.JudgedLedger)
	for i := range r.Ledger {
		l := &r.Ledger[i]
		row := poolRow(split, l, g.ViolatedBy != "")
		row.Task, row.Key, row.Weight, row.Margin = pairs.Pairwise, AmountKey(pools[i]), loss.Weights[i], loss.Margins[i]
		row.LeftOut[notDrawn] = l.Size - l.Taken
		s.Rows = append(s.Rows, row)
		if agreed, decided := l.Dropped.Decisions(); decided >= page.Fewest && 2*agreed < decided {
			s.Warn("%s: judgements agree with %s of the %s that they decide, fewer than half: leave it out of --axioms", l.Name,
				terminal.Group(agreed), terminal.Plural(decided, "found pair", "found pairs"))
		}
		if l.Shortfall > 0 {
			s.Warn("%s: wanted %s, the pool holds %s: %s fewer than asked", l.Name, terminal.Plural(l.Wanted, "pair", "pairs"),
				terminal.Group(l.Size), terminal.Group(l.Shortfall))
		}
	}
	s.Warnings = append(s.Warnings, r.Warnings(o.Draw)...)
}

// AddJudged adds rows for the judged pairs of a split, and for the preferences that its judgements state.
func (s *Report) AddJudged(split string, l *sample.JudgedLedger) {
	if p := l.Stated; p.All > 0 {
		s.Rows = append(s.Rows, Row{What: Judgements, Split: split, Found: p.All, Drawn: p.Used, LeftOut: p.Unused()})
	}
	left := map[string]int{"displaced": l.Displaced, "beyond_limit": l.BeyondLimit + l.Found - l.Wanted}
	maps.Copy(left, l.Suspects.Reasons())
	s.Rows = append(s.Rows, Row{What: Pairs, Split: split, Task: pairs.Pairwise, Asked: l.Wanted, Found: l.Found + l.BeyondLimit + l.Suspects.Sum(),
		LeftOut: left})
}

// poolRow returns the row of a pool of a split. violations is true if only violations of a run are mined.
func poolRow(split string, l *sample.PoolLedger, violations bool) Row {
	d := &l.Dropped
	left := map[string]int{"non_relevant_over_relevant": d.NonRelevantOverRelevant, "relevant_over_relevant": d.RelevantOverRelevant,
		"already_judged": d.AlreadyJudged, "conflict": d.Conflict, "length_unmatched": d.LengthUnmatched, "other_source": d.OtherSource,
		"other_axiom": d.OtherAxiom}
	maps.Copy(left, d.Suspects.Reasons())
	if violations {
		left["not_violated"], left["not_scored"] = d.NotViolated, d.NotScored
	}
	if l.Labelling > 0 {
		left["labelling"] = l.Labelling
	}
	_, decided := d.Decisions()
	return Row{What: Pairs, Split: split, Axiom: l.Name, Asked: l.Wanted, Found: l.Mined, Added: l.Formed, Short: l.Shortfall, LeftOut: left,
		LengthSkew: l.LengthSkew(), Direction: new(l.Direction()), Agreement: l.Agreement(), Decided: decided}
}

// AddPairTask adds the row of a task of pairs of an axiom in the training split.
func (s *Report) AddPairTask(split, task, axiom string, l *sample.PoolLedger, asked int, weight float64) {
	row := poolRow(split, l, false)
	row.Task, row.Axiom, row.Asked, row.Short, row.Weight = task, axiom, asked, max(0, asked-l.Size), weight
	s.Rows = append(s.Rows, row)
}

// AddClasses adds the row of an axiom's three-class task in a split, or in a further test set of the split.
func (s *Report) AddClasses(split, set string, axiom axioms.Axiom, p *sample.ClassPool, asked int, weight float64) {
	row := Row{What: Classes, Split: split, Set: set, Task: axiom.String(), Axiom: axiom.String(), Asked: asked, Found: p.Void,
		FoundByClass: p.Found[:], DrawnByClass: make([]int, sample.Classes), Weight: weight,
		LeftOut: map[string]int{"without_precondition": p.Void}}
	for _, n := range p.Found {
		row.Found += n
	}
	if split == configs.TestSplit && set == "" {
		row.TestByClass = p.Found[:]
	} else if p.Test != [sample.Classes]int{} {
		row.TestByClass = p.Test[:]
	}
	if numJudged := p.Right + p.Wrong; numJudged > 0 {
		row.Agreement = new(float64(p.Right) / float64(numJudged))
	}
	s.Rows = append(s.Rows, row)
}

// Count sets how many rows each task and axiom has in table, the rows of a split or test set. Found pairs that are in no row and were not
// left out for another reason get the reason notDrawn or notInMixture.
func (s *Report) Count(split, set string, table *pairs.Table) {
	rowOf, stated := map[[2]string]*Row{}, (*Row)(nil)
	for i := range s.Rows {
		switch r := &s.Rows[i]; {
		case r.Split != split || r.Set != set:
		case r.What == Pairs || r.What == Classes:
			rowOf[[2]string{r.Task, r.Axiom}] = r
		case r.What == Judgements:
			stated = r
		}
	}
	judged := 0
	for _, p := range table.All() {
		r := rowOf[[2]string{p.Task, p.Axiom}]
		if r == nil {
			continue
		}
		r.Drawn++
		if p.Pass > 0 {
			r.Again++
		}
		if p.Class != nil {
			r.DrawnByClass[*p.Class]++
		}
		if p.Axiom == "" && p.Pass == 0 {
			if p.NegativeSource() == pairs.NegativeJudged {
				judged++
			} else {
				r.Assumed++
			}
		}
	}
	isMixed := len(s.Of(Shares)) > 0
	for _, r := range rowOf {
		rest := r.Found + r.Added + r.Again - r.Drawn
		for _, n := range r.LeftOut {
			rest -= n
		}
		if r.What == Classes || r.Task != pairs.Pairwise {
			r.LeftOut[notDrawn] = rest
		} else if isMixed {
			r.LeftOut[notInMixture] = rest
		}
	}
	if rest := 0; stated != nil && isMixed {
		rest, stated.Drawn = stated.Drawn-judged, judged
		if rest > 0 {
			stated.LeftOut[notInMixture] = rest
		}
	}
}

// NoteShared adds a remark to each three-class task of a split or test set: how many of its rows the earlier set of this name also has.
func (s *Report) NoteShared(split, set string, table *pairs.Table, name string, earlier *pairs.Table) {
	isHere, shared := map[string]bool{}, map[string]int{}
	for _, p := range table.All() {
		isHere[p.UID] = p.Class != nil
	}
	for _, p := range earlier.All() {
		if isHere[p.UID] {
			shared[p.Task]++
		}
	}
	for i := range s.Rows {
		if r := &s.Rows[i]; r.What == Classes && r.Split == split && r.Set == set && shared[r.Task] > 0 {
			if r.Noted == nil {
				r.Noted = map[string]int{}
			}
			r.Noted["also_in_"+name] = shared[r.Task]
		}
	}
}

// RecordRows returns a row for each kind of records that was read, with what was left out, and one row for all remarks in noted.
func RecordRows(what string, records stage.Records, noted map[string]int) (rows []Row) {
	kinds := map[string]*Row{}
	row := func(kind string) *Row {
		if kinds[kind] == nil {
			kinds[kind] = &Row{What: what, Task: kind, LeftOut: map[string]int{}}
		}
		return kinds[kind]
	}
	for kind, n := range records.Read {
		r := row(kind)
		r.Found, r.Drawn = r.Found+n, n
	}
	for reason, n := range records.LeftOut {
		r := row(reason.Kind)
		r.LeftOut[reason.Text], r.Found = n, r.Found+n
	}
	for _, kind := range slices.Sorted(maps.Keys(kinds)) {
		rows = append(rows, *kinds[kind])
	}
	if len(noted) > 0 {
		rows = append(rows, Row{What: what, Noted: maps.Clone(noted)})
	}
	return rows
}

// RestoreRecords adds the numbers in rows, which RecordRows returned, to records and noted.
func RestoreRecords(rows []Row, records stage.Records, noted map[string]int) {
	for _, row := range rows {
		if row.Task != "" {
			records.Read[row.Task] += row.Drawn
		}
		for text, n := range row.LeftOut {
			records.LeftOut[stage.Reason{Kind: row.Task, Text: text}] += n
		}
		for text, n := range row.Noted {
			noted[text] += n
		}
	}
}
