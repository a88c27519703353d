// Package stage has the table of the stages from a collection to shards: their order, and the settings that decide the result of each.
// A resumed run finds results by keys that follow from the table.
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
	Similarity Name = "similarity" // similarities of terms are read, if vectors are not their source
	Opinions   Name = "opinions"   // runs and preferences that axioms need are read
	Tuning     Name = "tune"       // the retrieval model's parameters are chosen on dev
	Candidates Name = "retrieve"   // every query gets its candidates
	Mining     Name = "mine"       // every axiom's preferences are counted
	Drawing    Name = "draw"       // pairs are drawn, whole or in parts
	Sample     Name = "sample"     // a data set of pairs is made, with spares for groups
	Diagnostic Name = "diagnostic" // documents that an external model has to score are written
	Shards     Name = "shards"     // files for trainers are written
)

// Stage is a row of the table.
type Stage struct {
	Name
	// Title describes the work of the stage; it is empty if the stage is no separate step.
	Title string
	// Pass is the stage that also does the work of this stage, if both run; empty if there is none.
	Pass Name
	// Needs are the stages whose results it uses.
	Needs []Name
	// Decides names the groups of keys that are first used here. Files count by their contents (Run.Note).
	Decides []configs.Stage
	// Optional is true for a stage that runs only if it is needed. If it does not run, it decides nothing.
	Optional bool
}

// Table has all stages. A stage is after the stages that it needs.
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

// Steps returns the steps of progress up to the goals, in order: the stages that the goals need, that run, and that have a title.
func Steps(runs func(Name) bool, goals ...Name) []progress.Step {
	isNeeded := map[Name]bool{}
	var visit func(name Name)
	visit = func(name Name) {
		if isNeeded[name] = runs(name); isNeeded[name] {
			for _, n := range find(name).Needs {
				visit(n)
			}
		}
	}
	for _, goal := range goals {
		visit(goal)
	}
	var steps []progress.Step
	for _, s := range Table {
		if isNeeded[s.Name] && s.Title != "" && !isNeeded[s.Pass] {
			steps = append(steps, progress.Step{Name: string(s.Name), Title: s.Title})
		}
	}
	return steps
}
