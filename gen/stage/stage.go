// Package stage says what the chain from a collection to shards does, in which order, and what decides the result of each part:
// one table, from which the keys follow under which results are kept and found again when a run is resumed.
package stage

import (
	"slices"

	"github.com/axiomine/axiomine/configs"
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
	Embedding  Name = "embed"      // word vectors for their own sake
)

// Stage is a row of the table.
type Stage struct {
	Name
	// Needs are the stages whose results it starts from. One that did not run, since nothing asked for it, decides nothing.
	Needs []Name
	// Decides are the keys of the configuration whose values enter here first; files enter by what they hold (Run.Note).
	Decides []configs.Stage
}

// Table is the chain. A stage stands behind those it needs.
var Table = []Stage{
	{Topics, nil, []configs.Stage{configs.Topics}},
	{Index, nil, []configs.Stage{configs.Documents}},
	{Vocabulary, []Name{Index}, []configs.Stage{configs.Vocabulary}},
	{Pieces, []Name{Vocabulary}, nil},
	{Vectors, []Name{Index}, []configs.Stage{configs.Similarity}},
	{Similarity, []Name{Index}, []configs.Stage{configs.Similarity}},
	{Opinions, []Name{Index}, nil},
	{Tuning, []Name{Topics, Index}, []configs.Stage{configs.Candidates}},
	{Candidates, []Name{Topics, Index}, []configs.Stage{configs.Candidates}},
	{Mining, []Name{Candidates, Pieces, Vectors, Similarity, Opinions}, []configs.Stage{configs.Mining}},
	{Drawing, []Name{Mining}, []configs.Stage{configs.Pairs}},
	{Sample, []Name{Drawing}, nil},
	{Diagnostic, []Name{Mining}, nil},
	{Embedding, []Name{Index}, []configs.Stage{configs.Similarity, configs.Embedding}},
}

// of finds a stage's row.
func of(name Name) Stage {
	return Table[slices.IndexFunc(Table, func(s Stage) bool { return s.Name == name })]
}
