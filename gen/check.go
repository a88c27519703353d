package gen

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/collection"
	"github.com/axiomine/axiomine/gen/dataset"
	"github.com/axiomine/axiomine/gen/index"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/gen/prepare"
	"github.com/axiomine/axiomine/gen/quota"
	"github.com/axiomine/axiomine/gen/similarity"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/lists"
	"github.com/axiomine/axiomine/internal/result"
	"github.com/axiomine/axiomine/internal/safefile"
	"github.com/axiomine/axiomine/tokenize"
)

// Check returns an error that names everything that a later stage would refuse: invalid values, and named files that do not exist. It
// does no other work.
func Check(c *configs.Config) error { return errs.All(faults(c)...) }

// faults returns the errors of Check: several if they do not depend on each other, so that a user can correct them all at once.
func faults(c *configs.Config) (list []error) {
	g := &c.Gen
	if err := c.Validate(); err != nil {
		return []error{err}
	}
	a, err := quota.ParseAxioms(g)
	if err != nil {
		return []error{err}
	}
	mixture, err := quota.ParseMixture(g)
	if err != nil {
		return []error{err}
	}
	if err := prepare.CheckMade(g, a.All); err != nil {
		return []error{err}
	}
	all := append(mixture.NamedAxioms(), a.All...)
	// A run always has a vocabulary: if none is named, it is trained.
	miner := mine.Miner{Axioms: all, Collection: declaredCollection(g, all), Pieces: func(uint32) int { return 0 }}
	if err := miner.Check(); err != nil {
		return []error{err}
	}
	shards, err := dataset.ShardOptions(c)
	if err != nil {
		return []error{err}
	}
	splits, splitsErr := collection.ParseSplits(g.Splits)
	if splitsErr == nil && (g.Fold < 0 || g.Fold > max(splits.Folds-1, 0)) {
		splitsErr = errs.BadUsage("folds are counted from 0", "gen.fold: there is no fold %d of %q", g.Fold, g.Splits)
	}
	var vectorsErr error
	if g.Data != "" || !strings.Contains(g.Vectors, prepare.DataFolder) { // without --data the path below the data folder is unknown
		_, vectorsErr = prepare.VectorsSource(g)
	}
	for _, err := range []error{errorOf(quota.SampleOptions(g)), quota.CheckWeights(c, a, mixture), quota.CheckRankingRows(c),
		errorOf(quota.ParseClassQueries(g)), errorOf(dataset.RowsOf(c.Tokenize.RowsOf)), splitsErr, errorOf(collection.ParseQuerySample(g.QuerySample)),
		errorOf(prepare.Analyser(c)), errorOf(prepare.RetrievalModel(g)), vectorsErr, checkSimilarity(c, all), shards.Validate()} {
		if err == nil {
			continue
		}
		if f, ok := errors.AsType[*errs.Error](err); ok && f.Hint == "" {
			f.Hint = "see axiomine configs show"
		}
		list = append(list, err)
	}
	files, err := namedFiles(c, g.Index, c.Tokenize.Vocab)
	if err != nil {
		return append(list, err)
	}
	for _, path := range files {
		if _, err := os.Stat(path); err != nil {
			list = append(list, errs.CannotOpen(path, err))
		}
	}
	return list
}

// errorOf returns the error of a call whose value is not needed.
func errorOf[T any](_ T, err error) error { return err }

// namedFiles returns the files of a configuration's axioms, scores and runs, then those in more; "" in more is ignored.
func namedFiles(c *configs.Config, more ...string) (paths []string, err error) {
	files, err := quota.Files(c)
	paths = lists.Map(files, func(f axioms.File) string { return f.Path })
	isArm := func(run string) bool { return run == quota.JudgedArm }
	runs := slices.DeleteFunc([]string{quota.DrawRun(&c.Gen), c.Gen.ViolatedBy}, isArm)
	isNamed := func(path string) bool { return path != "" }
	return append(paths, lists.Filter(slices.Concat(configs.List(c.Tokenize.Scores), runs, more), isNamed)...), err
}

