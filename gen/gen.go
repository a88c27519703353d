// Package gen makes training pairs and shards from a collection. Each of these packages returns a value that a later one starts from:
//
//	corpus      files of every form      -> documents, queries, judgements, runs
//	analysis    texts                    -> terms
//	collection  a configuration's files  -> collection.Inputs: the files, and the queries divided into splits
//	index       documents                -> an index
//	retrieve    an index, queries        -> candidates
//	similarity  vectors, WordNet, tables -> similarities of terms
//	prepare     collection.Inputs        -> prepare.Preparation: index, candidates, vectors, opinions
//	mine        candidates, axioms       -> preferences
//	quota       a configuration          -> the axioms, with the number of pairs of each
//	sample      preferences              -> drawn pairs
//	dataset     prepare.Preparation      -> dataset.Data: pairs of every split, and the account; shards, and files for models to score
//	partition   prepare.Preparation      -> the data set in parts, for several processes or machines
//	grid        a sweep                  -> many data sets that share index and candidates
//
// The table in package stage lists the stages, what each needs and which settings decide its result. Every stage leaves files in the output
// directory and is not done again when a run is resumed with the same inputs and configuration.
//
// A document has these forms on its way from file to shard, one for each purpose:
//
//	corpus.Doc           its texts, as a file has them
//	index.Reader         its terms and texts, by its number
//	mine.Candidate       its number in a query's candidates, with rank, score and grade, kept for all queries
//	axioms.Doc           its terms and its length, while an axiom compares it with others of its query
//	pairs.Instance       its place among the candidates, in a preference
//	sample.Candidate     its id, hash and length, while pairs of its query are drawn
//	pairs.Pair           its id in a training pair; a pairs.Table holds many, a Parquet file too
//	plan.Row             the number of its text among those of the shards
//	encoding.Batch       a row of a file, in the words of a format
//
// TestDocumentForms compares this list with the code.
package gen

import (
	"context"
	"slices"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/account"
	"github.com/axiomine/axiomine/gen/dataset"
	"github.com/axiomine/axiomine/gen/prepare"
	"github.com/axiomine/axiomine/gen/stage"
	"github.com/axiomine/axiomine/internal/result"
	"github.com/axiomine/axiomine/internal/ui/progress"
	"github.com/axiomine/axiomine/tokenize/pairs"
	"github.com/axiomine/axiomine/tokenize/shard"
)

// DataSet is a finished data set: its rows, and accounts of all pairs and shards.
type DataSet struct {
	Sets     []dataset.SplitPairs // the rows by split, the training split first
	Report   *account.Report      // the account from candidates to rows, with the amounts that are not reached
	Drawn    []pairs.PoolRows     // descriptions of the rows of each split
	Manifest *shard.Manifest      // manifest of the shards below shards/
}

// Make writes the training pairs and shards of a configuration's collection to a folder, as the command `axiomine gen` does, and returns
// them. It creates the folder; a folder that holds anything is an error. An error of the input is an *errs.Error with file and line. A
// missed amount is no error: Report.Unmet returns it. After an error, or if ctx ends, finished stages stay in the folder.
func Make(ctx context.Context, c *configs.Config, folder string) (*DataSet, error) {
	return result.FillNew(folder, func(out *result.Dir) (*DataSet, error) {
		run, err := Start(c, out, nil, "axiomine gen")
		if err != nil {
			return nil, err
		}
		return Fill(ctx, run)
	})
}

// Fill runs every stage of a run that Start returned: it leaves pairs and shards in the run's folder, and returns them.
func Fill(ctx context.Context, run *prepare.Preparation) (*DataSet, error) {
	run, err := run.AllForTraining(ctx, dataset.CheckRequest)
	if err != nil {
		return nil, err
	}
	defer run.WithoutCandidates().Close() // run itself would keep the candidates while shards are written
	data, err := dataset.Sample(ctx, run, nil)
	if err != nil {
		return nil, err
	}
	manifest, err := dataset.Shards(ctx, run, data)
	if err != nil {
		return nil, err
	}
	return &DataSet{data.Sets, data.Report, data.Drawn, manifest}, nil
}

// Start checks a configuration and opens its inputs, before anything is written or removed, and returns the run. A nil p prints nothing.
func Start(c *configs.Config, out *result.Dir, p *progress.Printer, command string) (*prepare.Preparation, error) {
	if err := Check(c); err != nil {
		return nil, err
	}
	if err := checkOpens(c); err != nil {
		return nil, err
	}
	run, err := prepare.Start(stage.NewRun(c, out, p, command))
	if err == nil && p != nil {
		for _, note := range slices.Concat(prepare.VectorsNotes(c), run.Axioms.Notes) {
			p.Say("note: %s", note)
		}
	}
	return run, err
}
