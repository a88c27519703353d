package format

import (
	"fmt"
	"reflect"

	"github.com/axiomine/axiomine/internal/ui/terminal"
	"github.com/axiomine/axiomine/tokenize/shard/internal/encoding"
	"github.com/axiomine/axiomine/tokenize/shard/internal/plan"
)

var stNTupleFormat = Format{
	Name:  "st-ntuple",
	About: "sentence-transformers: config n-tuple (anchor, positive, negative_1 .. negative_n), n the group size less one",
	Use: "SentenceTransformerTrainer(model, train_dataset=load_dataset(DIR, \"n-tuple\", split=\"train\"), " +
		"loss=MultipleNegativesRankingLoss(model))",
	Needs:   plan.Needs{Groups: true, Weights: true},
	Parts:   stTupleParts,
	Folders: []encoding.Folder{{Name: "", As: encoding.TableFiles{}}},
}

// stTupleParts returns the config n-tuple: anchor, positive, negative_1 .. negative_n, n the group
// size less one.
func stTupleParts(p *plan.Plan) []encoding.Part {
	return stTuples(p, "st-ntuple", "n-tuple", "as for MultipleNegativesRankingLoss", false)
}

func stTuples(p *plan.Plan, format, name, about string, scores bool) (parts []encoding.Part) {
	n := p.Options.Documents(8) - 1
	text := reflect.TypeFor[*string]()
	fields := []reflect.StructField{{Name: "Anchor", Type: text, Tag: `parquet:"anchor,optional,dict"`}, {Name: "Positive", Type: text,
		Tag: `parquet:"positive,optional"`}}
	for i := range n {
		fields = append(fields, reflect.StructField{Name: fmt.Sprint("Negative", i+1), Type: text,
			Tag: reflect.StructTag(fmt.Sprintf(`parquet:"negative_%d,optional"`, i+1))})
	}
	if scores {
		fields = append(fields, reflect.StructField{Name: "Scores", Type: reflect.TypeFor[[]float32](), Tag: `parquet:"scores,optional,list"`})
	}
	tuple := reflect.StructOf(fields)
	p.PairwiseTasks(name, func(t plan.Task, config string) {
		if scores {
			t = p.TaskWithScores(format, t)
		}
		views := p.FixedGroups(format, t, n)
		texts := encoding.Table[plan.Group, any]{Config: config, Row: tuple,
			About: fmt.Sprintf("sentence-transformers tuples of a positive and %s of a query, %s", terminal.Plural(n, "negative", "negatives"),
				about),
			Fill: func(b *encoding.Batch, g plan.Group, out []any) []any {
				v := reflect.New(tuple).Elem()
				v.Field(0).Set(reflect.ValueOf(b.Text(p.In.QueryText(g.Row(0).QueryID))))
				v.Field(1).Set(reflect.ValueOf(b.Text(p.In.DocText(g.Row(0).PosID))))
				for i := range n {
					v.Field(2 + i).Set(reflect.ValueOf(b.Text(p.In.DocText(g.Row(i).NegID))))
				}
				if scores {
					var list []float32
					for i := range n {
						pos, neg := p.TaughtScores(g.Row(i))
						if i == 0 {
							list = append(list, float32(pos))
						}
						list = append(list, float32(neg))
					}
					v.Field(2 + n).Set(reflect.ValueOf(list))
				}
				return append(out, v.Interface())
			}}
		parts = append(append(parts, texts.Parts(p, views)...), groupMetaParts(p, config, views, plan.Group.Different)...)
	})
	return parts
}