// checkOpens opens the files that later stages read, so that an unreadable file is an error before anything is written or removed.
func checkOpens(c *configs.Config) error {
	if c.Tokenize.Vocab != "" {
		if err := CanRead(c.Tokenize.Vocab); err != nil {
			return err
		}
		t, err := tokenize.Load(c.Tokenize.Vocab, prepare.VocabularyOptions(&c.Tokenize))
		if err != nil {
			return err
		}
		shards, err := dataset.ShardOptions(c)
		if err != nil {
			return err
		}
		if err := shards.CheckTokenizer(t); err != nil {
			return err
		}
	}
	source, err := prepare.VectorsSource(&c.Gen)
	if err != nil {
		return err
	}
	kind, path, err := prepare.SimilaritySource(&c.Gen)
	if err != nil {
		return err
	}
	list, err := quota.Together([]*configs.Config{c})
	if err != nil {
		return err
	}
	if !prepare.AsksSimilarity(c, list.All) {
		kind = "" // no file is read
	}
	files, err := namedFiles(c, append(prepare.SimilarityFiles(kind, path), source)...)
	for _, file := range files {
		if err := CanRead(file); err != nil && file != prepare.TrainVectors {
			return err
		}
	}
	return err
}

// CanRead returns an error if a file cannot be opened, or if its first byte cannot be read. It does not read from a pipe.
func CanRead(path string) error {
	f, err := safefile.Open(path)
	if err != nil {
		return errs.CannotOpen(path, err)
	}
	defer f.Close()
	if info, err := f.Stat(); err != nil || !info.Mode().IsRegular() {
		if err == nil && !info.IsDir() {
			return nil // a pipe can be read only once
		}
		return errs.BadInput(path, 0, "name a file", "cannot be read: it is a folder")
	}
	if _, err := f.Read(make([]byte, 1)); err != nil && err != io.EOF {
		return errs.CannotOpen(path, err)
	}
	return nil
}

// checkSimilarity returns an error if anything needs the similarity source and one of its files does not exist.
func checkSimilarity(c *configs.Config, list []axioms.Axiom) error {
	kind, path, err := prepare.SimilaritySource(&c.Gen)
	if err != nil || !prepare.AsksSimilarity(c, list) {
		return err
	}
	for _, file := range prepare.SimilarityFiles(kind, path) {
		_, err := os.Stat(file)
		switch {
		case err != nil && kind == prepare.FromWordNet:
			return errs.BadInput(file, 0, "install wordnet-base, or name the dict folder of WordNet 3.x as wordnet:DIR", "cannot open: %v",
				errors.Unwrap(err))
		case err != nil:
			return errs.CannotOpen(file, err)
		}
	}
	return nil
}

// declaredCollection returns a collection with an empty entry for each resource that the configuration will load.
func declaredCollection(g *configs.Gen, list []axioms.Axiom) *axioms.Collection {
	col := axioms.Collection{Runs: map[string]axioms.RunScores{}}
	for _, f := range axioms.Files(list...) {
		col.Runs[f.Name()] = nil
	}
	if g.Vectors != "" {
		col.Vectors, col.Similarity = (*similarity.Table)(nil), (*similarity.Table)(nil)
	}
	if g.Similarity != prepare.FromVectors {
		col.Similarity = (*similarity.TermPairs)(nil)
	}
	return &col
}

// CheckStored reads and verifies every stored byte of an index, or of a run's output with index, runs, pairs, shards and models.
func CheckStored(ctx context.Context, dir string) (*result.Verification, error) {
	if _, err := os.Stat(filepath.Join(dir, index.Last)); err != nil {
		return result.Verify(ctx, dir)
	}
	files, bytes, err := index.Verify(dir)
	if err != nil {
		return nil, err
	}
	return &result.Verification{Files: files, Bytes: bytes}, nil
}
