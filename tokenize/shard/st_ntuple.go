package shard

import (
	"fmt"
	"reflect"
)

var stNTupleFormat = format{
	name:  "st-ntuple",
	about: "sentence-transformers: config n-tuple (anchor, positive, negative_1 .. negative_n), n the group size less one",
	use: "SentenceTransformerTrainer(model, train_dataset=load_dataset(DIR, \"n-tuple\", split=\"train\"), " +
		"loss=MultipleNegativesRankingLoss(model))",
	needs:   needs{groups: true, weights: true, sized: always},
	parts:   stTupleParts,
	folders: []folder{{"", tableFiles{}}},
}

// stTupleParts are the config n-tuple: anchor, positive, negative_1 .. negative_n, n the group size less one.
func stTupleParts(p *plan) []part {
	return stTuples(p, "st-ntuple", "n-tuple", "as for MultipleNegativesRankingLoss", false)
}

func stTuples(p *plan, format, name, about string, scores bool) (parts []part) {
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
				v.Field(0).Set(reflect.ValueOf(b.text(p.in.queryText(g.row(0).QueryID))))
				v.Field(1).Set(reflect.ValueOf(b.text(p.in.docText(g.row(0).PosID))))
				for i := range n {
					v.Field(2 + i).Set(reflect.ValueOf(b.text(p.in.docText(g.row(i).NegID))))
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
