package shard

import "github.com/axiomine/axiomine/tokenize/pairs"

var stListwiseFormat = format{
	name:       "st-listwise",
	about:      "sentence-transformers CrossEncoder: config listwise (query, docs, labels)",
	use:        "CrossEncoderTrainer(model, train_dataset=load_dataset(DIR, \"listwise\", split=\"train\"), loss=LambdaLoss(model))",
	needs:      needs{groups: true, weights: true},
	parts:      stListParts,
	candidates: stListCandidates,
	folders:    []folder{{"", tableFiles{}}},
}

// stList is a row of the config listwise.
type stList struct {
	Query  *string   `parquet:"query,optional,dict"`
	Docs   []string  `parquet:"docs,optional,list"`
	Labels []float32 `parquet:"labels,optional,list"`
}

// stListParts are the config listwise: query, docs, labels. A list has as many documents as the group, none repeated.
func stListParts(p *plan) (parts []part) {
	p.pairwiseTasks("listwise", func(t task, config string) {
		views := p.upTo("st-listwise", t, p.options.groupSize(8)-1)
		texts := table[group, stList]{config: config, about: "sentence-transformers CrossEncoder lists, as for LambdaLoss: a positive and its negatives of a query, label 1 and 0",
			fill: func(b *batch, g group, out []stList) []stList {
				return append(out, stListOf(b, g, g.size()))
			}}
		parts = append(append(parts, texts.parts(p, views)...), groupMetaParts(p, config, views, group.size)...)
	})
	return parts
}

// list gives a group's positive and n negatives with their labels.
func stListOf(b *batch, g group, n int) stList {
	in := b.plan.in
	l := stList{Query: b.text(in.queryText(g.row(0).QueryID)), Docs: []string{*b.text(in.docText(g.row(0).PosID))}, Labels: []float32{1}}
	for i := range n {
		l.Docs, l.Labels = append(l.Docs, *b.text(in.docText(g.row(i).NegID))), append(l.Labels, 0)
	}
	return l
}

// stListCandidates are a config of lists of all candidates of a query. Lists for bi-encoders (labeled-list) must be equally
// long, which these are not.
func stListCandidates(p *plan) []part {
	const config = "listwise" + candidateMark
	texts := table[Ranking, stList]{config: config, about: "all candidates of a query in the order of their run, label 1 for a relevant one",
		fill: func(b *batch, r Ranking, out []stList) []stList {
			l := stList{Query: b.text(p.in.queryText(r.QueryID))}
			for _, d := range r.Docs {
				l.Docs, l.Labels = append(l.Docs, *b.text(p.in.docText(d.DocID))), append(l.Labels, realLabels[candidate{relevant: d.Relevant}.label()])
			}
			return append(out, l)
		}}
	meta := table[Ranking, stListMeta]{config: config + "-meta", about: "what the rows of `" + config + "` are, row by row",
		fill: func(_ *batch, r Ranking, out []stListMeta) []stListMeta {
			uid := pairs.NewUID("candidates", "", r.QueryID, "", "", 0)
			m := stListMeta{UID: &uid, QueryID: &r.QueryID}
			for _, d := range r.Docs {
				m.DocIDs = append(m.DocIDs, d.DocID)
			}
			return append(out, m)
		}}
	return append(texts.parts(p, p.candidateLists), meta.parts(p, p.candidateLists)...)
}
