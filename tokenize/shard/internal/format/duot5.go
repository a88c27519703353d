package format

import (
	"reflect"

	"github.com/axiomine/axiomine/tokenize/shard/internal/encoding"
	"github.com/axiomine/axiomine/tokenize/shard/internal/plan"
)

var duot5Format = Format{
	Name:    "duot5",
	About:   "duoT5: JSON lines of inputs (Query: .. Document0: .. Document1: .. Relevant:) and targets (true or false)",
	Use:     "datasets.load_dataset(\"json\", data_files=\"DIR/duot5/train-*\"): inputs and targets of T5ForConditionalGeneration",
	Needs:   plan.Needs{Weights: true},
	Parts:   duot5Parts,
	Folders: []encoding.Folder{{Name: "", As: duot5Lines}},
}

// duot5Parts returns the rows of duoT5 (Pradeep, Nogueira and Lin, The Expando-Mono-Duo Design
// Pattern for Text Ranking with Pretrained Sequence-to-Sequence Models, 2021, pairwise reranking):
// "Query: q Document0: d Document1: e Relevant:", with the target true where d ranks above e: the
// positive first, then, target false, the negative first.
func duot5Parts(p *plan.Plan) (parts []encoding.Part) {
	input := func(query, first, second string) string {
		return t5Query + query + t5First + first + t5Second + second + t5Question
	}
	rows := func(r plan.Row, line []byte) ([]byte, error) {
		query, pos, neg := p.TextsOf(r)
		out := textToText{UID: r.UID, NegSource: r.NegativeSource(), Weight: p.RowWeight(r), Inputs: input(query, pos, neg), Targets: "true"}
		line, err := encoding.AppendJSON(line, &out)
		if err != nil {
			return line, err
		}
		out.Inputs, out.Targets = input(query, neg, pos), "false"
		return encoding.AppendJSON(append(line, '\n'), &out)
	}
	p.PairwiseTasks("duot5", func(t plan.Task, folder string) {
		parts = append(parts, encoding.Lines[plan.Row]{Folder: folder, As: duot5Lines, Config: reflect.TypeFor[textToText](),
			Rows: encoding.Times[plan.Row](2), Append: rows}.Parts(t.Views)...)
	})
	return parts
}

var duot5Lines = t5Lines(t5Query, t5First, t5Second)
