package format

import (
	"slices"

	"github.com/axiomine/axiomine/tokenize/shard/internal/encoding"
	"github.com/axiomine/axiomine/tokenize/shard/internal/plan"
)

// parquetFormat writes tables of texts and ids for Hugging Face datasets.
var parquetFormat = Format{
	Name:        "parquet",
	About:       "Hugging Face datasets: texts and, with --vocab, ids of pairs and for cross-encoders; a config for each three-class task, and all mixed",
	Use:         "datasets.load_dataset(DIR, CONFIG)",
	Needs:       plan.Needs{IDs: plan.IDsWhereGiven, Classes: true, Weights: true},
	Sets:        parquetSets,
	Parts:       parquetParts,
	folderNames: []string{"pairs", "pairs-tokenized", "cross", "mixed", "candidates"},
	Beside: []set{{shape: candidateRows, folders: []folder{
		{schema: "textCandidate", about: candidateOrder + ", with texts; label 1 is relevant", row: candidateRow},
		{schema: "singleCandidate", suffix: "-tokenized", about: candidateOrder + ", word pieces of query and document, each as [CLS] text [SEP]",
			row: `{"query_id": "{query_id}", "doc_id": "{doc_id}", "query_input_ids": "{query_pieces}", "doc_input_ids": "{document_pieces}",
				"label": "{label:int64}"}`},
		{schema: "crossCandidate", suffix: "-cross", about: candidateOrder + ", word pieces of [CLS] query [SEP] document [SEP]",
			sequence: (*row).setCross, row: `{"query_id": "{query_id}", "doc_id": "{doc_id}", "input_ids": "{input_ids}",
				"token_type_ids": "{token_type_ids}", "label": "{label:int64}"}`}}}},
}

// candidateOrder begins the descriptions of the configs of candidates.
const candidateOrder = "the candidates of every query to be scored, in the order of their run"

// The indexes of parquetSets.
const (
	textSet = iota
	crossSet
	classSet
	mixedSet
)

// parquetSets are the configs of the format `parquet`. A row of mixed is of any task. The meaning of its label depends on the task: a class
// of three, or whether the document is the positive of its pair. A document may be the positive of one pair and the negative of another.
var parquetSets = []set{
	{name: "pairs", paths: []string{"pairs", "TASK"}, folders: []folder{
		{schema: "canonical", about: "one row a pair, with its texts and where it comes from", row: canonicalRow},
		{schema: "idPair", suffix: "-tokenized", about: "one row a pair, word pieces of query, positive and negative, each as [CLS] text [SEP]",
			row: `{"uid": "{uid}", "query_input_ids": "{query_pieces}", "pos_input_ids": "{positive_pieces}",
				"neg_input_ids": "{negative_pieces}", "weight": "{weight}", "margin": "{margin}"}`}}},
	{name: "cross", paths: []string{"cross", "TASK-cross"}, shape: inputRows, folders: []folder{{
		schema: "idCross", soft: "idSoft", sequence: (*row).setCross, ifSoft: softLabels,
		about: "query and document in one sequence, word pieces of [CLS] query [SEP] document [SEP]: of a pair the positive, then the negative",
		row: `{"uid": "{uid}", "input_ids": "{input_ids}", "token_type_ids": "{token_type_ids}", "label": "{label:pos|neg}",
			"weight": "{weight}", "margin": "{margin}"}`}}},
	{classes: true, folders: []folder{
		{schema: "threeText", about: "three classes, with texts: an axiom prefers the first document, neither, or the second",
			row: `{"uid": "{uid}", "task": "{task}", "axiom": "{axiom}", "variant": "{variant}", "query_id": "{query_id}",
				"doc1_id": "{pos_id}", "doc2_id": "{neg_id}", "query": "{query}", "doc1": "{positive}", "doc2": "{negative}",
				"label": "{class}", "weight": "{weight}"}`},
		{schema: "threeIDs", suffix: "-tokenized", about: "three classes, word pieces of [CLS] query [SEP] document 1 document 2 [SEP]",
			sequence: (*row).setThree, row: classRow}}},
	{name: "mixed", isWhole: true, shape: orderRows, folders: []folder{{schema: "mixed", sequence: (*row).setCross,
		about: "all tasks in the proportions of the mixture, word pieces: of a pair two rows, to be compared with each other, and one of a " +
			"pair of a three-class task; what a label means depends on the task",
		row: `{"uid": "{uid}", "task": "{task}", "input_ids": "{input_ids}", "token_type_ids": "{token_type_ids}",
			"label": "{label:int64}", "weight": "{weight}", "margin": "{margin}"}`}}},
}

// classRow is a row of a three-class task as one sequence.
const classRow = `{"uid": "{uid}", "input_ids": "{input_ids}", "token_type_ids": "{token_type_ids}", "label": "{class}", "weight": "{weight}"}`

// parquetParts returns the configs of the format `parquet`. All pairs are written as texts with all their values, as the ids of each text,
// and as pointwise rows for a cross-encoder. If there are several tasks of pairs, each also has such configs of its own. Each three-class
// task has a config. If there are several tasks, another config has the rows of all.
func parquetParts(f Format, p *plan.Plan) []encoding.Part {
	sets := f.Sets
	parts := slices.Concat(sets[textSet].pairParts(p, f, "pairs", p.Pairwise), sets[crossSet].pairParts(p, f, "cross", p.Pairwise))
	if tasks := plan.PairTasks(p.Tasks); len(tasks) > 1 {
		for _, t := range tasks {
			parts = slices.Concat(parts, sets[textSet].pairParts(p, f, t.Label, t.Views), sets[crossSet].pairParts(p, f, t.Label+"-cross", t.Views))
		}
	}
	classes := sets[classSet]
	if p.Options.Layout == plan.LayoutA {
		classes.folders = slices.Clone(classes.folders)
		classes.folders[1].about = "three classes, word pieces of [CLS] query document 1 [SEP] query document 2 [SEP]"
	}
	if parts = append(parts, classes.parts(p, f)...); len(p.Tasks) > 1 {
		parts = append(parts, sets[mixedSet].parts(p, f)...)
	}
	return parts
}

// setCross sets the row's sequence to that of a query and a document. For a pair of a three-class task it is that of both documents.
func (r *row) setCross() {
	if r.isClass {
		r.setThree()
		return
	}
	var first int
	r.ids, first = r.Sequences.AppendCross(r.ids, r.query.Number, r.doc.Number)
	r.setTypes(first)
}

// setThree sets the row's sequence to that of a three-class row.
func (r *row) setThree() {
	var first int
	r.ids, first = r.Sequences.AppendThree(r.ids, r.pair)
	r.setTypes(first)
}

// setTypes sets the types of the sequence: 0 for the first ids, as many as first, and 1 for the rest.
func (r *row) setTypes(first int) {
	r.segment(0, first)
	r.segment(1, len(r.ids)-first)
}

// segment appends the types of n ids, which all have the type kind.
func (r *row) segment(kind int8, n int) {
	for range n {
		r.types = append(r.types, kind)
	}
}
