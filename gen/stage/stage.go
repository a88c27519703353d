// Package stage lists the stages from a collection to shards: their order, and what decides the result of each:
// one table, from which the keys follow under which results are kept and found again when a run is resumed.
package stage

import (
	"slices"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/internal/ui/progress"
)

// Name names a stage: in the table, and in the journal of an output directory.
type Name string

// The stages, in the order in which they run.
const (
	Topics     Name = "topics"     // queries, judgements and given runs are read and divided into splits
	Index      Name = "index"      // documents are analysed and indexed
	Vocabulary Name = "vocab"      // WordPiece is read, or trained on the documents
	Pieces     Name = "pieces"     // documents are measured in word pieces
	Vectors    Name = "vectors"    // word vectors are read, or trained on the documents
	Similarity Name = "similarity" // of terms, where it is not that of vectors
	Opinions   Name = "opinions"   // runs and preferences that axioms ask are read
	Tuning     Name = "tune"       // the retrieval model's parameters are chosen on dev
	Candidates Name = "retrieve"   // every query gets its candidates
	Mining     Name = "mine"       // every axiom's preferences are counted
	Drawing    Name = "draw"       // pairs are drawn, whole or in parts
	Sample     Name = "sample"     // a data set of pairs, with spares for groups
	Diagnostic Name = "diagnostic" // what a model outside has to score
	Shards     Name = "shards"     // files for trainers
)

// Stage is a row of the table.
type Stage struct {
	Name
	// Title says to a person what the stage does, where it is a step of its own.
	Title string
	// Pass is the stage that does it in passing, where that one runs too.
	Pass Name
	// Needs are the stages whose results it starts from.
	Needs []Name
	// Decides are the keys of the configuration whose values enter here first; files enter by what they hold (Run.Note).
	Decides []configs.Stage
	// Optional stages run where something asks for them, and note then what they read; else they decide nothing.
	Optional bool
}

// Table is the chain. A stage stands behind those it needs.
var Table = []Stage{
	{Name: Topics, Title: "reading queries and judgements", Decides: []configs.Stage{configs.Topics}},
	{Name: Index, Title: "indexing the documents", Decides: []configs.Stage{configs.Documents}},
	{Name: Vocabulary, Needs: []Name{Index}, Decides: []configs.Stage{configs.Vocabulary}, Optional: true},
	{Name: Pieces, Needs: []Name{Vocabulary}, Optional: true},
	{Name: Vectors, Title: "preparing word vectors", Needs: []Name{Index}, Decides: []configs.Stage{configs.Similarity}, Optional: true},
	{Name: Similarity, Needs: []Name{Index}, Decides: []configs.Stage{configs.Similarity}, Optional: true},
	{Name: Opinions, Needs: []Name{Index}, Optional: true},
	{Name: Tuning, Title: "choosing retrieval parameters", Needs: []Name{Topics, Index}, Decides: []configs.Stage{configs.Candidates}},
	{Name: Candidates, Title: "finding candidates", Needs: []Name{Topics, Index}, Decides: []configs.Stage{configs.Candidates}},
	{Name: Mining, Title: "asking the axioms", Pass: Sample, Needs: []Name{Candidates, Pieces, Vectors, Similarity, Opinions},
		Decides: []configs.Stage{configs.Mining}},
	{Name: Drawing, Needs: []Name{Mining}, Decides: []configs.Stage{configs.Pairs}},
	{Name: Sample, Title: "drawing pairs", Needs: []Name{Drawing}},
	{Name: Diagnostic, Needs: []Name{Mining}},
	{Name: Shards, Title: "writing shards", Needs: []Name{Sample, Vocabulary}},
}

// find returns a stage's row of the table.
func find(name Name) Stage {
	return Table[slices.IndexFunc(Table, func(s Stage) bool { return s.Name == name })]
}

// Steps returns what a person sees of the way to some goals, in order: the stages with a title that they need, as far as they run.
func Steps(runs func(Name) bool, goals ...Name) []progress.Step {
	stages := map[Name]bool{}
	var need func(name Name)
	need = func(name Name) {
		if stages[name] = runs(name); stages[name] {
			for _, n := range find(name).Needs {
				need(n)
			}
		}
	}
	for _, goal := range goals {
		need(goal)
	}
	var steps []progress.Step
	for _, s := range Table {
		if stages[s.Name] && s.Title != "" && !stages[s.Pass] {
			steps = append(steps, progress.Step{Name: string(s.Name), Title: s.Title})
		}
	}
	return steps
}
