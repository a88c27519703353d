package format

import (
	"github.com/axiomine/axiomine/tokenize/pairs"
	"github.com/axiomine/axiomine/tokenize/shard/internal/encoding"
	"github.com/axiomine/axiomine/tokenize/shard/internal/plan"
)

// The configs of sentence-transformers hold text columns in the order in which the losses take
// them, then one label. Any other column would be fed to the model as text. The origin of a row is
// in the config CONFIG-meta, row by row.

// stMeta is the row of CONFIG-meta for a pair.
type stMeta struct {
	UID       *string  `parquet:"uid,optional"`
	Axiom     *string  `parquet:"axiom,optional,dict"`
	Variant   *string  `parquet:"variant,optional,dict"`
	QueryID   *string  `parquet:"query_id,optional,dict"`
	PosID     *string  `parquet:"pos_id,optional"`
	NegID     *string  `parquet:"neg_id,optional"`
	Weight    *float32 `parquet:"weight,optional,dict"`
	Margin    *float32 `parquet:"margin,optional,dict"`
	Source    *string  `parquet:"source,optional,dict"`
	NegSource *string  `parquet:"negative_source,optional,dict"`
}

// metaParts returns the config CONFIG-meta for a config with perPair rows a pair.
func metaParts(p *plan.Plan, config string, perPair func(r plan.Row) int, views []plan.View[plan.Row]) []encoding.Part {
	return encoding.Table[plan.Row, stMeta]{Config: config + "-meta", About: "where the rows of `" + config + "` come from, row by row",
		Rows: perPair,
		Fill: func(b *encoding.Batch, r plan.Row, out []stMeta) []stMeta {
			source := string(r.Source)
			for range perPair(r) {
				out = append(out, stMeta{&r.UID, &r.Axiom, &r.Variant, &r.QueryID, &r.PosID, &r.NegID, weightOf(r), marginOf(r), &source,
					negativeSource(r)})
			}
			return out
		}}.Parts(p, views)
}

// stGroupMeta is the row of CONFIG-meta for a group: uid is its first pair's.
type stGroupMeta struct {
	UID        *string   `parquet:"uid,optional"`
	QueryID    *string   `parquet:"query_id,optional,dict"`
	PosID      *string   `parquet:"pos_id,optional"`
	NegIDs     []string  `parquet:"neg_ids,optional,list"`
	UIDs       []string  `parquet:"uids,optional,list"`
	Axioms     []string  `parquet:"axioms,optional,list"`
	Weights    []float32 `parquet:"weights,optional,list"`
	Margins    []float32 `parquet:"margins,optional,list"`
	NegSources []string  `parquet:"negative_sources,optional,list"`
}

func groupMetaParts(p *plan.Plan, config string, views []plan.View[plan.Group], size func(plan.Group) int) []encoding.Part {
	return encoding.Table[plan.Group, stGroupMeta]{Config: config + "-meta",
		About: "where the rows of `" + config + "` come from, row by row; a repeated negative stands once",
		Fill: func(b *encoding.Batch, g plan.Group, out []stGroupMeta) []stGroupMeta {
			first := g.Row(0)
			m := stGroupMeta{UID: &first.UID, QueryID: &first.QueryID, PosID: &first.PosID}
			for i := range size(g) {
				r := g.Row(i)
				m.NegIDs, m.UIDs, m.Axioms = append(m.NegIDs, r.NegID), append(m.UIDs, r.UID), append(m.Axioms, r.Axiom)
				m.NegSources = append(m.NegSources, r.NegativeSource())
				m.Weights, m.Margins = append(m.Weights, float32(r.Weight)), append(m.Margins, float32(r.Margin))
			}
			b.Bytes += 64 * len(m.UIDs)
			return append(out, m)
		}}.Parts(p, views)
}

// stCandidateMeta is the row of CONFIG-candidates-meta.
type stCandidateMeta struct {
	UID     *string `parquet:"uid,optional"`
	QueryID *string `parquet:"query_id,optional,dict"`
	DocID   *string `parquet:"doc_id,optional"`
	Rank    *int64  `parquet:"rank,optional"`
}

// stListMeta is that row where a query's candidates are one list.
type stListMeta struct {
	UID     *string  `parquet:"uid,optional"`
	QueryID *string  `parquet:"query_id,optional,dict"`
	DocIDs  []string `parquet:"doc_ids,optional,list"`
}

// stCandidates returns a config of candidates, with rows T, and its config CONFIG-meta.
func stCandidates[T any](p *plan.Plan, config, about string, row func(query, document *string, label int) T) []encoding.Part {
	config += plan.CandidateMark
	texts := encoding.Table[plan.Candidate, T]{Config: config, About: about, Fill: func(b *encoding.Batch, c plan.Candidate, out []T) []T {
		return append(out, row(b.Text(p.In.QueryText(c.QueryID)), b.Text(p.In.DocText(c.DocID)), c.Label()))
	}}
	meta := encoding.Table[plan.Candidate, stCandidateMeta]{Config: config + "-meta",
		About: "what the rows of `" + config + "` are, row by row",
		Fill: func(_ *encoding.Batch, c plan.Candidate, out []stCandidateMeta) []stCandidateMeta {
			uid := pairs.NewUID("candidate", "", c.QueryID, c.DocID, "", 0)
			return append(out, stCandidateMeta{&uid, &c.QueryID, &c.DocID, &c.Rank})
		}}
	return append(texts.Parts(p, p.Candidates), meta.Parts(p, p.Candidates)...)
}
