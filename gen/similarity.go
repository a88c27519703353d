package gen

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/configs/fault"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/gen/similarity"
)

// The similarity sources that gen.similarity names.
const (
	ofVectors    = "vectors"
	ofWordNet    = "wordnet" // or wordnet:DIR
	ofTable      = "table"   // table:FILE
	wordNetOfOS  = "/usr/share/wordnet"
	similarities = "use vectors, wordnet, wordnet:DIR or table:FILE"
)

// similaritySource reads gen.similarity: the kind of source and its folder or file.
func similaritySource(g *configs.Gen) (kind, path string, err error) {
	kind, path, named := strings.Cut(g.Similarity, ":")
	switch {
	case kind == ofWordNet && !named:
		path = wordNetOfOS
	case kind == ofVectors && !named, kind == ofWordNet && path != "", kind == ofTable && path != "":
	default:
		return "", "", fault.BadUsage(similarities, "gen.similarity: %q", g.Similarity)
	}
	if mode := similarity.Mode(g.VectorsMode); kind != ofVectors && !slices.Contains(similarity.Modes(), mode) {
		return "", "", fault.BadUsage(fmt.Sprintf("use one of %v", similarity.Modes()), "gen.vectors_mode: %q", mode)
	}
	return kind, path, nil
}

// similarityFiles are the files of a source.
func similarityFiles(kind, path string) []string {
	switch kind {
	case ofWordNet:
		return similarity.WordNetFiles(path)
	case ofTable:
		return []string{path}
	}
	return nil
}

// checkSimilarity refuses a source that is not there.
func checkSimilarity(g *configs.Gen) error {
	kind, path, err := similaritySource(g)
	if err != nil {
		return err
	}
	for _, file := range similarityFiles(kind, path) {
		_, err := os.Stat(file)
		switch {
		case err != nil && kind == ofWordNet:
			return fault.BadInput(file, 0, "install wordnet-base, or name the dict folder of WordNet 3.x as wordnet:DIR", "cannot open: %v", errors.Unwrap(err))
		case err != nil:
			return fault.CannotOpen(file, err)
		}
	}
	return nil
}

// BindSimilarity gives the terms of a lexicon the source that gen.similarity names, with a line that says what it knows of
// them and counts of what was left out; nil where word vectors are the source.
func BindSimilarity(ctx context.Context, g *configs.Gen, lexicon similarity.Lexicon) (axioms.Similarity, string, map[string]int, error) {
	kind, path, err := similaritySource(g)
	if err != nil {
		return nil, "", nil, err
	}
	mode := similarity.Mode(g.VectorsMode)
	switch kind {
	case ofWordNet:
		wordnet, err := similarity.OpenWordNet(path)
		if err != nil {
			return nil, "", nil, err
		}
		concepts, err := wordnet.Bind(lexicon, mode)
		if err != nil {
			return nil, "", nil, err
		}
		return concepts, fmt.Sprintf("WordNet knows %d of %d terms", concepts.Len(), lexicon.NumTerms()), nil, nil
	case ofTable:
		words, err := similarity.ReadPairs(ctx, path)
		if err != nil {
			return nil, "", nil, err
		}
		pairs, rep := words.Bind(lexicon, mode)
		return pairs, fmt.Sprintf("the table has %d rows for %d pairs of terms", rep.Rows, rep.Pairs), map[string]int{
			"similarity rows with a word that the collection lacks":                   rep.Unknown,
			"similarity rows of two forms of one term":                                rep.OneTerm,
			"similarity rows for a pair of terms with a higher one (that one counts)": rep.Repeated,
		}, nil
	}
	return nil, "", nil, nil
}

// loadSimilarity gives the index's terms their similarities, where these are not those of word vectors.
func (c *Chain) loadSimilarity(ctx context.Context) error {
	g := &c.Config.Gen
	kind, path, err := similaritySource(g)
	if err != nil || kind == ofVectors {
		return err
	}
	var inputs []Input
	for _, file := range similarityFiles(kind, path) {
		in := Input{Role: "similarity", Name: filepath.Base(file), Format: kind}
		if in.Bytes, in.SHA256, err = checksum(file); err != nil {
			return fault.CannotOpen(file, err)
		}
		inputs = append(inputs, in)
	}
	source, note, left, err := BindSimilarity(ctx, g, c.Index)
	if err != nil {
		return err
	}
	c.Progress.Say("similarity: %s", note)
	for _, what := range slices.Sorted(maps.Keys(left)) {
		c.warn(what, left[what])
	}
	c.Similarity = source
	c.Inputs = append(c.Inputs, inputs...)
	c.extend("similarity", inputs, g.VectorsMode)
	return nil
}

// promised stands for what the configuration will load, when needs are checked before any work is done.
func promised(g *configs.Gen, list []axioms.Axiom) *axioms.Collection {
	col := axioms.Collection{Runs: map[string]axioms.Scored{}}
	for _, f := range axioms.Files(list...) {
		col.Runs[f.Name()] = nil
	}
	if g.Vectors != "" {
		col.Vectors, col.Similarity = (*similarity.Table)(nil), (*similarity.Table)(nil)
	}
	if g.Similarity != ofVectors {
		col.Similarity = (*similarity.TermPairs)(nil)
	}
	return &col
}

// checkNeeds refuses axioms that need what the configuration does not name. A vocabulary is there at any rate: without a
// named one it is trained.
func checkNeeds(g *configs.Gen, list []axioms.Axiom) error {
	m := mine.Miner{Axioms: list, Collection: promised(g, list), Pieces: func(uint32) int { return 0 }}
	return m.Check()
}
