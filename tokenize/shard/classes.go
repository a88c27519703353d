package shard

// threeText is a row of a three-class task's texts.
type threeText struct {
	UID     *string  `parquet:"uid,optional"`
	Task    *string  `parquet:"task,optional,dict"`
	Axiom   *string  `parquet:"axiom,optional,dict"`
	Variant *string  `parquet:"variant,optional,dict"`
	QueryID *string  `parquet:"query_id,optional,dict"`
	ID1     *string  `parquet:"doc1_id,optional"`
	ID2     *string  `parquet:"doc2_id,optional"`
	Query   *string  `parquet:"query,optional,dict"`
	Doc1    *string  `parquet:"doc1,optional"`
	Doc2    *string  `parquet:"doc2,optional"`
	Label   *int64   `parquet:"label,optional,dict" classes:"second,neither,first"`
	Weight  *float32 `parquet:"weight,optional,dict"`
}

// threeIDs is the same row as one sequence.
type threeIDs struct {
	UID     *string  `parquet:"uid,optional"`
	IDs     []int32  `parquet:"input_ids,optional,list,dict"`
	TypeIDs []int8   `parquet:"token_type_ids,optional,list,dict"`
	Label   *int64   `parquet:"label,optional,dict" classes:"second,neither,first"`
	Weight  *float32 `parquet:"weight,optional,dict"`
}

// mixed is a row of any task. What label means depends on the task: a class of three, or whether the document is the
// positive of its pair, so that a document may stand on both sides of different ones.
type mixed struct {
	UID     *string  `parquet:"uid,optional"`
	Task    *string  `parquet:"task,optional,dict"`
	IDs     []int32  `parquet:"input_ids,optional,list,dict"`
	TypeIDs []int8   `parquet:"token_type_ids,optional,list,dict"`
	Label   *int64   `parquet:"label,optional,dict"`
	Weight  *float32 `parquet:"weight,optional,dict"`
	Margin  *float32 `parquet:"margin,optional,dict"`
}

// classParts are the configs TASK and TASK-tokenized of every three-class task.
func classParts(p *plan) (parts []part) {
	for _, t := range p.tasks {
		if !t.classes {
			continue
		}
		texts := table[row, threeText]{config: t.label,
			about: "three classes, with texts: an axiom prefers the first document, neither, or the second",
			fill: func(b *batch, r row, out []threeText) []threeText {
				query, doc1, doc2 := b.text(p.in.query(r.QueryID)), b.text(p.in.doc(r.PosID)), b.text(p.in.doc(r.NegID))
				return append(out, threeText{&r.UID, &r.Task, &r.Axiom, &r.Variant, &r.QueryID, &r.PosID, &r.NegID, query, doc1, doc2, classOf(r), weightOf(r)})
			}}
		about := "three classes, word pieces of [CLS] query [SEP] document 1 document 2 [SEP]"
		if p.options.Layout == LayoutA {
			about = "three classes, word pieces of [CLS] query document 1 [SEP] query document 2 [SEP]"
		}
		ids := table[row, threeIDs]{config: t.label + "-tokenized", about: about,
			fill: func(b *batch, r row, out []threeIDs) []threeIDs {
				ids, types := b.three(r)
				return append(out, threeIDs{&r.UID, ids, types, classOf(r), weightOf(r)})
			}}
		parts = append(append(parts, texts.parts(p, t.views)...), ids.parts(p, t.views)...)
	}
	return parts
}

// mixedParts are the config with the rows of all tasks in file order, for one loader that serves several heads.
func mixedParts(p *plan) []part {
	return table[row, mixed]{config: "mixed",
		about: "all tasks in the proportions of the mixture, word pieces: of a pair two rows, to be compared with each other, and one of a pair of a " +
			"three-class task; what a label means depends on the task",
		rows: func(r row) int {
			if r.Class != nil {
				return 1
			}
			return 2
		},
		fill: func(b *batch, r row, out []mixed) []mixed {
			if r.Class != nil {
				ids, types := b.three(r)
				return append(out, mixed{&r.UID, &r.Task, ids, types, classOf(r), weightOf(r), marginOf(r)})
			}
			for i, document := range [...]uint32{r.pos, r.neg} {
				ids, types := b.cross(r.query, document)
				out = append(out, mixed{&r.UID, &r.Task, ids, types, &classIDs[1-i], weightOf(r), marginOf(r)})
			}
			return out
		}}.parts(p, p.all())
}

// three gives the sequence of a three-class row and its type ids.
func (b *batch) three(r row) ([]int32, []int8) {
	start := len(b.ids)
	ids, first := b.plan.appendThree(b.ids, r)
	b.ids = ids
	return b.typed(start, first)
}

func classOf(r row) *int64 { return &classIDs[*r.Class] }
