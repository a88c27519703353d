package shard

import "reflect"

var duot5Format = format{
	name:    "duot5",
	about:   "duoT5: JSON lines of inputs (Query: .. Document0: .. Document1: .. Relevant:) and targets (true or false)",
	use:     "datasets.load_dataset(\"json\", data_files=\"DIR/duot5/train-*\"): inputs and targets of T5ForConditionalGeneration",
	needs:   needs{weights: true},
	parts:   duot5Parts,
	folders: []folder{{"", duot5Lines}},
}

// duot5Parts are those of duoT5 (Pradeep, Nogueira and Lin, The Expando-Mono-Duo Design Pattern for Text Ranking with Pretrained
// Sequence-to-Sequence Models, 2021, pairwise reranking): "Query: q Document0: d Document1: e Relevant:", with the target true where d
// ranks above e: the positive first, then, target false, the negative first.
func duot5Parts(p *plan) (parts []part) {
	input := func(query, first, second string) string {
		return t5Query + query + t5First + first + t5Second + second + t5Question
	}
	rows := func(r row, line []byte) ([]byte, error) {
		query, pos, neg := p.in.queryText(r.QueryID), p.in.docText(r.PosID), p.in.docText(r.NegID)
		line, err := appendJSON(line, &textToText{UID: r.UID, Weight: p.rowWeight(r), Inputs: input(query, pos, neg), Targets: "true"})
		if err != nil {
			return line, err
		}
		return appendJSON(append(line, '\n'), &textToText{UID: r.UID, Weight: p.rowWeight(r), Inputs: input(query, neg, pos), Targets: "false"})
	}
	p.pairwiseTasks("duot5", func(t task, folder string) {
		parts = append(parts, lines[row]{folder: folder, as: duot5Lines, config: reflect.TypeFor[textToText](), rows: times[row](2), append: rows}.parts(t.views)...)
	})
	return parts
}

var duot5Lines = t5Lines(t5Query, t5First, t5Second)
