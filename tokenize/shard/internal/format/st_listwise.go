package format

import (
	"github.com/axiomine/axiomine/tokenize/pairs"
	"github.com/axiomine/axiomine/tokenize/shard/internal/encoding"
	"github.com/axiomine/axiomine/tokenize/shard/internal/plan"
)

var stListwiseFormat = Format{
	Name:       "st-listwise",
	About:      "sentence-transformers CrossEncoder: config listwise (query, docs, labels)",
	Use:        "CrossEncoderTrainer(model, train_dataset=load_dataset(DIR, \"listwise\", split=\"train\"), loss=LambdaLoss(model))",
	Needs:      plan.Needs{Groups: true, Weights: true},
	Parts:      stListParts,
	Candidates: stListCandidates,
	Folders:    []encoding.Folder{{Name: "", As: encoding.TableFiles{}}},
}

// stList is a row of the config listwise.
type stList struct {
	Query  *string   `parquet:"query,optional,dict"`
	Docs   []string  `parquet:"docs,optional,list"`
	Labels []float32 `parquet:"labels,optional,list"`
}

// stListParts returns the config listwise: query, docs, labels. A list has as many documents as the
// group, none repeated.
func stListParts(p *plan.Plan) (parts []encoding.Part) {
	p.PairwiseTasks("listwise", func(t plan.Task, config string) {
		views := p.GroupsUpTo("st-listwise", t, p.Options.Documents(8)-1)
		texts := encoding.Table[plan.Group, stList]{Config: config, About: "sentence-transformers CrossEncoder lists, as for LambdaLoss: a " +
			"positive and its negatives of a query, label 1 and 0",
			Fill: func(b *encoding.Batch, g plan.Group, out []stList) []stList {
				return append(out, newList(b, g, g.Size()))
			}}
		parts = append(append(parts, texts.Parts(p, views)...), groupMetaParts(p, config, views, plan.Group.Size)...)
	})
	return parts
}

// newList returns a group's positive and n negatives with their labels.
func newList(b *encoding.Batch, g plan.Group, n int) stList {
	in := b.Plan.In
	l := stList{Query: b.Text(in.QueryText(g.Row(0).QueryID)), Docs: []string{*b.Text(in.DocText(g.Row(0).PosID))}, Labels: []float32{1}}
	for i := range n {
		l.Docs, l.Labels = append(l.Docs, *b.Text(in.DocText(g.Row(i).NegID))), append(l.Labels, 0)
	}
	return l
}

// stListCandidates returns a config of lists of all candidates of a query. Lists for bi-encoders
// (labeled-list) must be equally long, and these are not.
func stListCandidates(p *plan.Plan) []encoding.Part {
	const config = "listwise" + plan.CandidateMark
	texts := encoding.Table[plan.Ranking, stList]{Config: config,
		About: "all candidates of a query in the order of their run, label 1 for a relevant one",
		Fill: func(b *encoding.Batch, r plan.Ranking, out []stList) []stList {
			l := stList{Query: b.Text(p.In.QueryText(r.QueryID))}
			for _, d := range r.Docs {
				l.Docs, l.Labels = append(l.Docs, *b.Text(p.In.DocText(d.DocID))), append(l.Labels,
					realLabels[plan.Candidate{Relevant: d.Relevant}.Label()])
			}
			return append(out, l)
		}}
	meta := encoding.Table[plan.Ranking, stListMeta]{Config: config + "-meta", About: "what the rows of `" + config + "` are, row by row",
		Fill: func(_ *encoding.Batch, r plan.Ranking, out []stListMeta) []stListMeta {
			uid := pairs.NewUID("candidates", "", r.QueryID, "", "", 0)
			m := stListMeta{UID: &uid, QueryID: &r.QueryID}
			for _, d := range r.Docs {
				m.DocIDs = append(m.DocIDs, d.DocID)
			}
			return append(out, m)
		}}
	return append(texts.Parts(p, p.CandidateLists), meta.Parts(p, p.CandidateLists)...)
}
