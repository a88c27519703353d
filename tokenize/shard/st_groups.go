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

// stGroupMeta is the row of CONFIG-meta for a group: uid is its first pair's.
type stGroupMeta struct {
	UID     *string   `parquet:"uid,optional"`
	QueryID *string   `parquet:"query_id,optional,dict"`
	PosID   *string   `parquet:"pos_id,optional"`
	NegIDs  []string  `parquet:"neg_ids,optional,list"`
	UIDs    []string  `parquet:"uids,optional,list"`
	Axioms  []string  `parquet:"axioms,optional,list"`
	Weights []float32 `parquet:"weights,optional,list"`
}

func groupMetaParts(p *plan, config string, views []view[group]) []part {
	return table[group, stGroupMeta]{config: config + "-meta", about: "where the rows of `" + config + "` come from, row by row; a repeated negative stands once",
		fill: func(b *batch, g group, out []stGroupMeta) []stGroupMeta {
			first := g.row(0)
			m := stGroupMeta{UID: &first.UID, QueryID: &first.QueryID, PosID: &first.PosID}
			for i := range g.size() {
				r := g.row(i)
				m.NegIDs, m.UIDs, m.Axioms, m.Weights = append(m.NegIDs, r.NegID), append(m.UIDs, r.UID), append(m.Axioms, r.Axiom), append(m.Weights, float32(r.Weight))
			}
			b.bytes += 64 * g.size()
			return append(out, m)
		}}.parts(p, views)
}

// stTupleParts are the config n-tuple: anchor, positive, negative_1 .. negative_n, n the group size less one.
func stTupleParts(p *plan) (parts []part) {
	n := p.options.groupSize(8) - 1
	text := reflect.TypeFor[*string]()
	fields := []reflect.StructField{{Name: "Anchor", Type: text, Tag: `parquet:"anchor,optional,dict"`}, {Name: "Positive", Type: text, Tag: `parquet:"positive,optional"`}}
	for i := range n {
		fields = append(fields, reflect.StructField{Name: fmt.Sprint("Negative", i+1), Type: text, Tag: reflect.StructTag(fmt.Sprintf(`parquet:"negative_%d,optional"`, i+1))})
	}
	tuple := reflect.StructOf(fields)
	p.pairwiseTasks("n-tuple", func(t task, config string) {
		views := p.padded("st-ntuple", t, n)
		texts := table[group, any]{config: config, row: tuple,
			about: fmt.Sprintf("sentence-transformers tuples of a positive and %d negatives of a query, as for MultipleNegativesRankingLoss", n),
			fill: func(b *batch, g group, out []any) []any {
				v := reflect.New(tuple).Elem()
				v.Field(0).Set(reflect.ValueOf(b.text(p.in.query(g.row(0).QueryID))))
				v.Field(1).Set(reflect.ValueOf(b.text(p.in.doc(g.row(0).PosID))))
				for i := range n {
					v.Field(2 + i).Set(reflect.ValueOf(b.text(p.in.doc(g.row(i).NegID))))
				}
				return append(out, v.Interface())
			}}
		parts = append(append(parts, texts.parts(p, views)...), groupMetaParts(p, config, views)...)
	})
	return parts
}

// stListParts are the config listwise: query, docs, labels. A list has as many documents as the group, none repeated.
func stListParts(p *plan) (parts []part) {
	p.pairwiseTasks("listwise", func(t task, config string) {
		views := p.groups(t, p.options.groupSize(8)-1)
		texts := table[group, stList]{config: config, about: "sentence-transformers CrossEncoder lists, as for LambdaLoss: a positive and its negatives of a query, label 1 and 0",
			fill: func(b *batch, g group, out []stList) []stList {
				l := stList{Query: b.text(p.in.query(g.row(0).QueryID)), Docs: []string{*b.text(p.in.doc(g.row(0).PosID))}, Labels: []float32{1}}
				for i := range g.size() {
					l.Docs, l.Labels = append(l.Docs, *b.text(p.in.doc(g.row(i).NegID))), append(l.Labels, 0)
				}
				return append(out, l)
			}}
		parts = append(append(parts, texts.parts(p, views)...), groupMetaParts(p, config, views)...)
	})
	return parts
}

// padded are groups that a format fills to n negatives; it counts what is repeated.
func (p *plan) padded(format string, t task, n int) []view[group] {
	views := p.groups(t, n)
	for _, v := range views {
		for _, g := range v.items {
			p.note(fmt.Sprintf("negatives repeated to fill groups of %s", format), n-g.size())
		}
	}
	return views
}
