package shard

import (
	"fmt"
	"reflect"
)

// stList is a row of the config listwise.
type stList struct {
	Query  *string   `parquet:"query,optional,dict"`
	Docs   []string  `parquet:"docs,optional,list"`
	Labels []float32 `parquet:"labels,optional,list"`
}

// stLabeledList is a row of the config labeled-list.
type stLabeledList struct {
	Anchor   *string   `parquet:"anchor,optional,dict"`
	Positive []string  `parquet:"positive,optional,list"`
	Labels   []float32 `parquet:"labels,optional,list"`
}

// stGroupMeta is the row of CONFIG-meta for a group: uid is its first pair's.
type stGroupMeta struct {
	UID     *string   `parquet:"uid,optional"`
	QueryID *string   `parquet:"query_id,optional,dict"`
	PosID   *string   `parquet:"pos_id,optional"`
	NegIDs  []string  `parquet:"neg_ids,optional,list"`
	UIDs    []string  `parquet:"uids,optional,list"`
	Axioms  []string  `parquet:"axioms,optional,list"`
	Weights []float32 `parquet:"weights,optional,list"`
	Margins []float32 `parquet:"margins,optional,list"`
}

func groupMetaParts(p *plan, config string, views []view[group], size func(group) int) []part {
	return table[group, stGroupMeta]{config: config + "-meta", about: "where the rows of `" + config + "` come from, row by row; a repeated negative stands once",
		fill: func(b *batch, g group, out []stGroupMeta) []stGroupMeta {
			first := g.row(0)
			m := stGroupMeta{UID: &first.UID, QueryID: &first.QueryID, PosID: &first.PosID}
			for i := range size(g) {
				r := g.row(i)
				m.NegIDs, m.UIDs, m.Axioms = append(m.NegIDs, r.NegID), append(m.UIDs, r.UID), append(m.Axioms, r.Axiom)
				m.Weights, m.Margins = append(m.Weights, float32(r.Weight)), append(m.Margins, float32(r.Margin))
			}
			b.bytes += 64 * len(m.UIDs)
			return append(out, m)
		}}.parts(p, views)
}

// stTupleParts are the config n-tuple: anchor, positive, negative_1 .. negative_n, n the group size less one.
func stTupleParts(p *plan) []part {
	return p.stTuples("st-ntuple", "n-tuple", "as for MultipleNegativesRankingLoss", false)
}

// stMarginTupleParts are the config margin-mse-n-tuple: the same, and the candidates' scores, the positive's first. Pairs
// without both scores are left out.
func stMarginTupleParts(p *plan) []part {
	return p.stTuples("st-margin-ntuple", "margin-mse-n-tuple", "with the scores of all, the positive's first, for MarginMSELoss and DistillKLDivLoss", true)
}

func (p *plan) stTuples(format, name, about string, scores bool) (parts []part) {
	n := p.options.groupSize(8) - 1
	text := reflect.TypeFor[*string]()
	fields := []reflect.StructField{{Name: "Anchor", Type: text, Tag: `parquet:"anchor,optional,dict"`}, {Name: "Positive", Type: text, Tag: `parquet:"positive,optional"`}}
	for i := range n {
		fields = append(fields, reflect.StructField{Name: fmt.Sprint("Negative", i+1), Type: text, Tag: reflect.StructTag(fmt.Sprintf(`parquet:"negative_%d,optional"`, i+1))})
	}
	if scores {
		fields = append(fields, reflect.StructField{Name: "Scores", Type: reflect.TypeFor[[]float32](), Tag: `parquet:"scores,optional,list"`})
	}
	tuple := reflect.StructOf(fields)
	p.pairwiseTasks(name, func(t task, config string) {
		if scores {
			t = p.scored(format, t)
		}
		views := p.sized(format, t, n)
		texts := table[group, any]{config: config, row: tuple,
			about: fmt.Sprintf("sentence-transformers tuples of a positive and %d negatives of a query, %s", n, about),
			fill: func(b *batch, g group, out []any) []any {
				v := reflect.New(tuple).Elem()
				v.Field(0).Set(reflect.ValueOf(b.text(p.in.query(g.row(0).QueryID))))
				v.Field(1).Set(reflect.ValueOf(b.text(p.in.doc(g.row(0).PosID))))
				for i := range n {
					v.Field(2 + i).Set(reflect.ValueOf(b.text(p.in.doc(g.row(i).NegID))))
				}
				if scores {
					var list []float32
					for i := range n {
						pos, neg := p.taught(g.row(i))
						if i == 0 {
							list = append(list, float32(pos))
						}
						list = append(list, float32(neg))
					}
					v.Field(2 + n).Set(reflect.ValueOf(list))
				}
				return append(out, v.Interface())
			}}
		parts = append(append(parts, texts.parts(p, views)...), groupMetaParts(p, config, views, group.different)...)
	})
	return parts
}

// stLabeledListParts are the config labeled-list: anchor, positive, labels: what listwise is for bi-encoders. The column of
// all documents is called positive, as the library's losses have it. All lists are equally long, since its collator makes one
// tensor of a batch's labels.
func stLabeledListParts(p *plan) (parts []part) {
	n := p.options.groupSize(8) - 1
	p.pairwiseTasks("labeled-list", func(t task, config string) {
		views := p.sized("st-labeled-list", t, n)
		texts := table[group, stLabeledList]{config: config, about: "sentence-transformers lists: a positive and its negatives of a query, label 1 and 0",
			fill: func(b *batch, g group, out []stLabeledList) []stLabeledList {
				l := b.list(g, n)
				return append(out, stLabeledList{l.Query, l.Docs, l.Labels})
			}}
		parts = append(append(parts, texts.parts(p, views)...), groupMetaParts(p, config, views, group.different)...)
	})
	return parts
}

// stListParts are the config listwise: query, docs, labels. A list has as many documents as the group, none repeated.
func stListParts(p *plan) (parts []part) {
	p.pairwiseTasks("listwise", func(t task, config string) {
		views := p.upTo("st-listwise", t, p.options.groupSize(8)-1)
		texts := table[group, stList]{config: config, about: "sentence-transformers CrossEncoder lists, as for LambdaLoss: a positive and its negatives of a query, label 1 and 0",
			fill: func(b *batch, g group, out []stList) []stList {
				return append(out, b.list(g, g.size()))
			}}
		parts = append(append(parts, texts.parts(p, views)...), groupMetaParts(p, config, views, group.size)...)
	})
	return parts
}

// list gives a group's positive and n negatives with their labels.
func (b *batch) list(g group, n int) stList {
	in := b.plan.in
	l := stList{Query: b.text(in.query(g.row(0).QueryID)), Docs: []string{*b.text(in.doc(g.row(0).PosID))}, Labels: []float32{1}}
	for i := range n {
		l.Docs, l.Labels = append(l.Docs, *b.text(in.doc(g.row(i).NegID))), append(l.Labels, 0)
	}
	return l
}
