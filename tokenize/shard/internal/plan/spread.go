package plan

import (
	"fmt"

	"github.com/axiomine/axiomine/tokenize/shard/internal/batches"
)

// rowUnit returns the texts of a row.
func (p *Plan) rowUnit(r Row) batches.Unit {
	u := batches.Unit{Query: p.Store.Info[r.Query].Folded}
	if r.Class == nil {
		u.Positive = p.Store.Info[r.Pos].Folded
	}
	return u
}

// findPreferences returns what the pairs of a split, and the relevant documents of its queries, prefer.
func (p *Plan) findPreferences(split int) *batches.Preferences {
	var pairs [][2]uint64
	info := p.Store.Info
	source := p.Store.sources[split]
	for r := range source.rows().Briefly {
		if r.Class != nil {
			continue
		}
		pairs = append(pairs, [2]uint64{info[r.Query].Folded, info[r.Pos].Folded})
		if r.AreRelevant() {
			pairs = append(pairs, [2]uint64{info[r.Query].Folded, info[r.Neg].Folded})
		}
	}
	if p.In.Relevant != nil {
		for query, doc := range p.In.Relevant {
			q, okQ := source.Queries.Find(query)
			d, okD := source.Docs.Find(doc)
			if okQ && okD {
				pairs = append(pairs, [2]uint64{info[source.queries[q]].Folded, info[source.docs[d]].Folded})
			}
		}
	}
	return batches.PreferencesOf(pairs)
}

// spread returns items in an order under which batches have no in-batch false negative, where that can be and the options ask for it.
func spread[U any](p *Plan, items Items[U], unit func(U) batches.Unit, about batches.Spread) Items[U] {
	if about.Batch = p.Options.SpreadQueries; about.Batch == 0 || items.N < 2 {
		return items
	}
	order := p.preferred[about.Split].ArrangeItems(items.N, func(i int) batches.Unit { return unit(items.brief(i)) }, &about)
	p.Spreads = append(p.Spreads, about)
	return items.pick(order)
}

// spreadRows returns rows in an order for batches.
func (p *Plan) spreadRows(split string, rows Items[Row], task string) Items[Row] {
	return spread(p, rows, p.rowUnit, batches.Spread{Rows: "pairs", Task: task, Split: split})
}

// spreadGroups returns groups in an order for batches.
func (p *Plan) spreadGroups(split string, groups []Group, task string, negatives int) Items[Group] {
	return spread(p, Listed(groups), func(g Group) batches.Unit { return p.rowUnit(g.Row(0)) },
		batches.Spread{Rows: fmt.Sprintf("groups of %d negatives", negatives), Task: task, Split: split})
}
