package plan

import (
	"fmt"
	"iter"

	"github.com/axiomine/axiomine/tokenize/shard/internal/batches"
)

// cutter cuts rows and groups into shards. Where the options ask for batches it first puts them in
// an order under which batches have no in-batch false negative, where that can be.
type cutter struct {
	store     *Store
	options   Options
	preferred map[string]*batches.Preferences // by split, where the options ask for batches
	spreads   []batches.Spread                // of what was spread over batches, as it came
}

// cutRows returns the view of rows.
func (c *cutter) cutRows(split string, rows Items[Row], task string) View[Row] {
	rows = spread(c, rows, func(r Row) batches.Unit { return unitOf(c.store, r) }, batches.Spread{Rows: "pairs", Task: task, Split: split})
	return NewView(split, rows, c.options, c.store.size)
}

// cutGroups returns the view of groups of at most so many negatives.
func (c *cutter) cutGroups(split string, groups []Group, task string, negatives int) View[Group] {
	items := spread(c, NewItems(groups), func(g Group) batches.Unit { return unitOf(c.store, g.Row(0)) },
		batches.Spread{Rows: fmt.Sprintf("groups of %d negatives", negatives), Task: task, Split: split})
	return NewView(split, items, c.options, func(g Group) int64 { return groupSize(c.store, g) })
}

// spread returns items in an order for batches, if the options ask for it.
func spread[U any](c *cutter, items Items[U], unit func(U) batches.Unit, about batches.Spread) Items[U] {
	if about.Batch = c.options.SpreadQueries; about.Batch == 0 || items.N < 2 {
		return items
	}
	order := c.preferred[about.Split].ArrangeItems(items.N, func(i int) batches.Unit { return unit(items.brief(i)) }, &about)
	c.spreads = append(c.spreads, about)
	return items.pick(order)
}

// Spreads returns what is known of the rows and groups that were spread over batches.
func (p *Plan) Spreads() []batches.Spread { return p.cutter.spreads }

// unitOf returns the texts of a row.
func unitOf(store *Store, r Row) batches.Unit {
	if r.Class != nil {
		return batches.Unit{Query: store.Info[r.Query].Folded}
	}
	return batches.Unit{Query: store.Info[r.Query].Folded, Positive: store.Info[r.Pos].Folded}
}

// findPreferences returns what the pairs of a split, and the relevant documents of its queries, prefer.
func findPreferences(store *Store, source source, relevant iter.Seq2[string, string]) *batches.Preferences {
	var pairs [][2]uint64
	info := store.Info
	for r := range source.rows().Briefly {
		if r.Class != nil {
			continue
		}
		pairs = append(pairs, [2]uint64{info[r.Query].Folded, info[r.Pos].Folded})
		if r.AreRelevant() {
			pairs = append(pairs, [2]uint64{info[r.Query].Folded, info[r.Neg].Folded})
		}
	}
	if relevant != nil {
		for query, doc := range relevant {
			q, okQ := source.Queries.Find(query)
			d, okD := source.Docs.Find(doc)
			if okQ && okD {
				pairs = append(pairs, [2]uint64{info[source.queries[q]].Folded, info[source.docs[d]].Folded})
			}
		}
	}
	return batches.PreferencesOf(pairs)
}
